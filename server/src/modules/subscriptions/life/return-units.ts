import type { CommandTx } from '../../accounts/index.ts';
import { unitsInSubscription } from '../../licensing/index.ts';
import { type Order, ORDER_KIND, type RecurringReturn } from '../../orders/index.ts';
import { listRefunds } from '../../payments/index.ts';
import { priceOfPayment, priceOfUnits } from '../../pricing/index.ts';
import { totalAt } from '../agreed-total.ts';
import { isPaidForWhole } from '../domain/milestones.ts';
import type { LockedSubscription } from '../locked-subscription.ts';
import { recountMergedCycles } from '../owning/merged-cycles.ts';
import { addedLineId } from '../plan/renewal-lines.ts';
import { priceOfRenewal } from '../price/price-of-renewal.ts';
import { changeRenewal } from '../renewals/change-renewal.ts';
import {
  changePeriod,
  countPayments,
  listPeriods,
  notePaidUnits,
  periodAt,
  periodOfOrder,
} from '../store.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { Period, Subscription, UnitReturn } from '../tables.ts';

const MOST_REFUNDS = 100;

/** The order whose money goes back. */
export type ReturnedOrder = Pick<
  Order,
  'id' | 'subscriptionId' | 'origin' | 'content' | 'completedAt' | 'owed'
>;

/** A refund whose money did not go back after all. */
export type FailedRefund = Pick<RecurringReturn, 'refundId' | 'lines' | 'revokesLicenses'>;

type Locked = Pick<LockedSubscription, 'subscription' | 'period' | 'isOpen' | 'isPayable'>;

/**
 * Takes the units of a refund off what their period was paid for and, with their licenses, off the subscription, of which
 * one unit stays: the others are charged from now on, each at the price that it had. Notes it for `giveUnitsBack`. An order
 * that is owed as a whole gave nothing, and takes nothing. Returns the updated subscription. The caller holds its lock.
 */
export async function takeUnits(
  tx: CommandTx,
  { subscription, ...locked }: Locked,
  order: ReturnedOrder,
  { refundId, lines, revokesLicenses, isAll }: RecurringReturn & { readonly isAll: boolean },
): Promise<Subscription> {
  const unitsOf = (id: string): number => lines.find(({ lineId }) => lineId === id)?.quantity ?? 0;
  const isFirst = order.subscriptionId === null;
  const [own, added] = [unitsOf(subscription.lineId), isFirst ? 0 : unitsOf(addedLineId(subscription))];
  if (own + added === 0 || order.owed?.lineId === null) return subscription;
  await notePaidUnits(tx, subscription);
  const paid = await takePaidUnits(tx, subscription, order, { own, added });
  const returned = revokesLicenses ? (isFirst ? own : added) : 0;
  const units = Math.min(returned, await unitsIn(tx, subscription, order));
  const fewer = isAll && isFirst ? 0 : Math.min(units, subscription.quantity - 1);
  const unitReturns = [...(subscription.unitReturns ?? []), { refundId, units, fewer, paid }];
  return changeQuantity(tx, { subscription, ...locked }, order, {
    quantity: subscription.quantity - fewer,
    unitReturns,
  });
}

/** How many units of an order a subscription has: those whose licenses go back with a pending refund are none any more. */
export async function unitsIn(
  tx: CommandTx,
  { id: subscriptionId, unitReturns }: Pick<Subscription, 'id' | 'unitReturns'>,
  { id: orderId }: Pick<ReturnedOrder, 'id'>,
): Promise<number> {
  const units = await unitsInSubscription(tx, { orderId, subscriptionId });
  if (!unitReturns || unitReturns.length === 0) return units;
  const refunds = await listRefunds(tx, { kind: ORDER_KIND, id: orderId, limit: MOST_REFUNDS });
  const pending = new Set(refunds.filter(({ status }) => status === 'Pending').map(({ id }) => id));
  return units - unitsBack({ unitReturns: unitReturns.filter(({ refundId }) => pending.has(refundId)) });
}

/**
 * Undoes `takeUnits`, because the money did not go back after all. Returns the updated subscription. The caller holds its
 * lock.
 */
export async function giveUnitsBack(
  tx: CommandTx,
  { subscription, ...locked }: Locked,
  order: ReturnedOrder,
  refund: FailedRefund & { readonly wasRunning: boolean },
): Promise<Subscription> {
  const returns = subscription.unitReturns ?? earlierReturn(subscription, order, refund);
  const failed = returns.find((one) => one.refundId === refund.refundId);
  if (failed === undefined) return subscription;
  if (failed.paid !== null) await payUnits(tx, subscription, failed.paid);
  const unitReturns = returns.filter((one) => one !== failed);
  const quantity = subscription.quantity + failed.fewer;
  return changeQuantity(tx, { subscription, ...locked }, order, { quantity, unitReturns });
}

/** What the release before, which noted nothing, has taken off with a refund of units. */
function earlierReturn(
  { lineId }: Subscription,
  { subscriptionId }: ReturnedOrder,
  { refundId, lines, revokesLicenses, wasRunning }: FailedRefund & { readonly wasRunning: boolean },
): readonly UnitReturn[] {
  const { quantity: units = 0, leftQuantity = 0 } = lines.find((line) => line.lineId === lineId) ?? {};
  const isReduced = subscriptionId === null && revokesLicenses && wasRunning && leftQuantity > 0;
  return isReduced ? [{ refundId, units, fewer: units, paid: null }] : [];
}

/** The units of a subscription whose licenses went back with their money. */
export function unitsBack({ unitReturns }: Pick<Subscription, 'unitReturns'>): number {
  return (unitReturns ?? []).reduce((sum, { units }) => sum + units, 0);
}

/** The period that an order, or units in it, paid for is paid for fewer. Returns which, and by how many. */
async function takePaidUnits(
  tx: CommandTx,
  subscription: Subscription,
  order: ReturnedOrder,
  { own, added }: { readonly own: number; readonly added: number },
): Promise<UnitReturn['paid']> {
  const period = await periodOfOrder(tx, subscription, order.id);
  if (period !== undefined) return takeOff(tx, period, own + added);
  const { completedAt } = order;
  if (completedAt === null || added === 0) return null;
  const running = await periodAt(tx, subscription, completedAt);
  return isPaidForWhole(running, completedAt) ? takeOff(tx, running, added) : null;
}

async function takeOff(tx: CommandTx, period: Period, most: number): Promise<UnitReturn['paid']> {
  const before = period.units ?? 0;
  const units = Math.min(before, most);
  if (period.state !== 'Paid' || units === 0) return null;
  await changePeriod(tx, period, { units: before - units, updatedAt: tx.clock.now() });
  return { period: period.number, units };
}

async function payUnits(
  tx: CommandTx,
  subscription: Subscription,
  { period: number, units }: NonNullable<UnitReturn['paid']>,
): Promise<void> {
  const [period] = await listPeriods(tx, subscription, { limit: 1, after: number - 1 });
  if (period?.number !== number) throw new Error(`subscription ${subscription.id} has no period ${number}`);
  await changePeriod(tx, period, { units: (period.units ?? 0) + units, updatedAt: tx.clock.now() });
}

/** Another number of units is charged from now on, also by an open renewal, with the taxes of an order. Returns the updated subscription. */
async function changeQuantity(
  tx: CommandTx,
  { subscription, isOpen, ...open }: Locked,
  order: Pick<ReturnedOrder, 'content'>,
  { quantity, unitReturns }: Required<Pick<Subscription, 'quantity' | 'unitReturns'>>,
): Promise<Subscription> {
  const { quantity: before, currency, lineId } = subscription;
  if (quantity === before) return updateSubscription(tx, subscription, { unitReturns }, { isOpen });
  const price = priceOfUnits(subscription.price, { before, after: quantity, currency });
  const lines = order.content?.quote.lines ?? [];
  const line = lines.find(({ id }) => id === lineId) ?? lines[0];
  const payments = await countPayments(tx, subscription);
  const next = priceOfPayment(priceOfRenewal({ ...subscription, price, quantity }, { payments }), payments);
  const now = tx.clock.now();
  const total = line && { total: totalAt(next, { ...line, quantity }, { currency, now }) };
  const changes = { unitReturns, quantity, price, ...total };
  const changed = await updateSubscription(tx, subscription, changes, { isOpen });
  if (isOpen) await changeRenewal(tx, { subscription: changed, ...open });
  await recountMergedCycles(tx, changed);
  return changed;
}
