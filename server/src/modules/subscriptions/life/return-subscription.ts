import type { CommandTx } from '../../accounts/index.ts';
import type { RecurringReturn } from '../../orders/index.ts';
import { giveBackOwned } from '../../licensing/index.ts';
import { settleFallback } from '../fallback/settle-fallback.ts';
import { type LockedSubscription, lockWithMerged } from '../locked-subscription.ts';
import { takeBackCodes } from '../owning/milestones.ts';
import { lineIdsIn } from '../plan/renewal-lines.ts';
import { settleNextPlan } from '../plan/settle-next-plan.ts';
import { changePeriod, periodOfOrder } from '../store.ts';
import { updateSubscription, withdrawPayoffs } from '../subscription-change.ts';
import { subscriptionsIn } from '../subscriptions-in.ts';
import type { Subscription } from '../tables.ts';
import { cancelSubscription, endNow } from './cancel-subscription.ts';
import { giveBackCut } from './give-back-cut.ts';
import { keepMergedCycles, returnMergedCycles } from './return-merged.ts';
import { decisionOf, returnOwned } from './return-owned.ts';
import {
  type FailedRefund,
  giveUnitsBack,
  type ReturnedOrder,
  takeUnits,
  unitsBack,
  unitsIn,
} from './return-units.ts';

/** The reason of a paid period whose money went back: it counts for nothing that follows from payments. */
const REFUNDED = 'Refunded';

const DECIDE =
  'must be EndNow, EndWithPeriod or Keep: all units of a subscription go back, and only you know what becomes of it';

/**
 * What was paid for subscriptions goes back. The vendor decides whether a subscription ends now, with the paid period,
 * or goes on, once all units of it have gone back, also in parts; where the refund began elsewhere, a subscription without
 * any unit left ends now, unless another order has paid for the period that runs. Of one that goes on with fewer licenses, only these are charged. The licenses of one that is
 * completed are taken back. Raises `InvalidInput` for the field `subscription`.
 */
export async function returnSubscriptions(
  tx: CommandTx,
  order: ReturnedOrder,
  refund: RecurringReturn,
): Promise<void> {
  for (const id of await subscriptionsIn(tx, order)) {
    const before = await lockWithMerged(tx, id);
    if (!concerns(refund, before.subscription, order)) continue;
    await withdrawPayoffs(tx, before.subscription);
    const { isFirst, isPaidBack, isAll } = await extentOf(tx, before.subscription, order, refund);
    const less = await takeUnits(tx, before, order, { ...refund, isAll });
    const units = { before: before.subscription, order };
    const subscription = await settleNextPlan(tx, { ...before, subscription: less }, units);
    const current = { ...before, subscription };
    const marked = isPaidBack || isAll ? await returnPeriod(tx, current, order.id) : current;
    const locked = { ...marked, subscription: await returnMergedCycles(tx, marked.subscription, refund) };
    if (locked.subscription.status === 'Completed') {
      if (isAll) await returnOwned(tx, locked.subscription, { ...refund, isFirst });
      continue;
    }
    if (locked.subscription.endedAt !== null || !hasOwnLine(refund, subscription)) continue;
    const isOver = isAll && !(await isPaidAnyway(tx, locked.subscription, order, refund));
    const decision = decisionOf(refund, { isAll: isOver, isFirst, issue: DECIDE });
    // What the vendor has ended does not go on, also if the money comes back.
    const returned = { orderId: order.id, refundIds: [refund.refundId], isBack: !refund.isRequested };
    if (decision === 'EndNow') await endNow(tx, locked, { returned });
    else if (decision === 'EndWithPeriod') await cancelSubscription(tx, id);
  }
}

/**
 * Whether what runs of a subscription stays paid although an order goes back whole at the provider, where nobody is asked: a
 * month that is over, or a change of the plan. Not after a lost dispute, and not of the order whose licenses go back with it.
 */
async function isPaidAnyway(
  tx: CommandTx,
  subscription: Subscription,
  order: ReturnedOrder,
  { isRequested, isDispute = false }: Pick<RecurringReturn, 'isRequested' | 'isDispute'>,
): Promise<boolean> {
  if (isRequested || isDispute || order.subscriptionId === null) return false;
  const period = await periodOfOrder(tx, subscription, order.id);
  return period === undefined || period.endsAt <= tx.clock.now();
}

/** Whether lines of a refund of an order are of a subscription. */
function concerns(
  { lines }: Pick<RecurringReturn, 'lines'>,
  subscription: Subscription,
  order: Pick<ReturnedOrder, 'id'>,
): boolean {
  const ids = lineIdsIn(subscription, order.id);
  return lines.some(({ lineId }) => ids.includes(lineId));
}

/** Whether a refund is not only of units that were added. */
function hasOwnLine({ lines }: Pick<RecurringReturn, 'lines'>, { lineId }: Subscription): boolean {
  return lines.some((line) => line.lineId === lineId);
}

/** How much of a subscription, before that, goes back with an order. */
interface Extent {
  /** The order began it. */
  readonly isFirst: boolean;
  /** With it, all units, or all the money, of its own line in the order have gone back. */
  readonly isPaidBack: boolean;
  /** None of its units is left. */
  readonly isAll: boolean;
}

async function extentOf(
  tx: CommandTx,
  subscription: Subscription,
  order: ReturnedOrder,
  { lines }: Pick<RecurringReturn, 'lines'>,
): Promise<Extent> {
  const isFirst = order.subscriptionId === null;
  const part = lines.find((line) => line.lineId === subscription.lineId);
  if (part === undefined) return { isFirst, isPaidBack: false, isAll: false };
  const isWhole = part.quantity > 0 && part.leftQuantity === 0;
  const isPaidBack = isWhole || (part.amountMinor > 0 && part.leftMinor === 0);
  if (!isFirst) return { isFirst, isPaidBack, isAll: isWhole };
  const { quantity } = subscription;
  const hasMore = quantity > (await unitsIn(tx, subscription, order));
  return { isFirst, isPaidBack, isAll: !hasMore && (isWhole || part.quantity >= quantity) };
}

/** The period that an order paid for counts for nothing more, neither here nor for another one. Returns the updated subscription. */
async function returnPeriod(
  tx: CommandTx,
  before: LockedSubscription,
  orderId: string,
): Promise<LockedSubscription> {
  const locked = await markPeriod(tx, before, orderId, REFUNDED);
  await takeBackCodes(tx, locked.subscription);
  return locked;
}

/**
 * The money did not go back after all, or came back: the period counts as paid again, units that went back are charged
 * again, the licenses of a completed subscription are its customer's again, and what was cut off one that ended with the
 * return is given back.
 */
export async function keepPeriods(tx: CommandTx, order: ReturnedOrder, refund: FailedRefund): Promise<void> {
  const { refundId, lines } = refund;
  for (const id of await subscriptionsIn(tx, order)) {
    const before = await lockWithMerged(tx, id);
    if (order.subscriptionId === null && !concerns(refund, before.subscription, order)) continue;
    const back = await giveBackCut(tx, before.subscription, { orderId: order.id, refundId });
    const wasRunning = before.subscription.endedAt === null;
    const failed = { ...refund, wasRunning };
    const more = await giveUnitsBack(tx, { ...before, subscription: back }, order, failed);
    const units = { before: back, order };
    const current = await settleNextPlan(tx, { ...before, subscription: more }, units);
    const part = lines.find(({ lineId }) => lineId === current.lineId);
    // Units that other refunds have taken stay away.
    const isPaid = part !== undefined && part.leftQuantity + part.quantity > 0;
    const locked = { ...before, subscription: current };
    const marked = isPaid ? await markPeriod(tx, locked, order.id, null) : locked;
    const subscription = await keepMergedCycles(tx, marked.subscription);
    if (subscription.status === 'Completed' && part !== undefined && part.quantity > 0)
      await giveBackOwned(tx, id, unitsBack(subscription));
  }
}

/** The period that an order paid for has this reason; the subscription keeps less, or more, when it ends. */
async function markPeriod(
  tx: CommandTx,
  locked: LockedSubscription,
  orderId: string,
  reason: string | null,
): Promise<LockedSubscription> {
  const { subscription, isOpen } = locked;
  const period = await periodOfOrder(tx, subscription, orderId);
  if (period?.state !== 'Paid') return locked;
  if (period.reason !== null && period.reason !== REFUNDED) return locked;
  await changePeriod(tx, period, { reason, updatedAt: tx.clock.now() });
  if (subscription.fallback === null) return locked;
  const fallback = await settleFallback(tx, subscription, subscription.expiresAt);
  return { ...locked, subscription: await updateSubscription(tx, subscription, { fallback }, { isOpen }) };
}
