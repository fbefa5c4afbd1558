import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { unindexed } from '../../platform/database/unindexed.ts';
import type { Subscription, SubscriptionTables } from './tables.ts';

type SubscriptionKey = Pick<Subscription, 'accountId' | 'id'>;

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

/** Nothing of what others have paid counts for a subscription any more. The caller holds its lock. */
export async function dropMergedCycles(tx: Tx, { accountId, id }: SubscriptionKey): Promise<void> {
  await tx
    .tables<SubscriptionTables>()
    .updateTable('subscriptions')
    .set({ mergedCycles: 0 })
    .where('accountId', '=', accountId)
    .where('mergedInto', '=', id)
    .where(unindexed(sql<boolean>`${sql.ref('mergedCycles')} > 0`))
    .execute();
}
