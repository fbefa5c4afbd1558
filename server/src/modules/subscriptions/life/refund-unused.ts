import type { CommandTx } from '../../accounts/index.ts';
import { completedOrdersOf, getOrder, refundLineShare, returnOwedMoney } from '../../orders/index.ts';
import type { Refund } from '../../payments/index.ts';
import { addedLineId, lineIdsIn } from '../plan/renewal-lines.ts';
import { listPeriods, periodAt } from '../store.ts';
import { paidEnd } from '../paid-end.ts';
import type { Period, Subscription } from '../tables.ts';

const REASON = 'The subscription ended before the end of the paid period.';

/** A share of what an order was paid: two whole numbers. */
interface Share {
  readonly part: number;
  readonly whole: number;
}

/** An order that has paid for a part of a period, and when that part began. */
interface PeriodPayment {
  readonly orderId: string;
  readonly since: Date;
  /** Only units were added: they were paid up to the end of what was paid. */
  readonly isOfUnits: boolean;
}

/**
 * Refunds what was paid for the rest of the period that runs now: by its own order, by each change of the plan since it
 * began, from the change on, and by the orders before it whose unused value it was credited with, when the cycle changed.
 * The refund of the period's own order comes first; there are none for a period that was given. Raises what
 * `refundLineShare` raises.
 */
export async function refundUnused(tx: CommandTx, subscription: Subscription): Promise<Refund[]> {
  const now = tx.clock.now();
  const period = await periodAt(tx, subscription, now);
  if (period.state !== 'Paid' || period.endsAt <= now) return [];
  const refunds: Refund[] = [];
  const paidEndsAt = paidEnd(subscription, period);
  const unused = unusedSince(period.startsAt, paidEndsAt, now);
  for (const { orderId, since, isOfUnits } of await paymentsOf(tx, subscription, period)) {
    const end = isOfUnits ? paidEndsAt : period.endsAt;
    const share = orderId === period.orderId ? unused : unusedSince(since, end, now);
    refunds.push(...(await refundShare(tx, subscription, orderId, share)));
  }
  for (const { orderId, share } of await creditsOf(tx, subscription, period, unused))
    refunds.push(...(await refundShare(tx, subscription, orderId, share)));
  return refunds;
}

/** The share of the time from a moment to an end that is not over yet. */
function unusedSince(since: Date, end: Date, now: Date): Share {
  const left = (from: Date): number => Math.max(0, end.getTime() - from.getTime());
  return { part: Math.min(left(now), left(since)), whole: left(since) };
}

/**
 * Refunds a share of what an order was paid for the subscription. What is owed of the order for something else goes back
 * first: every refund counts towards that.
 */
async function refundShare(
  tx: CommandTx,
  subscription: Subscription,
  orderId: string,
  share: Share,
): Promise<Refund[]> {
  if (share.part === 0) return [];
  const { owed } = await getOrder(tx, orderId);
  if (owed && owed.isGivenUp !== true) await returnOwedMoney(tx, orderId);
  const refunds: Refund[] = [];
  for (const lineId of lineIdsIn(subscription, orderId)) {
    const refund = await refundLineShare(tx, { orderId, lineId, share, reason: REASON });
    if (refund !== undefined) refunds.push(refund);
  }
  return refunds;
}

/** What has paid for a period, its own order first; not what went back whole, or is to. */
async function paymentsOf(
  tx: CommandTx,
  { id, lineId }: Pick<Subscription, 'id' | 'lineId'>,
  { orderId, reason, startsAt }: Period,
): Promise<PeriodPayment[]> {
  const own = orderId === null || reason !== null ? [] : [{ orderId, since: startsAt, isOfUnits: false }];
  const changes = await completedOrdersOf(tx, id, { origin: 'PlanChange', since: startsAt });
  const later = changes
    .filter((order) => order.id !== orderId && order.owed === null)
    .map(({ id: changeId, completedAt, content }) => ({
      orderId: changeId,
      since: completedAt ?? startsAt,
      isOfUnits: content?.quote.lines.every((line) => line.id === addedLineId({ lineId })) === true,
    }));
  return [...own, ...later];
}

/** What goes back of an order whose unused value a later period was credited with. */
interface Credited {
  readonly orderId: string;
  readonly share: Share;
}

/**
 * What goes back of the orders before a period that began with a change of the cycle, which has to return a share of what
 * it was credited with. What they were credited with themselves comes from the orders before them.
 */
async function creditsOf(
  tx: CommandTx,
  subscription: Subscription,
  period: Period,
  { part, whole }: Share,
): Promise<Credited[]> {
  const creditMinor = await creditOf(tx, subscription, period);
  if (creditMinor === 0) return [];
  const [before] = await listPeriods(tx, subscription, { limit: 1, after: period.number - 2 });
  if (before === undefined) return [];
  const payments = await paymentsOf(tx, subscription, before);
  const orders = payments.filter(
    ({ orderId, since }) => orderId !== period.orderId && since < period.startsAt,
  );
  let valueMinor = await creditOf(tx, subscription, before);
  for (const { orderId } of orders) valueMinor += await sumOf(tx, subscription, orderId, 'subtotalMinor');
  if (valueMinor === 0) return [];
  const share = reduced(part * Math.min(creditMinor, valueMinor), whole * valueMinor);
  const own = orders.map(({ orderId }) => ({ orderId, share }));
  return [...own, ...(await creditsOf(tx, subscription, before, share))];
}

/** What a period that began with a change of the cycle was credited with, in minor units. */
async function creditOf(tx: CommandTx, subscription: Subscription, { orderId }: Period): Promise<number> {
  if (orderId === null || (await getOrder(tx, orderId)).origin !== 'PlanChange') return 0;
  return sumOf(tx, subscription, orderId, 'discountMinor');
}

/** The same share in numbers that can be multiplied again; what is less than a billionth is rounded up. */
function reduced(part: number, whole: number): Share {
  return part === whole ? { part: 1, whole: 1 } : { part: Math.ceil((part / whole) * 1e9), whole: 1e9 };
}

/** The sum of an amount of the lines of a subscription in an order, in minor units. */
async function sumOf(
  tx: CommandTx,
  subscription: Subscription,
  orderId: string,
  amount: 'discountMinor' | 'subtotalMinor',
): Promise<number> {
  const { content } = await getOrder(tx, orderId);
  const ids = lineIdsIn(subscription, orderId);
  const lines = (content?.quote.lines ?? []).filter(({ id }) => ids.includes(id));
  return lines.reduce((sum, line) => sum + line[amount], 0);
}
