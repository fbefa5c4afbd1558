import { type CompiledQuery, sql } from 'kysely';
import { queryCompiledOnce } from '../../platform/database/compiled-once.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { runTogether } from '../../platform/database/run-together.ts';
import type { Order, OrderLine, OrderTables } from './tables.ts';

/** The line items in the client's order. */
export async function readLines(db: Reader, accountId: string, orderId: string): Promise<OrderLine[]> {
  return db
    .tables<OrderTables>()
    .selectFrom('orderLines')
    .select(['id', 'productId', 'bundleId', 'variationId', 'quantity', 'offerId', 'partial', 'replaced'])
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute();
}

/** Replaces all line items. The caller holds the order's lock. */
export async function replaceLines(tx: Tx, order: Order, lines: readonly OrderLine[]): Promise<void> {
  await runTogether(tx, replacementOfLines(tx, order, lines));
}

/** The queries that replace all line items, for a caller who holds the order's lock. */
export function replacementOfLines(tx: Tx, order: Order, lines: readonly OrderLine[]): CompiledQuery[] {
  const { accountId, id: orderId } = order;
  const rows = lines.map((line, position): [number, NewLine] => [
    position,
    { ...line, quantity: BigInt(line.quantity) },
  ]);
  const insertion = { accountId, orderId, rows: Object.fromEntries(rows) };
  return [deletionOfLines(tx, order), ...(lines.length === 0 ? [] : [insertionOfLines(tx, insertion)])];
}

/** The query that deletes all line items of an order, for a caller who holds its lock. */
export function deletionOfLines(
  tx: Tx,
  { accountId, id: orderId }: Pick<Order, 'accountId' | 'id'>,
): CompiledQuery {
  return deletion(tx, { accountId, orderId });
}

const deletion = queryCompiledOnce(
  (tx: Tx, { accountId, orderId }: { readonly accountId: string; readonly orderId: string }) =>
    tx
      .tables<OrderTables>()
      .deleteFrom('orderLines')
      .where('accountId', '=', accountId)
      .where('orderId', '=', orderId),
);

/** A line whose quantity is a parameter of the query instead of a part of its text. */
type NewLine = Omit<OrderLine, 'quantity'> & { readonly quantity: bigint };

interface NewLines {
  readonly accountId: string;
  readonly orderId: string;
  /** By position. */
  readonly rows: Readonly<Record<number, NewLine>>;
}

/** Carts with up to this many lines, and combinations of absent fields, are inserted without compiling them again. */
const MOST_SHAPES = 100;

const insertionOfLines = queryCompiledOnce(
  (tx: Tx, { accountId, orderId, rows }: NewLines) =>
    tx
      .tables<OrderTables>()
      .insertInto('orderLines')
      .values(
        Object.values(rows).map(({ quantity, ...line }, position) => ({
          ...line,
          quantity: sql<number>`${quantity}`,
          // Absent from purchases that were agreed before this field existed.
          partial: line.partial ?? null,
          replaced: line.replaced ?? null,
          accountId,
          orderId,
          position,
        })),
      ),
  { mostShapes: MOST_SHAPES },
);
