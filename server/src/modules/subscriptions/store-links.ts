import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { unindexed } from '../../platform/database/unindexed.ts';
import type { Period, Subscription, SubscriptionTables } from './tables.ts';

/** Whether another subscription is charged to a method: one that has ended has none. */
export async function isMethodShared(
  db: Reader,
  { accountId, id, methodId }: Pick<Subscription, 'accountId' | 'id' | 'methodId'>,
): Promise<boolean> {
  const other = await db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .select('id')
    .where('accountId', '=', accountId)
    .where('methodId', '=', methodId)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** The subscriptions to a variation that a price in a currency concerns. */
export interface PricedSubscriptions {
  readonly variationId: string;
  readonly currency: string;
}

/** Those that have not ended, by id, after an id. */
export function pricedSubscriptions(
  db: Reader,
  accountId: string,
  { variationId, currency }: PricedSubscriptions,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Pick<Subscription, 'id'>[]> {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .select('id')
    .where('accountId', '=', accountId)
    .where('variationId', '=', variationId)
    .where('endedAt', 'is', null)
    .where('id', '>', after)
    .where(unindexed(sql<boolean>`${sql.ref('currency')} = ${currency}`))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Their number. */
export async function countPriced(
  db: Reader,
  accountId: string,
  { variationId, currency }: PricedSubscriptions,
): Promise<number> {
  const { count } = await db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('accountId', '=', accountId)
    .where('variationId', '=', variationId)
    .where('endedAt', 'is', null)
    .where(unindexed(sql<boolean>`${sql.ref('currency')} = ${currency}`))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The periods of a subscription that end after a time, oldest first. */
export function periodsAfter(
  db: Reader,
  { accountId, id }: Pick<Subscription, 'accountId' | 'id'>,
  moment: Date,
): Promise<Period[]> {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptionPeriods')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', id)
    .where(unindexed(sql<boolean>`${sql.ref('endsAt')} > ${moment}`))
    .orderBy('number')
    .execute();
}
