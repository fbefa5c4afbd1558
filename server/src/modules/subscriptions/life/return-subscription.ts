import type { CommandTx } from '../../accounts/index.ts';
import type { Order, RecurringReturn } from '../../orders/index.ts';
import { giveBackOwned } from '../../licensing/index.ts';
import { priceOfPayment, priceOfUnits } from '../../pricing/index.ts';
import { totalAt } from '../agreed-total.ts';
import { settleFallback } from '../fallback/settle-fallback.ts';
import { type LockedSubscription, lockWithMerged } from '../locked-subscription.ts';
import { changePeriod, countPayments, periodAt, periodOfOrder } from '../store.ts';
import { recountMergedCycles } from '../owning/merged-cycles.ts';
import { takeBackCodes } from '../owning/milestones.ts';
import { priceOfRenewal } from '../price/price-of-renewal.ts';
import { addedLineId } from '../plan/renewal-lines.ts';
import { updateSubscription, withdrawPayoffs } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { cancelSubscription, endNow } from './cancel-subscription.ts';
import { giveBackCut } from './give-back-cut.ts';
import { keepMergedCycles, returnMergedCycles } from './return-merged.ts';
import { decisionOf, returnOwned } from './return-owned.ts';
import { subscriptionsIn } from '../subscriptions-in.ts';

/** The reason of a paid period whose money went back: it counts for nothing that follows from payments. */
const REFUNDED = 'Refunded';

const DECIDE =
  'must be EndNow, EndWithPeriod or Keep: all units of a subscription go back, and only you know what becomes of it';
/** The order whose money goes back. */
type ReturnedOrder = Pick<Order, 'id' | 'subscriptionId' | 'origin' | 'content' | 'completedAt'>;

/**
 * What was paid for subscriptions goes back. The vendor decides whether a subscription ends now, with the paid period,
 * or goes on, once all units of it have gone back, also in parts; where it began elsewhere, a subscription without any
 * unit left ends now. Of one that goes on with fewer licenses, only these are charged. The licenses of one that is
 * completed are taken back. Raises `InvalidInput` for the field `subscription`.
 */
export async function returnSubscriptions(
  tx: CommandTx,
  order: ReturnedOrder,
  refund: RecurringReturn,
): Promise<void> {
  if (order.subscriptionId !== null) await returnAddedUnits(tx, order, refund);
  const isFirst = order.subscriptionId === null;
  for (const id of await subscriptionsIn(tx, order)) {
    const before = await lockWithMerged(tx, id);
    const part = refund.lines.find(({ lineId }) => lineId === before.subscription.lineId);
    if (part === undefined) continue;
    await withdrawPayoffs(tx, before.subscription);
    const { quantity: units, leftQuantity, soldQuantity } = part;
    const isWhole = units > 0 && leftQuantity === 0;
    const hasMore = before.subscription.quantity > (isFirst ? soldQuantity : Infinity);
    const isAll = (isWhole && !hasMore) || (isFirst && units >= before.subscription.quantity);
    const locked = isWhole || isAll ? await returnPeriod(tx, before, order.id, refund) : before;
    const { subscription } = locked;
    if (subscription.status === 'Completed') {
      if (isAll) await returnOwned(tx, subscription, { ...refund, isFirst });
      continue;
    }
    if (subscription.endedAt !== null) continue;
    const decision = decisionOf(refund, { isAll, isFirst, issue: DECIDE });
    // What the vendor has ended does not go on, also if the money comes back.
    const returned = { orderId: order.id, isBack: !refund.isRequested };
    if (decision === 'EndNow') await endNow(tx, locked, { returned });
    else if (decision === 'EndWithPeriod') await cancelSubscription(tx, id);
    else if (isFirst && refund.revokesLicenses && units > 0)
      await returnMergedCycles(
        tx,
        await changeUnits(tx, locked, order, subscription.quantity - units),
        refund,
      );
  }
}

/** The period that an order paid for counts for nothing more, neither here nor for another one. Returns the updated subscription. */
async function returnPeriod(
  tx: CommandTx,
  before: LockedSubscription,
  orderId: string,
  refund: RecurringReturn,
): Promise<LockedSubscription> {
  const locked = await markPeriod(tx, before, orderId, REFUNDED);
  await takeBackCodes(tx, locked.subscription);
  return { ...locked, subscription: await returnMergedCycles(tx, locked.subscription, refund) };
}

/** Units that were added to the subscription of an order go back with their licenses: the others are charged from now on. */
async function returnAddedUnits(tx: CommandTx, order: ReturnedOrder, refund: RecurringReturn): Promise<void> {
  const { lines, revokesLicenses } = refund;
  const locked = await lockWithMerged(tx, order.subscriptionId ?? '');
  const { subscription } = locked;
  const added = lines.find(({ lineId }) => lineId === addedLineId(subscription))?.quantity ?? 0;
  if (!revokesLicenses || added === 0 || subscription.endedAt !== null) return;
  const changed = await changeUnits(tx, locked, order, Math.max(1, subscription.quantity - added));
  await returnMergedCycles(tx, changed, refund);
}

/**
 * Another number of units is charged from now on, each at the price that it had; it was paid for in `order`. Returns the
 * updated subscription.
 */
async function changeUnits(
  tx: CommandTx,
  { subscription, isOpen }: Pick<LockedSubscription, 'subscription' | 'isOpen'>,
  order: ReturnedOrder,
  quantity: number,
): Promise<Subscription> {
  await changePaidUnits(tx, subscription, order, quantity);
  const { quantity: before, currency, lineId } = subscription;
  const price = priceOfUnits(subscription.price, { before, after: quantity, currency });
  const lines = order.content?.quote.lines ?? [];
  const line = lines.find(({ id }) => id === lineId) ?? lines[0];
  const payments = await countPayments(tx, subscription);
  const next = priceOfPayment(priceOfRenewal({ ...subscription, price, quantity }, { payments }), payments);
  const now = tx.clock.now();
  const total = line && { total: totalAt(next, { ...line, quantity }, { currency, now }) };
  const changed = await updateSubscription(tx, subscription, { quantity, price, ...total }, { isOpen });
  await recountMergedCycles(tx, changed);
  return changed;
}

/** The period that an order has paid for, or units of it, is paid for more units, or for fewer. */
async function changePaidUnits(
  tx: CommandTx,
  subscription: Subscription,
  { id, completedAt }: ReturnedOrder,
  quantity: number,
): Promise<void> {
  const own = await periodOfOrder(tx, subscription, id);
  const period = own ?? (await periodAt(tx, subscription, completedAt ?? tx.clock.now()));
  const units = period.units ?? null;
  if (units === null) return;
  const left = own === undefined ? Math.min(units, quantity) : units + quantity - subscription.quantity;
  await changePeriod(tx, period, { units: Math.max(0, left), updatedAt: tx.clock.now() });
}

/**
 * The money did not go back after all, or came back: the period counts as paid again, units that went back are charged
 * again, the licenses of a completed subscription are its customer's again, and what was cut off one that ended with the
 * return is given back.
 */
export async function keepPeriods(
  tx: CommandTx,
  order: ReturnedOrder,
  { lines, revokesLicenses }: Pick<RecurringReturn, 'lines' | 'revokesLicenses'>,
): Promise<void> {
  const isFirst = order.subscriptionId === null;
  for (const id of await subscriptionsIn(tx, order)) {
    const before = await lockWithMerged(tx, id);
    const back = await giveBackCut(tx, before.subscription, order.id);
    const marked = await markPeriod(tx, { ...before, subscription: back }, order.id, null);
    const subscription = await keepMergedCycles(tx, marked.subscription);
    const locked = { ...marked, subscription };
    const part = lines.find(({ lineId }) => lineId === subscription.lineId);
    if (part === undefined || part.quantity === 0) continue;
    if (subscription.status === 'Completed') {
      await giveBackOwned(tx, id);
      continue;
    }
    const wasRunning = before.subscription.endedAt === null;
    const isReduced = isFirst && revokesLicenses && wasRunning && part.leftQuantity > 0;
    if (isReduced)
      await keepMergedCycles(tx, await changeUnits(tx, locked, order, subscription.quantity + part.quantity));
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
