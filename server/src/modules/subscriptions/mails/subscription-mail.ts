import { toDecimal } from '../../../kernel/money.ts';
import { type CommandTx, queueAccountMail, useOf } from '../../accounts/index.ts';
import { findBundle, findLineImage, findProduct, findVariation, mailItem } from '../../catalog/index.ts';
import { findCustomer } from '../../customers/index.ts';
import { languageOf } from '../../documents/index.ts';
import { greetedName } from '../../identity/index.ts';
import { managePageOf } from '../manage-link.ts';
import type { Subscription } from '../tables.ts';
import { subscriptionTemplate, type SubscriptionTemplateName } from './mail-templates.ts';
import { de } from './texts/de.ts';
import { en, type SubscriptionTexts } from './texts/en.ts';

/** How a mail speaks of a subscription. */
interface Wording {
  readonly texts: SubscriptionTexts;
  readonly shop: string;
  /** The names of the item and its variation. */
  readonly title: string;
  /** An amount in minor units of the subscription's currency. */
  readonly money: (minor: number) => string;
  /** A day in the time zone of the subscription. */
  readonly day: (moment: Date) => string;
}

interface Letter {
  /** Absent: the vendor may not word it. */
  readonly template?: SubscriptionTemplateName;
  readonly subject: string;
  readonly heading: string;
  readonly opening?: readonly string[];
  readonly paragraphs: readonly string[];
  /** By default the page to change the payment method and to cancel, if there is anything to cancel. */
  readonly action?: { readonly label: string; readonly url: string };
  /** What the button to that page says; by default, to manage or cancel. */
  readonly manage?: string;
  readonly notes?: readonly string[];
}

/**
 * Queues a mail about a subscription to its customer, in the language of the purchase. Returns its id; `undefined` for a
 * customer who was deleted: they get none.
 */
export async function queueSubscriptionMail(
  tx: CommandTx,
  subscription: Subscription,
  compose: (wording: Wording) => Letter,
): Promise<string | undefined> {
  const { customerId, billing, currency, anchorZone, awaitsEmailKey, endedAt } = subscription;
  const customer = await findCustomer(tx, customerId);
  if (customer === undefined || customer.isDeleted) return undefined;
  const recipient = awaitsEmailKey === null ? customer.email : (billing.email ?? customer.email);
  const { locale, language } = languageOf(subscription.locale ?? tx.account.settings.locale);
  const texts = language === 'de' ? de : en;
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: anchorZone });
  const { title, items } = await itemOf(tx, subscription);
  const {
    template,
    manage: label = texts.manage,
    ...letter
  } = compose({
    texts,
    shop: tx.account.name,
    title,
    money: (minor) => format.format(toDecimal(minor, currency)),
    day: (moment) => days.format(moment),
  });
  const url = managePageOf(tx, subscription, recipient);
  const manage = { label, url };
  return queueAccountMail(tx, {
    kind: 'Subscription',
    limit: 'None',
    recipient,
    language,
    template:
      template &&
      useOf(subscriptionTemplate(template), {
        customer: greetedName(customer.name) ?? recipient,
        product: title,
      }),
    items,
    ...letter,
    ...(letter.action === undefined && endedAt === null && { action: manage }),
    notes: [
      ...(letter.notes ?? []),
      ...(endedAt === null && letter.action !== undefined ? [{ text: label, link: manage }] : []),
      ...(endedAt === null ? [texts.manageNote] : []),
    ],
  });
}

/** The names of the item and its variation, and the item as the receipt shows it. */
async function itemOf(tx: CommandTx, { productId, bundleId, variationId }: Subscription) {
  const item = productId === null ? await findBundle(tx, bundleId ?? '') : await findProduct(tx, productId);
  const variation = await findVariation(tx, variationId);
  const title = [item?.name, variation?.name].filter((name) => name !== undefined).join(', ');
  if (item === undefined) return { title, items: [] };
  const image = await findLineImage(tx, { type: productId === null ? 'Bundle' : 'Product', id: item.id });
  return { title, items: [mailItem(tx, { label: title, name: item.name, image })] };
}
