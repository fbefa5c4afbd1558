import { isDeepStrictEqual } from 'node:util';
import { CompiledQuery, sql } from 'kysely';
import { compiledOnce } from '../../../platform/database/compiled-once.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import { runTogether } from '../../../platform/database/run-together.ts';
import { unindexed } from '../../../platform/database/unindexed.ts';
import { type CustomerTables, emailKey } from '../../customers/index.ts';
import { isPaid } from '../domain/order-state.ts';
import type { Order, OrderLine, OrderRow, OrderTables } from '../tables.ts';

/** The changes of an order in addition to its status. */
export type OrderChanges = Partial<Omit<Order, 'accountId' | 'id' | 'status' | 'revision' | 'createdAt'>> & {
  readonly [kept in 'accountId' | 'id' | 'status' | 'revision']?: never;
};

/** The columns of an order that changes set. */
type OrderColumns = OrderChanges & Partial<Pick<OrderRow, 'changedOn' | 'billingEmailKey'>>;

export function readOrder(db: Reader, accountId: string, id: string): Promise<Order | undefined> {
  return orderWithCurrentBilling(db, { accountId, id, locks: false });
}

/** Reads an order and locks it until the transaction ends: every change or completion of an order starts with this. */
export function lockOrder(tx: Tx, accountId: string, id: string): Promise<Order | undefined> {
  return orderWithCurrentBilling(tx, { accountId, id, locks: true });
}

/** The order, with the session epoch of its customer. */
const orderById = compiledOnce(
  (
    db,
    { accountId, id, locks }: { readonly accountId: string; readonly id: string; readonly locks: boolean },
  ) =>
    db
      .tables<OrderTables & CustomerTables>()
      .selectFrom('orders')
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('customers')
          .select('customers.sessionEpoch')
          .whereRef('customers.accountId', '=', 'orders.accountId')
          .whereRef('customers.id', '=', 'orders.customerId')
          .as('ownerEpoch'),
      )
      .where('accountId', '=', accountId)
      .where('id', '=', id)
      .$if(locks, (query) => query.forUpdate()),
);

/**
 * A person who signed up with a stranger's address must not determine the billing details once the stranger has the
 * account: details of an ended session are left out until the order is paid.
 */
async function orderWithCurrentBilling(...look: Parameters<typeof orderById>): Promise<Order | undefined> {
  const [row] = await orderById(...look);
  if (row === undefined) return undefined;
  const { ownerEpoch, ...order } = row;
  const isCurrent = isPaid(order) || ownerEpoch === null || ownerEpoch === order.billingEpoch;
  return isCurrent ? order : { ...order, billing: {} };
}

/** Adds an order; false, after waiting for it, when a concurrent request adds the same id. */
export async function insertOrder(tx: Tx, order: Order): Promise<boolean> {
  const inserted = await tx
    .tables<OrderTables>()
    .insertInto('orders')
    .values({ ...order, changedOn: dayOf(order.updatedAt), billingEmailKey: emailKeyOf(order.billing) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Changes an order except for its status, increments its revision, and returns the updated order. The caller holds its
 * lock, and has read it under this lock. Unchanged columns are not set: a database that sets one rewrites its indexes,
 * and checks everything that refers to it.
 */
export async function changeOrder(tx: Tx, order: Order, changes: OrderChanges): Promise<Order> {
  const revision = order.revision + 1;
  await runTogether(tx, [updateOf(tx, order, { ...differences(order, columnsOf(changes)), revision })]);
  return { ...order, ...changes, revision };
}

/** The SQL of updates by their columns: carts change with every click, so it is put together once (ADR 11). */
const updateTexts = new Map<string, string>();

function updateOf(
  tx: Tx,
  { accountId, id }: Order,
  columns: Readonly<Record<string, unknown>>,
): CompiledQuery {
  const key = [tx.engine, ...Object.keys(columns)].join(' ');
  const text = updateTexts.get(key) ?? compileUpdate(tx, columns);
  updateTexts.set(key, text);
  return CompiledQuery.raw(text, [...Object.values(columns), accountId, id]);
}

function compileUpdate(tx: Tx, columns: object): string {
  const update = tx.tables<OrderTables>().updateTable('orders').set(columns);
  return update.where('accountId', '=', '').where('id', '=', '').compile().sql;
}

function differences(order: Order, columns: OrderColumns): OrderColumns {
  const before: Readonly<Record<string, unknown>> = { ...order };
  const isOther = ([name, value]: [string, unknown]): boolean =>
    // Billing details that no longer count were not read, and must not stay.
    value !== undefined && (name === 'billing' || !isDeepStrictEqual(value, before[name]));
  return Object.fromEntries(Object.entries(columns).filter(isOther));
}

/** The columns that these changes set. */
export function columnsOf(changes: OrderChanges): OrderColumns {
  const { updatedAt, billing } = changes;
  return {
    ...changes,
    ...(updatedAt !== undefined && { changedOn: dayOf(updatedAt) }),
    ...(billing !== undefined && { billingEmailKey: emailKeyOf(billing) }),
  };
}

function emailKeyOf({ email }: Order['billing']): string | null {
  return email === undefined ? null : emailKey(email);
}

/** The day of a time in UTC, as in `2026-11-23`. */
function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Assigns completed orders to the customer who has proven the address they were bought for. */
export async function assignOrders(
  tx: Tx,
  accountId: string,
  orderIds: readonly string[],
  customerId: string,
): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .tables<OrderTables>()
    .updateTable('orders')
    .set({ customerId })
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', orderIds))
    .where(unindexed(sql<boolean>`${sql.ref('status')} = 'Completed'`))
    .where('customerId', 'is', null)
    .execute();
}

/** Gives all orders of a customer to another one, and returns their ids. */
export async function moveOrderRows(
  tx: Tx,
  accountId: string,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<string[]> {
  const rows = await tx
    .tables<OrderTables>()
    .updateTable('orders')
    .set((eb) => ({ customerId: into, revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('customerId', '=', from)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The owners of carts: only guests, or customers, too. */
export type CartOwners = 'Guests' | 'AllCustomers';

/** Locks at most `most` carts that have not changed since a time; those of the oldest day first. */
export function lockUntouchedCarts(
  tx: Tx,
  whose: CartOwners,
  untouchedSince: Date,
  most: number,
): Promise<Pick<Order, 'accountId' | 'id'>[]> {
  return tx
    .tables<OrderTables>()
    .selectFrom('orders')
    .select(['accountId', 'id'])
    .where('status', '=', sql.lit('Open' as const))
    .where(unindexed(sql<boolean>`${sql.ref('origin')} = 'Cart'`))
    .where('changedOn', '<=', dayOf(untouchedSince))
    .where('updatedAt', '<', untouchedSince)
    .$if(whose === 'Guests', (query) => query.where('customerId', 'is', null))
    .orderBy('changedOn')
    .limit(most)
    .forUpdate()
    .execute();
}

/** The number of open carts without an owner that an account has; at most `most` are counted. */
export async function countGuestCarts(db: Reader, accountId: string, most: number): Promise<number> {
  const carts = db
    .tables<OrderTables>()
    .selectFrom('orders')
    .select('accountId')
    .where('accountId', '=', accountId)
    .where('status', '=', sql.lit('Open' as const))
    .where('customerId', 'is', null)
    .limit(most);
  const { count } = await db
    .tables<OrderTables>()
    .selectFrom(carts.as('guestCarts'))
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Locks the orders of a customer that are not completed. */
export function lockUnpaidOrders(
  tx: Tx,
  accountId: string,
  customerId: string,
): Promise<Pick<Order, 'accountId' | 'id' | 'origin'>[]> {
  return tx
    .tables<OrderTables>()
    .selectFrom('orders')
    .select(['accountId', 'id', 'origin'])
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where('status', '!=', 'Completed')
    .forUpdate()
    .execute();
}

/** Records that a cart was checked, so that it is among the last to be checked again. The caller holds its lock. */
export async function touchCart(tx: Tx, accountId: string, id: string, updatedAt: Date): Promise<void> {
  await tx
    .tables<OrderTables>()
    .updateTable('orders')
    .set({ updatedAt, changedOn: dayOf(updatedAt) })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Records what has to go back of an order, and whether any of it is left. The caller holds its lock. */
export async function writeUndueMoney(
  tx: Tx,
  { accountId, id }: Pick<Order, 'accountId' | 'id'>,
  changes: Pick<Order, 'hasUndueMoney'> & Partial<Pick<Order, 'owed'>>,
): Promise<void> {
  await tx
    .tables<OrderTables>()
    .updateTable('orders')
    .set(changes)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Deletes an unpaid order. The caller holds its lock, and has deleted the rows that refer to it. */
export async function deleteOrder(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx
    .tables<OrderTables>()
    .deleteFrom('orders')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Stores the line items of an order that is paid now. The caller holds its lock. */
export async function insertLines(tx: Tx, order: Order, lines: readonly OrderLine[]): Promise<void> {
  if (lines.length === 0) return;
  const { accountId, id: orderId } = order;
  const rows = lines.map(({ agreed: _price, ...line }, position) => ({
    ...line,
    accountId,
    orderId,
    position,
  }));
  await tx.tables<OrderTables>().insertInto('orderLines').values(rows).execute();
}
