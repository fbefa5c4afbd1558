import { toDecimal } from '../../../kernel/money.ts';
import { type CommandTx, queueAccountMail } from '../../accounts/index.ts';
import { findBundle, findProduct, findVariation } from '../../catalog/index.ts';
import { findCustomer } from '../../customers/index.ts';
import { languageOf } from '../../documents/index.ts';
import { type ChargeFailure, payPageOf } from '../../orders/index.ts';
import { endOfDunning } from '../domain/dunning.ts';
import type { Subscription } from '../tables.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/**
 * Asks the buyer to pay an open renewal: what became of its charge and when that is repeated, its amount, the end of the
 * access, the end of the subscription, and a link to its page. No mail is sent to a customer who was deleted.
 */
export async function queuePayMail(
  tx: CommandTx,
  subscription: Subscription,
  { orderId, advice }: { readonly orderId: string } & Pick<ChargeFailure, 'advice'>,
): Promise<void> {
  const { customerId, billing, currency, total, expiresAt, failedAt, anchorZone } = subscription;
  const { awaitsEmailKey, nextAttemptAt } = subscription;
  const customer = await findCustomer(tx, customerId);
  if (customer === undefined || customer.isDeleted) return;
  const { locale, language } = languageOf(subscription.locale ?? tx.account.settings.locale);
  const texts = language === 'de' ? de : en;
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: anchorZone });
  const end = endOfDunning(failedAt ?? tx.clock.now());
  await queueAccountMail(tx, {
    kind: 'Subscription',
    limit: 'None',
    recipient: awaitsEmailKey === null ? customer.email : (billing.email ?? customer.email),
    language,
    subject: texts.subject(tx.account.name),
    heading: texts.heading,
    paragraphs: [
      ...(advice === undefined ? [] : [texts.failed[advice]]),
      texts.due(await titleOf(tx, subscription), money.format(toDecimal(total.dueMinor, currency))),
      ...(nextAttemptAt === null ? [] : [texts.again(days.format(nextAttemptAt))]),
      ...(expiresAt > tx.clock.now() && expiresAt < end ? [texts.access(days.format(expiresAt))] : []),
      texts.end(days.format(end)),
    ],
    action: {
      label: texts.pay,
      url: await payPageOf(tx, { id: orderId, customerId: awaitsEmailKey === null ? customerId : null }),
    },
    notes: [texts.link],
  });
}

/** The names of the item and its variation, for people. */
async function titleOf(tx: CommandTx, { productId, bundleId, variationId }: Subscription): Promise<string> {
  const item = productId === null ? await findBundle(tx, bundleId ?? '') : await findProduct(tx, productId);
  const variation = await findVariation(tx, variationId);
  return [item?.name, variation?.name].filter((name) => name !== undefined).join(', ');
}
