import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { unindexed } from '../../platform/database/unindexed.ts';
import type { Subscription, SubscriptionTables } from './tables.ts';

type SubscriptionKey = Pick<Subscription, 'accountId' | 'id'>;

const COUNTS = () => unindexed(sql<boolean>`${sql.ref('mergedCycles')} is not null`);

/** How many paid cycles of others count for a subscription, into which they were merged. */
export async function countMergedCycles(db: Reader, { accountId, id }: SubscriptionKey): Promise<number> {
  const { sum } = await db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.sum<number | string | null>('mergedCycles').as('sum'))
    .where('accountId', '=', accountId)
    .where('mergedInto', '=', id)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** The subscriptions that were merged into one, and whose paid cycles count for it. */
export function mergedSubscriptions(db: Reader, { accountId, id }: SubscriptionKey): Promise<Subscription[]> {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('mergedInto', '=', id)
    .where(COUNTS())
    .execute();
}

/** Notes how many paid cycles of a merged subscription count. The caller holds the lock of the one that they count for. */
export async function noteMergedCycles(
  tx: Tx,
  { accountId, id }: SubscriptionKey,
  mergedCycles: number,
): Promise<void> {
  await tx
    .tables<SubscriptionTables>()
    .updateTable('subscriptions')
    .set({ mergedCycles })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** What others have paid counts for a subscription no more, whatever becomes of that money. The caller holds its lock. */
export async function dropMergedCycles(tx: Tx, { accountId, id }: SubscriptionKey): Promise<void> {
  await tx
    .tables<SubscriptionTables>()
    .updateTable('subscriptions')
    .set({ mergedCycles: null })
    .where('accountId', '=', accountId)
    .where('mergedInto', '=', id)
    .where(COUNTS())
    .execute();
}
