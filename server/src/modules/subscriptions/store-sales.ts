import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import { unindexed } from '../../platform/database/unindexed.ts';
import type { Subscription, SubscriptionTables } from './tables.ts';

/** The subscriptions that an order began. */
export function subscriptionsBegunBy(
  db: Reader,
  accountId: string,
  orderId: string,
): Promise<Subscription[]> {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .execute();
}

/** The products and bundles of which a customer has had free days. */
export async function itemsWithFreeDays(
  db: Reader,
  accountId: string,
  customerId: string,
): Promise<Pick<Subscription, 'productId' | 'bundleId'>[]> {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .select(['productId', 'bundleId'])
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where(unindexed(sql<boolean>`${sql.ref('freeDays')} > 0`))
    .execute();
}

/**
 * Gives all subscriptions of a customer to another one, and returns their number. Free days of an item that the other had
 * are counted no more: see the unique indexes.
 */
export async function moveSubscriptionRows(
  tx: Tx,
  accountId: string,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<number> {
  const items = await itemsWithFreeDays(tx, accountId, into);
  const rows = tx
    .tables<SubscriptionTables>()
    .updateTable('subscriptions')
    .where('accountId', '=', accountId)
    .where('customerId', '=', from);
  for (const column of ['productId', 'bundleId'] as const) {
    const ids = items.flatMap((item) => item[column] ?? []);
    if (ids.length > 0)
      await rows
        .set({ freeDays: null })
        .where(inList(tx, column, ids))
        .execute();
  }
  const { numUpdatedRows } = await rows
    .set((eb) => ({ customerId: into, revision: eb('revision', '+', 1) }))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Whether a subscription of a customer waits for the proof of an address. */
export async function hasAwaiting(db: Reader, accountId: string, customerId: string): Promise<boolean> {
  const row = await db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .select('id')
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where('awaitsEmailKey', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
