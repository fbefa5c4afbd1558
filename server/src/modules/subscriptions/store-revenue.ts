import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { RevenueChange, Subscription, SubscriptionTables } from './tables.ts';

/** Adds a change. The caller holds the lock of the subscription. */
export async function insertRevenueChange(tx: Tx, change: RevenueChange): Promise<void> {
  await tx.tables<SubscriptionTables>().insertInto('revenueChanges').values(change).execute();
}

/** The last change of a subscription; `undefined`: it has never brought anything. */
export function lastRevenueChange(
  db: Reader,
  { accountId, id }: Pick<Subscription, 'accountId' | 'id'>,
): Promise<RevenueChange | undefined> {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('revenueChanges')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What decides on the revenue of a subscription. */
export type EarningRow = Pick<
  Subscription,
  'id' | 'status' | 'cycleLength' | 'freeDays' | 'renewedAt' | 'total'
> & {
  /** What was recorded last; null: nothing was. */
  readonly recordedMinor: number | null;
};

/** What decides on the revenue of subscriptions, by id, after one, and what was recorded of each last. */
export function subscriptionsWithRevenue(
  db: Reader,
  accountId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<EarningRow[]> {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .select(['id', 'status', 'cycleLength', 'freeDays', 'renewedAt', 'total'])
    .select((eb) =>
      eb
        .selectFrom('revenueChanges')
        .select('afterMinor')
        .whereRef('revenueChanges.accountId', '=', 'subscriptions.accountId')
        .whereRef('revenueChanges.subscriptionId', '=', 'subscriptions.id')
        .orderBy('number', 'desc')
        .limit(1)
        .as('recordedMinor'),
    )
    .where('accountId', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** When the first change of an account was; `undefined`: there is none. */
export async function firstRevenueChange(db: Reader, accountId: string): Promise<Date | undefined> {
  const row = await db
    .tables<SubscriptionTables>()
    .selectFrom('revenueChanges')
    .select('at')
    .where('accountId', '=', accountId)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}

/** The changes of one kind together. */
export interface RevenueSum extends Pick<RevenueChange, 'currency' | 'itemId' | 'isTest' | 'movement'> {
  /** By how much what is brought each month has changed, in minor units. */
  readonly deltaMinor: number;
  /** The number of changes. */
  readonly count: number;
}

/** The changes from a moment until before another one, by currency, item, payment mode and movement. */
export async function sumRevenueChanges(
  db: Reader,
  accountId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<RevenueSum[]> {
  const columns = ['currency', 'itemId', 'isTest', 'movement'] as const;
  const rows = await db
    .tables<SubscriptionTables>()
    .selectFrom('revenueChanges')
    .select(columns)
    .select(({ fn }) => [
      sql<number | string>`sum(${sql.ref('afterMinor')} - ${sql.ref('beforeMinor')})`.as('deltaMinor'),
      fn.countAll().as('count'),
    ])
    .where('accountId', '=', accountId)
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy(columns)
    .execute();
  return rows.map((row) => ({ ...row, deltaMinor: Number(row.deltaMinor), count: Number(row.count) }));
}
