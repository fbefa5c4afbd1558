import type { CommandTx } from '../../accounts/index.ts';
import { chargeOrder, type ChargeTerms } from '../../orders/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import type { LockedSubscription } from '../locked-subscription.ts';
import { updateSubscription } from '../subscription-change.ts';
import { awaitsDetails, faultOfBuyer, isCorrection } from './wrong-details.ts';
import { holdForVendor, withoutHold } from './hold-renewal.ts';
import { type PayReason, queuePayMail } from '../mails/pay-mail.ts';

/** A renewal that is open, under the locks of its order and of its subscription. */
type OpenRenewal = Pick<LockedSubscription, 'subscription' | 'period'>;

/** What a renewal leaves that only its buyer has asked for: it is theirs to pay, and nobody asks them. */
const AT_WILL = { paymentState: 'NeedsBuyer', nextAttemptAt: null, askedAt: null, asks: 0 } as const;

/** Whether an open renewal is one that only its buyer has asked for, and was not asked to pay. */
export function isAtWill({ paymentState, askedAt }: LockedSubscription['subscription']): boolean {
  return paymentState === AT_WILL.paymentState && askedAt === null;
}

/**
 * Charges an open renewal by the saved method; without one, or if it cannot be charged, asks the buyer to pay. What
 * nobody can pay by a fault of the shop is held. The amount of the subscription becomes that of this renewal, with the taxes of this day. The caller holds the locks of
 * the order and of the subscription.
 */
export async function chargeRenewal(
  tx: CommandTx,
  {
    subscription,
    period,
    isAtWill: isWill = false,
  }: OpenRenewal & { readonly isAtWill?: boolean | undefined },
  terms: ChargeTerms,
): Promise<void> {
  const { methodId, locale } = subscription;
  const { orderId } = period;
  if (orderId === null) throw new Error(`the open period of subscription ${subscription.id} has no order`);
  const answer = await chargeOrder(tx, { orderId, methodId, locale: locale ?? undefined, terms });
  const { total, fault } = answer;
  if (fault !== undefined) return holdForVendor(tx, { subscription, total }, fault);
  if (answer.wrongDetails !== undefined && isCorrection(subscription)) {
    // Whoever changes their details again and again gets no more mails, and keeps the reminders that are to come.
    const { failure } = subscription;
    const unchanged = { total, nextAttemptAt: null, failure: answer.refusal ?? failure };
    await updateSubscription(tx, subscription, unchanged, { isOpen: true });
    return;
  }
  // What was held for the vendor, or waited for a correction of its buyer, goes on.
  const isHeld = subscription.paymentState === 'Held';
  const changes = {
    ...(isHeld && { paymentState: 'Retrying' as const, holdReason: null }),
    ...(awaitsDetails(subscription) && { paymentState: 'Retrying' as const, fault: null }),
    ...withoutHold(subscription, { now: tx.clock.now() }),
    total,
    nextAttemptAt: null,
  };
  const changed = await updateSubscription(tx, subscription, changes, { isOpen: true });
  if (answer.isOpened) return;
  if (isWill && answer.wrongDetails === undefined) {
    const failedAt = tx.clock.now();
    await updateSubscription(tx, changed, { ...AT_WILL, failedAt }, { isOpen: true });
    return;
  }
  const refused = { ...changed, failure: answer.refusal ?? changed.failure };
  await askBuyer(tx, { subscription: refused, period }, { wrongDetails: answer.wrongDetails });
}

/**
 * Asks the buyer by mail to pay what is open: nothing is charged without them. `advice` is what the provider said about
 * a charge that has just failed; `wrongDetails` is what kept it from being charged, until they have corrected it.
 */
export async function askBuyer(
  tx: CommandTx,
  { subscription, period }: OpenRenewal,
  { advice, wrongDetails }: PayReason = {},
): Promise<void> {
  const { orderId, number, endsAt } = period;
  const now = tx.clock.now();
  const { failedAt, failure, askedAt, asks } = subscription;
  const changed = await updateSubscription(
    tx,
    subscription,
    {
      paymentState: 'NeedsBuyer',
      nextAttemptAt: null,
      failedAt: failedAt ?? now,
      askedAt: askedAt ?? now,
      asks: asks + 1,
      failure,
      fault: wrongDetails === undefined ? null : faultOfBuyer(now),
    },
    { isOpen: true },
  );
  if (orderId !== null) await queuePayMail(tx, changed, { orderId, advice, wrongDetails });
  recordSubscriptionEvent(tx, 'subscription.action-required', changed, { orderId, period: number, endsAt });
}
