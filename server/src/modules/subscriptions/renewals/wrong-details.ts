import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { listSubscriptions } from '../store.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { HoldingFault, Subscription } from '../tables.ts';

/** More subscriptions than a customer has whose renewals wait for them. */
const MOST = 100;

/** What the renewal of a subscription shows while it waits for its buyer to correct their own details. */
export function faultOfBuyer(now: Date): HoldingFault {
  return { reason: 'TaxDetails', since: now.toISOString(), at: now.toISOString() };
}

/** Whether an open renewal waits for its buyer to correct their own details: then its method can be charged again. */
export function awaitsDetails({ paymentState, fault, methodId }: Subscription): boolean {
  return paymentState === 'NeedsBuyer' && fault?.reason === 'TaxDetails' && methodId !== null;
}

/** Whether such a renewal is to be charged again because the details of its customer have changed. */
export function isCorrection(subscription: Subscription): boolean {
  return awaitsDetails(subscription) && subscription.nextAttemptAt !== null;
}

/** The details of a customer have changed: their renewals that waited for this are charged at once. */
export async function chargeAfterCorrection(ctx: Context, customerId: string): Promise<void> {
  const filter = { customerId, paymentState: 'NeedsBuyer', limit: MOST } as const;
  const waiting = await listSubscriptions(ctx.database.reader, ctx.account.id, filter);
  for (const { id } of waiting.filter(awaitsDetails))
    await transaction(ctx, async (tx) => {
      const { subscription, isOpen } = await lockWithOrder(tx, id);
      if (!isOpen || !awaitsDetails(subscription)) return;
      await updateSubscription(tx, subscription, { nextAttemptAt: tx.clock.now() }, { isOpen });
    });
}
