import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { Order, OrderTables, PurchaseRow } from '../tables.ts';

export async function insertPurchase(tx: Tx, purchase: PurchaseRow): Promise<void> {
  await tx.tables<OrderTables>().insertInto('purchases').values(purchase).execute();
}

/** The purchase of a payment. */
export function readPurchase(
  db: Reader,
  accountId: string,
  paymentId: string,
): Promise<PurchaseRow | undefined> {
  return db
    .tables<OrderTables>()
    .selectFrom('purchases')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
}

/** The purchase of the latest attempt to pay an order. */
export function latestPurchase(
  db: Reader,
  { accountId, id }: Pick<Order, 'accountId' | 'id'>,
): Promise<PurchaseRow | undefined> {
  return db
    .tables<OrderTables>()
    .selectFrom('purchases')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('orderId', '=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('paymentId', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether a guest with this address pays for an order, or has paid for one that is undelivered. */
export async function hasPendingPurchase(db: Reader, accountId: string, emailKey: string): Promise<boolean> {
  const purchase = await db
    .tables<OrderTables>()
    .selectFrom('purchases')
    .innerJoin('orders', (join) =>
      join.onRef('orders.accountId', '=', 'purchases.accountId').onRef('orders.id', '=', 'purchases.orderId'),
    )
    .select('purchases.paymentId')
    .where('purchases.accountId', '=', accountId)
    .where('purchases.guestEmailKey', '=', emailKey)
    .where('orders.status', 'in', [sql.lit('PaymentProcessing' as const), sql.lit('Paid' as const)])
    .limit(1)
    .executeTakeFirst();
  return purchase !== undefined;
}

/** The orders that guests with this address pay for, or have paid for and not got yet. */
export function ordersInPaymentOf(
  db: Reader,
  accountId: string,
  emailKey: string,
): Promise<Pick<Order, 'id' | 'content' | 'cancelledAt'>[]> {
  return db
    .tables<OrderTables>()
    .selectFrom('purchases')
    .innerJoin('orders', (join) =>
      join.onRef('orders.accountId', '=', 'purchases.accountId').onRef('orders.id', '=', 'purchases.orderId'),
    )
    .select(['orders.id', 'orders.content', 'orders.cancelledAt'])
    .where('purchases.accountId', '=', accountId)
    .where('purchases.guestEmailKey', '=', emailKey)
    .where('orders.status', 'in', [sql.lit('PaymentProcessing' as const), sql.lit('Paid' as const)])
    .execute();
}

/** Records the purchase that completed an order. The caller holds the order's lock. */
export async function markFulfilled(tx: Tx, { accountId, paymentId }: PurchaseRow): Promise<void> {
  await tx
    .tables<OrderTables>()
    .updateTable('purchases')
    .set({ isFulfilled: true })
    .where('accountId', '=', accountId)
    .where('paymentId', '=', paymentId)
    .execute();
}

/** All purchases of an order. */
export function purchasesOf(
  db: Reader,
  { accountId, id }: Pick<Order, 'accountId' | 'id'>,
): Promise<PurchaseRow[]> {
  return db
    .tables<OrderTables>()
    .selectFrom('purchases')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('orderId', '=', id)
    .execute();
}

/** Replaces the stored buyer of a purchase. The caller holds the order's lock. */
export async function writeBuyer(
  tx: Tx,
  { accountId, paymentId }: PurchaseRow,
  buyer: PurchaseRow['buyer'],
): Promise<void> {
  await tx
    .tables<OrderTables>()
    .updateTable('purchases')
    .set({ buyer })
    .where('accountId', '=', accountId)
    .where('paymentId', '=', paymentId)
    .execute();
}

/** Deletes the purchases of an order. The caller holds its lock. */
export async function deletePurchases(tx: Tx, accountId: string, orderId: string): Promise<void> {
  const db = tx.tables<OrderTables>();
  await db
    .deleteFrom('purchases')
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .execute();
}
