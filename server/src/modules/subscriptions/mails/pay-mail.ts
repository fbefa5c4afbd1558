import type { CommandTx } from '../../accounts/index.ts';
import { type ChargeFailure, payPageOf, type WrongDetail } from '../../orders/index.ts';
import { endOfDunning } from '../domain/dunning.ts';
import type { Subscription } from '../tables.ts';
import { queueSubscriptionMail } from './subscription-mail.ts';

/** Why a renewal was not charged. */
export interface PayReason extends Pick<ChargeFailure, 'advice'> {
  /** Details of the buyer that have to be corrected first. */
  readonly wrongDetails?: readonly WrongDetail[] | undefined;
}

/**
 * Asks the buyer to pay an open renewal: what became of its charge and when that is repeated, which details they have to
 * correct, its amount, the end of the access, the end of the subscription, and a link to its page.
 */
export async function queuePayMail(
  tx: CommandTx,
  subscription: Subscription,
  { orderId, advice, wrongDetails = [] }: { readonly orderId: string } & PayReason,
): Promise<void> {
  const { customerId, awaitsEmailKey, total, expiresAt, failedAt, nextAttemptAt } = subscription;
  const now = tx.clock.now();
  const end = endOfDunning(failedAt ?? now);
  const url = await payPageOf(tx, { id: orderId, customerId: awaitsEmailKey === null ? customerId : null });
  await queueSubscriptionMail(tx, subscription, ({ texts: { pay }, shop, title, money, day }) => ({
    template: 'pay',
    subject: pay.subject(shop),
    heading: pay.heading,
    paragraphs: [
      ...(advice === undefined ? [] : [pay.failed[advice]]),
      ...wrongDetails.map((detail) => pay.wrong[detail]),
      ...(wrongDetails.length === 0 ? [] : [pay.correct]),
      pay.due(title, money(total.dueMinor)),
      ...(nextAttemptAt === null ? [] : [pay.again(day(nextAttemptAt))]),
      ...(expiresAt > now && expiresAt < end ? [pay.access(day(expiresAt))] : []),
      pay.end(day(end)),
    ],
    action: { label: pay.pay, url },
    notes: [pay.link],
  }));
}
