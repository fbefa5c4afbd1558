import type { CompiledQuery } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { inList, rowsFrom } from '../../platform/database/lists.ts';
import { runTogether } from '../../platform/database/run-together.ts';
import { ordersOf, withCurrentBilling } from './store.ts';
import type { OrderChanges } from './store-status.ts';
import type { Order, OrderLine, OrderTables } from './tables.ts';

/** The fields of an order that an update of its cart may change. */
type CartChanges = Required<
  Pick<OrderChanges, 'customerId' | 'currency' | 'offerId' | 'utm' | 'returnUrl' | 'updatedAt'>
> &
  Pick<OrderChanges, 'billing'>;

/** A change of a cart to write. */
export interface CartWrite {
  /** As read under its lock. */
  readonly before: Order;
  readonly changes: CartChanges;
  /** The line items that replace all existing ones; absent: they stay. */
  readonly newLines?: readonly OrderLine[] | undefined;
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
export async function changeOrders(tx: Tx, accountId: string, writes: readonly CartWrite[]): Promise<void> {
  if (writes.length === 0) return;
  const refilled = writes.filter(({ newLines }) => newLines !== undefined);
  await runTogether(tx, [
    ...(refilled.length === 0 ? [] : replacementOfLines(tx, accountId, refilled)),
    tx
      .tables<OrderTables>()
      .updateTable('orders')
      .from(rowsFrom(tx, CHANGED_COLUMNS, writes.map(changedRow)).as('given'))
      .set((eb) => ({
        customerId: eb.ref('given.customerId'),
        currency: eb.fn.coalesce('given.currency', 'orders.currency'),
        offerId: eb.ref('given.offerId'),
        billing: eb.fn.coalesce('given.billing', 'orders.billing'),
        utm: eb.fn.coalesce('given.utm', 'orders.utm'),
        returnUrl: eb.ref('given.returnUrl'),
        updatedAt: eb.fn.coalesce('given.updatedAt', 'orders.updatedAt'),
        revision: eb('orders.revision', '+', 1),
      }))
      .whereRef('orders.accountId', '=', 'given.accountId')
      .whereRef('orders.id', '=', 'given.id')
      .compile(),
  ]);
}

/** Each row names the account: with a single parameter for it, SQLite would read all orders of the account. */
const CHANGED_COLUMNS = {
  accountId: 'TEXT',
  id: 'TEXT',
  customerId: 'TEXT',
  currency: 'TEXT',
  offerId: 'TEXT',
  billing: 'JSON',
  utm: 'JSON',
  returnUrl: 'TEXT',
  updatedAt: 'TIMESTAMP',
} as const;

function changedRow({ before, changes }: CartWrite) {
  const { customerId, currency, offerId, billing = null, utm, returnUrl, updatedAt } = changes;
  const { accountId, id } = before;
  return { accountId, id, customerId, currency, offerId, billing, utm, returnUrl, updatedAt };
}

function lineRows({ before, newLines = [] }: CartWrite) {
  const { accountId, id: orderId } = before;
  return newLines.map(({ partial = null, replaced = null, ...line }, position) => ({
    ...line,
    partial,
    replaced,
    accountId,
    orderId,
    position,
  }));
}

/** The queries that replace all lines of these carts with the new ones. */
function replacementOfLines(tx: Tx, accountId: string, writes: readonly CartWrite[]): CompiledQuery[] {
  const db = tx.tables<OrderTables>();
  const deletion = db
    .deleteFrom('orderLines')
    .where('accountId', '=', accountId)
    .where(
      inList(
        tx,
        'orderId',
        writes.map(({ before }) => before.id),
      ),
    );
  const lines = writes.flatMap(lineRows);
  if (lines.length === 0) return [deletion.compile()];
  const rows = rowsFrom(tx, LINE_COLUMNS, lines);
  const insertion = db
    .insertInto('orderLines')
    .columns(LINE_NAMES)
    .expression(db.selectFrom(rows.as('given')).select(LINE_NAMES));
  return [deletion.compile(), insertion.compile()];
}

const LINE_COLUMNS = {
  accountId: 'TEXT',
  orderId: 'TEXT',
  position: 'INTEGER',
  id: 'TEXT',
  productId: 'TEXT',
  bundleId: 'TEXT',
  variationId: 'TEXT',
  quantity: 'INTEGER',
  offerId: 'TEXT',
  partial: 'BOOLEAN',
  replaced: 'JSON',
} as const;

const LINE_NAMES = [
  'accountId',
  'orderId',
  'position',
  'id',
  'productId',
  'bundleId',
  'variationId',
  'quantity',
  'offerId',
  'partial',
  'replaced',
] as const;
