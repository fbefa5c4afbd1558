import type { CompiledQuery } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { inList, rowsFrom } from '../../platform/database/lists.ts';
import { runTogether } from '../../platform/database/run-together.ts';
import { ordersOf, withCurrentBilling } from './store.ts';
import { dayOf, type OrderChanges } from './store-columns.ts';
import type { Order, OrderTables } from './tables.ts';

/** The fields of an order that an update of its cart may change. */
type CartChanges = Required<
  Pick<OrderChanges, 'customerId' | 'currency' | 'offerId' | 'utm' | 'returnUrl' | 'updatedAt'>
> &
  Pick<OrderChanges, 'billing' | 'lines'>;

/** A change of a cart to write. */
export interface CartWrite {
  /** As read under its lock. */
  readonly before: Order;
  readonly changes: CartChanges;
}

/** Reads and locks those of these orders that no other transaction holds, by id. */
export async function lockFreeOrders(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Order>> {
  const orders = ordersOf(tx, accountId).where(inList(tx, 'id', ids));
  const rows = await (tx.engine === 'postgres' ? orders.forUpdate().skipLocked() : orders).execute();
  return new Map(rows.map(withCurrentBilling).map((order) => [order.id, order]));
}

/** Writes changes of different carts of one account, as `changeOrder` writes one. The caller holds their locks. */
export async function changeOrders(tx: Tx, writes: readonly CartWrite[]): Promise<void> {
  const { moved = [], others = [] } = Object.groupBy(writes, (write) =>
    isMoved(write) ? 'moved' : 'others',
  );
  await runTogether(tx, [
    ...(others.length === 0 ? [] : [updateOf(tx, others, { areMoved: false })]),
    ...(moved.length === 0 ? [] : [updateOf(tx, moved, { areMoved: true })]),
  ]);
}

/** Whether indexes have to find the cart elsewhere. SQLite rewrites the indexes of every column that is set. */
function isMoved({ before, changes }: CartWrite): boolean {
  return changes.customerId !== before.customerId || dayOf(changes.updatedAt) !== dayOf(before.updatedAt);
}

function updateOf(
  tx: Tx,
  writes: readonly CartWrite[],
  { areMoved }: { readonly areMoved: boolean },
): CompiledQuery {
  return tx
    .tables<OrderTables>()
    .updateTable('orders')
    .from(rowsFrom(tx, CHANGED_COLUMNS, writes.map(changedRow)).as('given'))
    .set((eb) => ({
      currency: eb.fn.coalesce('given.currency', 'orders.currency'),
      offerId: eb.ref('given.offerId'),
      billing: eb.fn.coalesce('given.billing', 'orders.billing'),
      lines: eb.fn.coalesce('given.lines', 'orders.lines'),
      utm: eb.fn.coalesce('given.utm', 'orders.utm'),
      returnUrl: eb.ref('given.returnUrl'),
      updatedAt: eb.fn.coalesce('given.updatedAt', 'orders.updatedAt'),
      revision: eb('orders.revision', '+', 1),
      ...(areMoved && {
        customerId: eb.ref('given.customerId'),
        changedOn: eb.fn.coalesce('given.changedOn', 'orders.changedOn'),
      }),
    }))
    .whereRef('orders.accountId', '=', 'given.accountId')
    .whereRef('orders.id', '=', 'given.id')
    .compile();
}

/** Each row names the account: with a single parameter for it, SQLite would read all orders of the account. */
const CHANGED_COLUMNS = {
  accountId: 'TEXT',
  id: 'TEXT',
  customerId: 'TEXT',
  currency: 'TEXT',
  offerId: 'TEXT',
  billing: 'JSON',
  lines: 'JSON',
  utm: 'JSON',
  returnUrl: 'TEXT',
  updatedAt: 'TIMESTAMP',
  changedOn: 'TEXT',
} as const;

function changedRow({ before, changes }: CartWrite) {
  const { accountId, id } = before;
  return { billing: null, lines: null, ...changes, accountId, id, changedOn: dayOf(changes.updatedAt) };
}
