import { subjectText } from '../../../platform/journal/record.ts';
import { listEvents } from '../../../platform/journal/store.ts';
import type { CommandTx } from '../../accounts/index.ts';
import type { ChargeFailure, Order } from '../../orders/index.ts';
import { endOfDunning, nextAttempt } from '../domain/dunning.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { lockSubscription, periodOfOrder } from '../store.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { askBuyer } from './charge-renewal.ts';
import { leaveOutReturnedUnits } from './change-renewal.ts';
import { holdForVendor } from './hold-renewal.ts';
import { queuePayMail } from '../mails/pay-mail.ts';

/**
 * The charge of a saved method failed. The provider's advice decides what happens next: it is charged again some days
 * later, or its buyer is asked, and nothing is charged without them (subscriptions, section 3). If the method was
 * changed while the charge was on its way, the new one is charged at once; after the end of all tries, nobody is asked for
 * anything any more. Where no bank was asked, it is held for the
 * vendor. A try that the vendor has asked for changes nothing about those that were to come. Of a renewal that is held, nothing follows.
 * What a buyer did not pay on a page is no failure: what was to come stays. Units that went back meanwhile are charged no
 * more. The caller holds the lock of the order.
 */
export async function noteFailure(
  tx: CommandTx,
  order: Pick<Order, 'id' | 'subscriptionId'>,
  { reason, advice = 'TryAgain', isShopFault = false, isWithBuyer, begunAt }: ChargeFailure,
): Promise<void> {
  const subscription = await lockSubscription(tx, tx.account.id, order.subscriptionId ?? '');
  const period = subscription && (await periodOfOrder(tx, subscription, order.id));
  if (subscription === undefined || period?.state !== 'Open') return;
  await leaveOutReturnedUnits(tx, { subscription, period, isPayable: true });
  // Its buyer knows. The steps go on that waited for this payment, such as the charge of another method.
  if (isWithBuyer) {
    await updateSubscription(tx, subscription, {}, { isOpen: true });
    return;
  }
  if (subscription.paymentState === 'Held') return;
  if (isShopFault) return holdForVendor(tx, { subscription, since: begunAt }, 'Provider');
  const now = tx.clock.now();
  const isSoft = advice === 'TryAgain';
  const inPlan = isSoft ? await attemptInPlan(tx, subscription, order.id) : undefined;
  const attempts = subscription.attempts + (inPlan === undefined ? 1 : 0);
  const failedAt = subscription.failedAt ?? now;
  const isChanged = subscription.nextAttemptAt !== null && subscription.nextAttemptAt <= now;
  const again = inPlan ?? (isSoft ? (nextAttempt(now, attempts, failedAt) ?? null) : null);
  const nextAttemptAt = isChanged ? now : again;
  const failed = { attempts, failedAt, failure: reason, nextAttemptAt, fault: null };
  const changed = await updateSubscription(
    tx,
    subscription,
    { ...failed, ...(nextAttemptAt !== null && { paymentState: 'Retrying' as const }) },
    { isOpen: true },
  );
  recordSubscriptionEvent(tx, 'subscription.payment-failed', changed, {
    orderId: order.id,
    period: period.number,
    attempts,
    nextAttemptAt,
  });
  if (nextAttemptAt === null && endOfDunning(failedAt) <= now) return;
  if (nextAttemptAt === null) await askBuyer(tx, { subscription: changed, period }, { advice });
  else if (!isChanged) await queuePayMail(tx, changed, { orderId: order.id, advice });
}

/** When the charge was to be repeated before the vendor asked for this try; `undefined` if nobody did, or that time is over. */
async function attemptInPlan(
  tx: CommandTx,
  { attempts }: Pick<Subscription, 'attempts'>,
  orderId: string,
): Promise<Date | undefined> {
  const [event] = await listEvents(tx, tx.account.id, {
    subject: subjectText('order', orderId),
    type: 'subscription.payment-retried',
    limit: 1,
  });
  const { nextAttemptAt } = event?.data ?? {};
  if (event?.data['attempts'] !== attempts || typeof nextAttemptAt !== 'string') return undefined;
  const at = new Date(nextAttemptAt);
  return at > tx.clock.now() ? at : undefined;
}
