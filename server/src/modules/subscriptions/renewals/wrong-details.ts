import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { changeProfile, lockCustomer } from '../../customers/index.ts';
import type { RecurringDelivery } from '../../orders/index.ts';
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

/**
 * A renewal is paid that could not be charged because of wrong details: those that its buyer stated at the checkout become
 * those of the customer, so that the next one can be. The caller holds the locks of the order and of the subscription.
 */
export async function keepCorrection(
  tx: CommandTx,
  subscription: Subscription,
  { order, isPaidByBuyer, awaitsEmailKey }: RecurringDelivery,
): Promise<void> {
  if (!isPaidByBuyer || awaitsEmailKey !== undefined || !awaitsDetails(subscription)) return;
  const customer = await lockCustomer(tx, subscription.customerId);
  if (customer === undefined) return;
  const { businessName = null, taxId = null, address = null } = order.billing;
  await changeProfile(tx, customer, { businessName, taxId, address });
}

/** The details of a customer have changed: their renewals that waited for this are charged at once. */
export async function chargeAfterCorrection(ctx: Context, customerId: string): Promise<void> {
  const filter = { customerId, paymentState: 'NeedsBuyer', limit: MOST } as const;
  const waiting = await listSubscriptions(ctx.database.reader, ctx.account.id, filter);
  for (const { id } of waiting.filter(awaitsDetails))
    await transaction(ctx, async (tx) => {
      const { subscription, isOpen } = await lockWithOrder(tx, id);
      if (!isOpen || !awaitsDetails(subscription)) return;
      const again = { nextAttemptAt: tx.clock.now(), paymentState: 'Retrying', fault: null } as const;
      await updateSubscription(tx, subscription, again, { isOpen });
    });
}
