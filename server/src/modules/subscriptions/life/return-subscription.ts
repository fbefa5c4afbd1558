import { invalidInput } from '../../../kernel/problem.ts';
import type { CommandTx } from '../../accounts/index.ts';
import type { Order, RecurringDecision, RecurringReturn } from '../../orders/index.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { changePeriod, periodOfOrder } from '../store.ts';
import { addedLineId } from '../plan/plan-preview.ts';
import { subscriptionsBegunBy } from '../store-sales.ts';
import { updateSubscription, withdrawPayoffs } from '../subscription-change.ts';
import { cancelSubscription, endNow } from './cancel-subscription.ts';

/** The reason of a paid period whose money went back: it counts for nothing that follows from payments. */
const REFUNDED = 'Refunded';

const DECIDE =
  'must be EndNow, EndWithPeriod or Keep: all units of a subscription go back, and only you know what becomes of it';
const NOT_KEPT =
  'must be EndNow or EndWithPeriod, because the licenses of all units are revoked; or send "revokeLicenses": false';

/**
 * What was paid for subscriptions goes back. The vendor decides whether a subscription ends now, with the paid period,
 * or goes on; where it began elsewhere, a subscription without any unit left ends now. Of one that goes on with fewer
 * licenses, only these are charged. Raises `InvalidInput` for the field `subscription`.
 */
export async function returnSubscriptions(
  tx: CommandTx,
  order: Pick<Order, 'id' | 'subscriptionId' | 'origin'>,
  refund: RecurringReturn,
): Promise<void> {
  if (order.origin === 'PlanChange') await returnAddedUnits(tx, order, refund);
  const isFirst = order.subscriptionId === null;
  for (const id of await subscriptionsIn(tx, order)) {
    const locked = await lockWithOrder(tx, id);
    const { subscription } = locked;
    const units = refund.lines.find(({ lineId }) => lineId === subscription.lineId)?.quantity;
    if (units === undefined) continue;
    await withdrawPayoffs(tx, subscription);
    const isAll = units >= subscription.quantity;
    if (isAll) await markPeriod(tx, locked, order.id, REFUNDED);
    if (subscription.endedAt !== null || subscription.status === 'Completed') continue;
    const decision = decisionOf(refund, { isAll, isFirst });
    if (decision === 'EndNow') await endNow(tx, locked);
    else if (decision === 'EndWithPeriod') await cancelSubscription(tx, id);
    else if (isFirst && refund.revokesLicenses && units > 0)
      await updateSubscription(tx, subscription, { quantity: subscription.quantity - units }, locked);
  }
}

/** Units that a change of the plan has added go back with their licenses: the others are charged from now on. */
async function returnAddedUnits(
  tx: CommandTx,
  { subscriptionId }: Pick<Order, 'subscriptionId'>,
  { lines, revokesLicenses }: RecurringReturn,
): Promise<void> {
  const { subscription, ...locked } = await lockWithOrder(tx, subscriptionId ?? '');
  const added = lines.find(({ lineId }) => lineId === addedLineId(subscription))?.quantity ?? 0;
  if (!revokesLicenses || added === 0 || subscription.endedAt !== null) return;
  const quantity = Math.max(1, subscription.quantity - added);
  await updateSubscription(tx, subscription, { quantity }, locked);
}

function decisionOf(
  { isRequested, revokesLicenses, decision }: RecurringReturn,
  { isAll, isFirst }: { readonly isAll: boolean; readonly isFirst: boolean },
): RecurringDecision {
  if (decision === 'Keep' && isAll && isFirst && revokesLicenses)
    throw invalidInput({ errors: { subscription: [NOT_KEPT] } });
  if (decision !== undefined) return decision;
  if (isAll && isRequested) throw invalidInput({ errors: { subscription: [DECIDE] } });
  return isAll && revokesLicenses ? 'EndNow' : 'Keep';
}

/** The money did not go back after all: the period counts as paid again. What was ended stays ended. */
export async function keepPeriods(tx: CommandTx, order: Pick<Order, 'id' | 'subscriptionId'>): Promise<void> {
  for (const id of await subscriptionsIn(tx, order))
    await markPeriod(tx, await lockWithOrder(tx, id), order.id, null);
}

async function markPeriod(
  tx: CommandTx,
  { subscription }: LockedSubscription,
  orderId: string,
  reason: string | null,
): Promise<void> {
  const period = await periodOfOrder(tx, subscription, orderId);
  if (period?.state !== 'Paid') return;
  if (period.reason !== null && period.reason !== REFUNDED) return;
  await changePeriod(tx, period, { reason, updatedAt: tx.clock.now() });
}

/** The subscriptions that an order began, or the one that it renews. */
export async function subscriptionsIn(
  tx: CommandTx,
  { id, subscriptionId }: Pick<Order, 'id' | 'subscriptionId'>,
): Promise<string[]> {
  if (subscriptionId !== null) return [subscriptionId];
  const subscriptions = await subscriptionsBegunBy(tx, tx.account.id, id);
  // In one order, as everywhere.
  return subscriptions.map((subscription) => subscription.id).toSorted();
}
