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

type Item = Pick<Subscription, 'productId' | 'bundleId'>;

/** The products and bundles of which a customer has had free days. */
export async function itemsWithFreeDays(db: Reader, accountId: string, customerId: string): Promise<Item[]> {
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
        .set({ freeDays: 0 })
        .where(inList(tx, column, ids))
        .execute();
  }
  const { numUpdatedRows } = await rows
    .set((eb) => ({ customerId: into, revision: eb('revision', '+', 1) }))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Subscriptions of these orders that waited for the proof of an address are those of the customer who has proven it. Free days
 * go with them: they are used up. Those of an item of which the customer had free days are counted no more: see the unique
 * indexes. The caller holds the lock of the customer.
 */
export async function giveSubscriptions(
  tx: Tx,
  accountId: string,
  orderIds: readonly string[],
  customerId: string,
): Promise<void> {
  const tables = tx.tables<SubscriptionTables>();
  const free = tables
    .selectFrom('subscriptions')
    .select(['id', 'productId', 'bundleId'])
    .where('accountId', '=', accountId)
    .where(inList(tx, 'orderId', orderIds))
    .where('awaitsEmailKey', 'is not', null)
    .where('customerId', '!=', customerId)
    .where(unindexed(sql<boolean>`${sql.ref('freeDays')} > 0`));
  const update = tables
    .updateTable('subscriptions')
    .where('accountId', '=', accountId)
    .where(inList(tx, 'orderId', orderIds))
    .where('awaitsEmailKey', 'is not', null);
  const earlier = await itemsWithFreeDays(tx, accountId, customerId);
  // Sorted here: for an order of their ids, SQLite would walk through those of the whole account.
  for (const { id, ...item } of (await free.execute()).toSorted(byId)) {
    if (earlier.some((each) => isSameItem(each, item)))
      await update.set({ freeDays: 0 }).where('id', '=', id).execute();
    else earlier.push(item);
  }
  await update.set({ customerId, awaitsEmailKey: null }).execute();
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

function isSameItem(one: Item, other: Item): boolean {
  return one.productId === other.productId && one.bundleId === other.bundleId;
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
