import type { Reader } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { SubscriptionTables } from '../tables.ts';

/** Subscriptions by the vendor's own ids; those that the account does not have are omitted. */
export async function subscriptionIds(
  db: Reader,
  accountId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (externalIds.length === 0) return new Map();
  const rows = await db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .select(['id', 'externalId'])
    .where('accountId', '=', accountId)
    .where(inList(db, 'externalId', externalIds))
    .execute();
  return new Map(rows.map(({ id, externalId }) => [externalId ?? '', id]));
}
