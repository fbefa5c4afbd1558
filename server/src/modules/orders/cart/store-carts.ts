import type { CompiledQuery } from 'kysely';
import { compiledOnce, compilingOnce } from '../../../platform/database/compiled-once.ts';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { inList, jsonRows, jsonRowsFrom, type ListRow } from '../../../platform/database/lists.ts';
import { ordersOf, withCurrentBilling } from '../order/store.ts';
import { dayOf, type OrderChanges } from '../order/store-columns.ts';
import type { Order, OrderTables } from '../tables.ts';

/** The fields of an order that an update of its cart may change. */
type CartChanges = Required<
  Pick<OrderChanges, 'customerId' | 'currency' | 'offerId' | 'utm' | 'returnUrl' | 'updatedAt'>
> &
  // Billing details change only with the owner.
  Pick<OrderChanges, 'billing' | 'lines'>;

/** A change of a cart to write. */
export interface CartWrite {
  /** The cart that the change was decided on. */
  readonly before: Order;
  readonly changes: CartChanges;
}

/** Those of these orders that exist, by id. */
export async function readOrders(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Order>> {
  if (ids.length === 0) return new Map();
  const rows = await ordersByIds(db, { accountId, ids });
  return new Map(rows.map(withCurrentBilling).map((order) => [order.id, order]));
}

const ordersByIds = compiledOnce(
  (db, { accountId, ids }: { readonly accountId: string; readonly ids: readonly string[] }) =>
    ordersOf(db, accountId).where(inList(db, 'id', ids)),
);

/**
 * Whether `updateOfUnchanged` can write the change. A new owner would wait for the customer's row. And it changes no
 * indexed column, as the first change of a day does, because SQLite rewrites the indexes of every column that is set.
 */
export function isShareable({ before, changes }: CartWrite): boolean {
  return changes.customerId === before.customerId && dayOf(changes.updatedAt) === dayOf(before.updatedAt);
}

/**
 * The statement that writes changes of different carts of one account, which are all shareable. It returns the ids of
 * the carts that it changes: those that are still as they were before, and that no other transaction holds. It waits for
 * no lock.
 */
export function updateOfUnchanged(
  writer: Writer,
  accountId: string,
  writes: readonly CartWrite[],
): CompiledQuery<Pick<Order, 'id'>> {
  const ids = writes.map(({ before }) => before.id);
  return updateOfRows(writer, { accountId, ids, rows: jsonRows(writer, writes.map(changedRow)) });
}

interface CartRows {
  readonly accountId: string;
  readonly ids: readonly string[];
  readonly rows: readonly object[];
}

const updateOfRows = compilingOnce((db: Writer, { accountId, ids, rows }: CartRows) =>
  db
    .tables<OrderTables>()
    .updateTable('orders')
    .from(jsonRowsFrom(db, CHANGED_COLUMNS, rows).as('given'))
    .set((eb) => ({
      currency: eb.fn.coalesce('given.currency', 'orders.currency'),
      offerId: eb.ref('given.offerId'),
      lines: eb.fn.coalesce('given.lines', 'orders.lines'),
      utm: eb.fn.coalesce('given.utm', 'orders.utm'),
      returnUrl: eb.ref('given.returnUrl'),
      updatedAt: eb.fn.coalesce('given.updatedAt', 'orders.updatedAt'),
      revision: eb('orders.revision', '+', 1),
    }))
    .whereRef('orders.accountId', '=', 'given.accountId')
    .whereRef('orders.id', '=', 'given.id')
    .whereRef('orders.revision', '=', 'given.revisionBefore')
    .whereRef('orders.updatedAt', '=', 'given.updatedBefore')
    .$if(db.engine === 'postgres', (query) => query.where('orders.id', 'in', freeOrders(db, accountId, ids)))
    .returning('orders.id'),
);

/** Locks those of these orders that no other transaction holds. */
function freeOrders(db: Writer, accountId: string, ids: readonly string[]) {
  return db
    .tables<OrderTables>()
    .selectFrom('orders')
    .select('id')
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .forUpdate()
    .skipLocked();
}

/** Each row names the account: with a single parameter for it, SQLite would read all orders of the account. */
const CHANGED_COLUMNS = {
  accountId: 'TEXT',
  id: 'TEXT',
  revisionBefore: 'INTEGER',
  updatedBefore: 'TIMESTAMP',
  currency: 'TEXT',
  offerId: 'TEXT',
  lines: 'JSON',
  utm: 'JSON',
  returnUrl: 'TEXT',
  updatedAt: 'TIMESTAMP',
} as const;

function changedRow({ before, changes }: CartWrite): ListRow<typeof CHANGED_COLUMNS> {
  const { accountId, id, revision: revisionBefore, updatedAt: updatedBefore } = before;
  const { currency, offerId, lines = null, utm, returnUrl, updatedAt } = changes;
  return {
    accountId,
    id,
    revisionBefore,
    updatedBefore,
    currency,
    offerId,
    lines,
    utm,
    returnUrl,
    updatedAt,
  };
}
