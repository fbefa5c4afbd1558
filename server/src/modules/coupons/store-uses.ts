import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import { newestFirst, type RowPage } from '../../platform/database/newest-first.ts';
import { unindexed } from '../../platform/database/unindexed.ts';
import type { CouponTables, CouponUse } from './tables.ts';

/** A table whose rows count their uses up to a maximum. */
type CountingTable = 'coupons' | 'couponCodes';

/** A row of such a table. */
interface Counter {
  readonly accountId: string;
  readonly id: string;
}

/** Counts a use of a coupon or a code; false, and nothing changed, when its maximum is reached. */
export async function countUse(tx: Tx, table: CountingTable, { accountId, id }: Counter): Promise<boolean> {
  const row = await tx
    .tables<Pick<CouponTables, CountingTable>>()
    .updateTable(table)
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('maxUses', 'is', null), eb('uses', '<', eb.ref('maxUses'))]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a use of a coupon or a code. */
export async function uncountUse(tx: Tx, table: CountingTable, { accountId, id }: Counter): Promise<void> {
  await tx
    .tables<Pick<CouponTables, CountingTable>>()
    .updateTable(table)
    .set((eb) => ({ uses: eb('uses', '-', 1) }))
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** The customer's key for a coupon. */
interface CustomerCount {
  readonly accountId: string;
  readonly couponId: string;
  readonly customerKey: string;
}

/** Counts a use of a coupon by a customer; false, and nothing changed, when the maximum is reached. */
export async function countCustomer(
  tx: Tx,
  { accountId, couponId, customerKey }: CustomerCount,
  maxUses: number | null,
): Promise<boolean> {
  const row = await tx
    .tables<CouponTables>()
    .insertInto('couponCustomers')
    .values({ accountId, couponId, customerKey, uses: 1, maxUses })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'couponId', 'customerKey'])
        .doUpdateSet((eb) => ({
          uses: eb('couponCustomers.uses', '+', 1),
          maxUses: eb.ref('excluded.maxUses'),
        }))
        .where((eb) =>
          eb.or([
            eb('excluded.maxUses', 'is', null),
            eb('couponCustomers.uses', '<', eb.ref('excluded.maxUses')),
          ]),
        ),
    )
    .returning('uses')
    .executeTakeFirst();
  return row !== undefined;
}

/** Holds the first purchase of a customer for a payment; false when another payment holds it. */
export async function holdFirstPurchase(
  tx: Tx,
  accountId: string,
  customerKey: string,
  paymentId: string,
): Promise<boolean> {
  const row = await tx
    .tables<CouponTables>()
    .insertInto('couponFirstPurchases')
    .values({ accountId, customerKey, paymentId })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'customerKey'])
        .doUpdateSet((eb) => ({ paymentId: eb.ref('excluded.paymentId') }))
        .whereRef('couponFirstPurchases.paymentId', '=', 'excluded.paymentId'),
    )
    .returning('paymentId')
    .executeTakeFirst();
  return row !== undefined;
}

export async function dropFirstPurchases(tx: Tx, accountId: string, paymentId: string): Promise<void> {
  await tx
    .tables<CouponTables>()
    .deleteFrom('couponFirstPurchases')
    .where('accountId', '=', accountId)
    .where('paymentId', '=', paymentId)
    .execute();
}

/** Returns a customer's use of a coupon. */
export async function uncountCustomer(
  tx: Tx,
  { accountId, couponId, customerKey }: CustomerCount,
): Promise<void> {
  await tx
    .tables<CouponTables>()
    .updateTable('couponCustomers')
    .set((eb) => ({ uses: eb('uses', '-', 1) }))
    .where('accountId', '=', accountId)
    .where('couponId', '=', couponId)
    .where('customerKey', '=', customerKey)
    .execute();
}

/** Locks coupons in the order of their ids; this also protects the counters of their codes and customers. */
export async function lockCoupons(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  await tx
    .tables<CouponTables>()
    .selectFrom('coupons')
    .select('id')
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function insertUse(tx: Tx, use: CouponUse): Promise<void> {
  await tx.tables<CouponTables>().insertInto('couponUses').values(use).execute();
}

export async function writeUse(
  tx: Tx,
  { accountId, id }: CouponUse,
  changes: Partial<Pick<CouponUse, 'status' | 'isBeyondLimit' | 'endedAt' | 'customerKeys' | 'networkKey'>>,
): Promise<void> {
  await tx
    .tables<CouponTables>()
    .updateTable('couponUses')
    .set(changes)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** The uses of an order by all of its payments, in the order in which coupons are locked. */
export async function usesOfOrder(tx: Tx, accountId: string, orderId: string): Promise<CouponUse[]> {
  const uses = await tx
    .tables<CouponTables>()
    .selectFrom('couponUses')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .execute();
  // Sorted here: for a sorted result, SQLite would read the uses of all orders.
  return uses.toSorted((a, b) => (a.couponId < b.couponId ? -1 : 1));
}

/** The uses of these orders, in the order in which coupons are locked. */
export async function usesOfOrders(
  tx: Tx,
  accountId: string,
  orderIds: readonly string[],
): Promise<CouponUse[]> {
  if (orderIds.length === 0) return [];
  const uses = await tx
    .tables<CouponTables>()
    .selectFrom('couponUses')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(inList(tx, 'orderId', orderIds))
    .execute();
  return uses.toSorted((a, b) => (a.couponId < b.couponId ? -1 : 1));
}

/** The number of pending payments from a network that hold a use of a coupon. Reliable under the lock of the coupon. */
export async function countReserved(tx: Tx, { accountId, couponId, networkKey }: CouponUse): Promise<number> {
  const row = await tx
    .tables<CouponTables>()
    .selectFrom('couponUses')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('couponId', '=', couponId)
    .where('networkKey', '=', networkKey)
    .where('status', '=', sql.lit('Reserved' as const))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Deletes the returned uses of a deleted order. The caller holds its lock. */
export async function deleteUses(tx: Tx, accountId: string, orderId: string): Promise<void> {
  await tx
    .tables<CouponTables>()
    .deleteFrom('couponUses')
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .where(unindexed(sql<boolean>`${sql.ref('status')} = 'Returned'`))
    .execute();
}

/** The uses of a coupon, newest first. */
export function pageUses(
  db: Reader,
  accountId: string,
  couponId: string,
  page: RowPage,
): Promise<CouponUse[]> {
  const query = db.tables<CouponTables>().selectFrom('couponUses').selectAll();
  return newestFirst(
    query.where('accountId', '=', accountId).where('couponId', '=', couponId),
    page,
  ).execute();
}
