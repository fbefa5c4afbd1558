import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import { newestFirst, type RowPage } from '../../platform/database/newest-first.ts';
import { unindexed } from '../../platform/database/unindexed.ts';
import { wholeCycles } from './domain/milestones.ts';
import { countMergedCycles } from './store-merges.ts';
import type { Period, Subscription, SubscriptionFilter, SubscriptionTables } from './tables.ts';

export async function insertSubscription(tx: Tx, subscription: Subscription): Promise<void> {
  await tx.tables<SubscriptionTables>().insertInto('subscriptions').values(subscription).execute();
}

export async function insertPeriod(tx: Tx, period: Period): Promise<void> {
  await tx.tables<SubscriptionTables>().insertInto('subscriptionPeriods').values(period).execute();
}

/** The subscription with this id; `undefined` when the account has none. */
export function readSubscription(
  db: Reader,
  accountId: string,
  id: string,
): Promise<Subscription | undefined> {
  return subscriptionsOf(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** The subscriptions of the account with these ids, in any order. */
export function readSubscriptions(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Subscription[]> {
  return subscriptionsOf(db, accountId)
    .where(inList(db, 'id', ids))
    .execute();
}

/** The one with this id, locked until the transaction ends: every change of a subscription starts with this, after its order. */
export function lockSubscription(tx: Tx, accountId: string, id: string): Promise<Subscription | undefined> {
  return subscriptionsOf(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Changes a subscription, increments its revision, and returns the updated one. The caller holds its lock. */
export async function changeSubscription(
  tx: Tx,
  subscription: Subscription,
  changes: Partial<Omit<Subscription, 'accountId' | 'id' | 'revision'>> & { readonly updatedAt: Date },
): Promise<Subscription> {
  const revision = subscription.revision + 1;
  await tx
    .tables<SubscriptionTables>()
    .updateTable('subscriptions')
    .set({ ...changes, revision })
    .where('accountId', '=', subscription.accountId)
    .where('id', '=', subscription.id)
    .execute();
  return { ...subscription, ...changes, revision };
}

/** The last period of a subscription. */
export async function lastPeriod(
  db: Reader,
  { accountId, id }: Pick<Subscription, 'accountId' | 'id'>,
): Promise<Period> {
  return periodsOf(db, accountId, id).orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow();
}

/** The period that an order pays for; `undefined` when there is none. */
export function periodOfOrder(
  db: Reader,
  { accountId, id }: Pick<Subscription, 'accountId' | 'id'>,
  orderId: string,
): Promise<Period | undefined> {
  return periodsOf(db, accountId, id).where('orderId', '=', orderId).executeTakeFirst();
}

/** The period of each subscription in which a moment is, or else its last one, by the subscription's id. */
export async function periodsAt(
  db: Reader,
  accountId: string,
  ids: readonly string[],
  moment: Date,
): Promise<ReadonlyMap<string, Period>> {
  const isRunning = sql<boolean>`${sql.ref('startsAt')} <= ${moment} and ${sql.ref('endsAt')} > ${moment}`;
  const periods = await db
    .tables<SubscriptionTables>()
    .selectFrom((eb) =>
      eb
        .selectFrom('subscriptionPeriods')
        .selectAll()
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) =>
              over
                .partitionBy('subscriptionId')
                .orderBy(sql`case when ${isRunning} then 0 else 1 end`)
                .orderBy('number', 'desc'),
            )
            .as('place'),
        )
        .where('accountId', '=', accountId)
        .where(inList(db, 'subscriptionId', ids))
        .as('ranked'),
    )
    .selectAll()
    .where('place', '=', 1)
    .execute();
  return new Map(periods.map((period) => [period.subscriptionId, period]));
}

/** The period in which a moment is, or else the last one. */
export async function periodAt(
  db: Reader,
  { accountId, id }: Pick<Subscription, 'accountId' | 'id'>,
  moment: Date,
): Promise<Period> {
  const period = (await periodsAt(db, accountId, [id], moment)).get(id);
  if (period === undefined) throw new Error(`subscription ${id} has no period`);
  return period;
}

/** The subscriptions of a customer, with those that wait for the proof of an address or without them. */
interface OfCustomer {
  readonly customerId: string;
  readonly withAwaited: boolean;
}

/** Subscriptions of a customer that have neither ended nor are owned, at most `most`. */
export function runningOfCustomer(
  db: Reader,
  accountId: string,
  { customerId, withAwaited }: OfCustomer,
  most: number,
): Promise<Pick<Subscription, 'id'>[]> {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .select('id')
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where(unindexed(sql<boolean>`${sql.ref('endedAt')} is null`))
    .$if(!withAwaited, (query) => query.where('awaitsEmailKey', 'is', null))
    .orderBy('createdAt')
    .limit(most)
    .execute();
}

/** Removes the buyer's details from the subscriptions of a customer, whose lock the caller holds. */
export async function forgetBuyer(
  tx: Tx,
  accountId: string,
  { customerId, withAwaited }: OfCustomer,
): Promise<void> {
  const rows = tx
    .tables<SubscriptionTables>()
    .updateTable('subscriptions')
    .set({ billing: {}, awaitsEmailKey: null })
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId);
  await (withAwaited ? rows : rows.where('awaitsEmailKey', 'is', null)).execute();
}

/** A page of periods: after the number of the last one of the previous page. */
export interface PeriodPage {
  readonly limit: number;
  readonly after?: number | undefined;
  readonly isNewestFirst?: boolean;
}

/** Periods of a subscription, oldest first or newest first, up to one more than `limit`. */
export function listPeriods(
  db: Reader,
  { accountId, id }: Pick<Subscription, 'accountId' | 'id'>,
  { limit, after, isNewestFirst = false }: PeriodPage,
): Promise<Period[]> {
  const periods = periodsOf(db, accountId, id);
  const rest = after === undefined ? periods : periods.where('number', isNewestFirst ? '<' : '>', after);
  return rest
    .orderBy('number', isNewestFirst ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute();
}

/** The cycles of a subscription that count so far. */
export interface CountedCycles {
  /** Those that were paid on its plan, also if their money went back: the next payment is the one after them. */
  readonly payments: number;
  /** Those whose money was kept: they lead to coupon codes. */
  readonly unrefunded: number;
  /** As many of them as are paid for all units: they lead to licenses that never end. */
  readonly ofAllUnits: number;
  /** Of how many units one cycle more is paid. */
  readonly spareUnits: number;
}

type CountedSubscription = Pick<Subscription, 'accountId' | 'id' | 'cyclesFrom' | 'earnsFrom' | 'quantity'>;

/** Counts the paid cycles of a subscription on its plan, without those that the vendor gave, and with merged ones. */
export async function countCycles(db: Reader, subscription: CountedSubscription): Promise<CountedCycles> {
  const own = await countOwnCycles(db, subscription);
  const merged = await countMergedCycles(db, subscription);
  return { ...own, unrefunded: own.unrefunded + merged, ofAllUnits: own.ofAllUnits + merged };
}

async function countOwnCycles(
  db: Reader,
  { accountId, id, cyclesFrom, earnsFrom, quantity }: CountedSubscription,
): Promise<CountedCycles> {
  const from = earnsFrom ?? cyclesFrom;
  const rows = await db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptionPeriods')
    .select(({ fn }) => ['reason', fn.countAll().as('count'), earning(from), unitCycles(from, quantity)])
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', id)
    .where('number', '>=', cyclesFrom)
    .where(unindexed(sql<boolean>`${sql.ref('state')} = 'Paid'`))
    .groupBy('reason')
    .execute();
  const unrefunded = rows.find(({ reason }) => reason === null);
  const refunded = rows.find(({ reason }) => reason === 'Refunded');
  const payments = Number(unrefunded?.count ?? 0) + Number(refunded?.count ?? 0);
  const paidUnits = Number(unrefunded?.unitCycles ?? 0);
  return {
    payments,
    unrefunded: Number(unrefunded?.earning ?? 0),
    ofAllUnits: wholeCycles(paidUnits, quantity),
    spareUnits: paidUnits % quantity,
  };
}

/** The number of periods from one on. */
function earning(from: number) {
  return sql<number | string>`sum(case when ${sql.ref('number')} >= ${from} then 1 else 0 end)`.as('earning');
}

/** The cycles of single units in the periods from one on, of as many units as there are now. */
function unitCycles(from: number, quantity: number) {
  const [number, units] = [sql.ref('number'), sql.ref('units')];
  const paid = sql`case when ${units} < ${quantity} then ${units} else ${quantity} end`;
  return sql<number | string>`sum(case when ${number} >= ${from} then ${paid} else 0 end)`.as('unitCycles');
}

/** The number of paid cycles on its plan so far. */
export async function countPayments(db: Reader, subscription: CountedSubscription): Promise<number> {
  return (await countOwnCycles(db, subscription)).payments;
}

/** Changes a period. The caller holds the lock of its subscription. */
export async function changePeriod(
  tx: Tx,
  { accountId, subscriptionId, number }: Pick<Period, 'accountId' | 'subscriptionId' | 'number'>,
  changes: Partial<Pick<Period, 'state' | 'reason' | 'orderId' | 'units' | 'startsAt' | 'endsAt'>> & {
    readonly updatedAt: Date;
  },
): Promise<void> {
  await tx
    .tables<SubscriptionTables>()
    .updateTable('subscriptionPeriods')
    .set(changes)
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', subscriptionId)
    .where('number', '=', number)
    .execute();
}

/**
 * Notes for how many units the periods of a subscription were paid that do not say so, because they are older than that:
 * for as many as it has now. The caller holds its lock, and changes the units next.
 */
export async function notePaidUnits(
  tx: Tx,
  { accountId, id, quantity }: Pick<Subscription, 'accountId' | 'id' | 'quantity'>,
): Promise<void> {
  await tx
    .tables<SubscriptionTables>()
    .updateTable('subscriptionPeriods')
    .set({ units: quantity })
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', id)
    .where(unindexed(sql<boolean>`${sql.ref('units')} is null`))
    .execute();
}

/** Deletes the last period, which has not begun. The caller holds the lock of its subscription. */
export async function deletePeriod(tx: Tx, { accountId, subscriptionId, number }: Period): Promise<void> {
  await tx
    .tables<SubscriptionTables>()
    .deleteFrom('subscriptionPeriods')
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', subscriptionId)
    .where('number', '=', number)
    .execute();
}

/** Subscriptions of an account, newest first. */
export function listSubscriptions(
  db: Reader,
  accountId: string,
  { customerId, productId, status, paymentState, isBroken, dueBefore, dueAfter, ...page }: SubscriptionFilter,
): Promise<Subscription[]> {
  let query = subscriptionsOf(db, accountId);
  if (customerId !== undefined) query = query.where('customerId', '=', customerId);
  if (productId !== undefined) query = query.where('productId', '=', productId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (paymentState !== undefined) query = query.where('paymentState', '=', paymentState);
  if (isBroken === true) query = query.where('violation', 'is not', null);
  if (dueBefore !== undefined) query = query.where(due('<', dueBefore));
  if (dueAfter !== undefined) query = query.where(due('>', dueAfter));
  return newestFirst(query, page).execute();
}

/** Those of a customer that wait for no proof of an address, newest first, without those that have gone over into another one. */
export function listOwnSubscriptions(
  db: Reader,
  accountId: string,
  { customerId, ...page }: RowPage & { readonly customerId: string },
): Promise<Subscription[]> {
  const own = subscriptionsOf(db, accountId).where('customerId', '=', customerId);
  const proven = own.where('awaitsEmailKey', 'is', null);
  const isShown = sql<boolean>`(${sql.ref('mergedInto')} is null or ${sql.ref('endedAt')} is null)`;
  return newestFirst(proven.where(unindexed(isShown)), page).execute();
}

function due(operator: '<' | '>', moment: Date) {
  return unindexed(sql<boolean>`${sql.ref('dueAt')} ${sql.raw(operator)} ${moment}`);
}

/** Subscriptions of all accounts whose next step has been due since before a time, those that wait longest first. */
export function findDue(
  db: Reader,
  before: Date,
  limit: number,
): Promise<Pick<Subscription, 'accountId' | 'id'>[]> {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .select(['accountId', 'id'])
    .where('dueAt', 'is not', null)
    .where('dueAt', '<', before)
    .orderBy('dueAt')
    .limit(limit)
    .execute();
}

function subscriptionsOf(db: Reader, accountId: string) {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .selectAll()
    .where('accountId', '=', accountId);
}

function periodsOf(db: Reader, accountId: string, subscriptionId: string) {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptionPeriods')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', subscriptionId);
}
