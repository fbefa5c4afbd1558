import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import { unindexed } from '../../platform/database/unindexed.ts';
import type { CustomerTables, Owner } from './tables.ts';

/**
 * Customers who are not deleted, in a lookup of many at a time. That is nearly all customers of an account: SQLite must
 * not use its index instead of that of the values.
 */
export const IS_LIVE = unindexed(sql<boolean>`not ${sql.ref('isDeleted')}`);

/**
 * The customers with these values in a column, by the value, without deleted ones. Locked in a fixed order, so that two
 * imports do not deadlock.
 */
export async function findLiveCustomers(
  db: Reader,
  accountId: string,
  {
    column,
    values,
    locks,
  }: {
    readonly column: 'id' | 'emailKey' | 'externalId';
    readonly values: readonly string[];
    readonly locks: boolean;
  },
): Promise<ReadonlyMap<string, Owner>> {
  if (values.length === 0) return new Map();
  const query = db
    .tables<CustomerTables>()
    .selectFrom('customers')
    .select(['id', 'emailKey', 'externalId', 'isEmailConfirmed'])
    .where('accountId', '=', accountId)
    .where(inList(db, column, values))
    .where(IS_LIVE);
  // SQLite has one writer at a time, and with an order it would read all customers instead of using the index.
  const hasLocks = locks && db.engine === 'postgres';
  const rows = await (hasLocks ? query.orderBy('id').forUpdate() : query).execute();
  return new Map(rows.map((row) => [row[column] ?? '', row]));
}
