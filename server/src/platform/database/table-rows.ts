import { sql } from 'kysely';
import type { Reader, Tx } from './database.ts';
import { type ListColumn, type ListRow, rowsFrom } from './lists.ts';
import type { TableShape } from './table-shape.ts';

/** A row of any table; names as in code. */
export type AnyRow = Readonly<Record<string, unknown>>;

type Tables = Record<'rows', { readonly accountId: string }>;

const ROWS_AT_ONCE = 500;

/** The rows of an account in such a table, page by page, in the order of the primary key. */
export async function* rowsOf(
  db: Reader,
  shape: TableShape,
  accountId: string,
  rowsAtOnce = ROWS_AT_ONCE,
): AsyncGenerator<AnyRow[]> {
  const keys = shape.key.filter((name) => name !== 'accountId');
  let last: AnyRow | undefined;
  for (;;) {
    const page = await pageAfter(db, shape.table, accountId, keys, { last, rowsAtOnce });
    if (page.length > 0) yield page;
    last = page.at(-1);
    if (page.length < rowsAtOnce) return;
  }
}

async function pageAfter(
  db: Reader,
  table: string,
  accountId: string,
  keys: readonly string[],
  { last, rowsAtOnce }: { readonly last: AnyRow | undefined; readonly rowsAtOnce: number },
): Promise<AnyRow[]> {
  // Kysely follows tables that are named in the code alone: this one gets its name here.
  const name = table as 'rows';
  let query = db.tables<Tables>().selectFrom(name).selectAll().where('accountId', '=', accountId);
  const columns = keys.map((key) => sql.ref(key));
  for (const column of columns) query = query.orderBy(column);
  if (last !== undefined) {
    const values = keys.map((key) => sql`${last[key]}`);
    query = query.where(sql<boolean>`(${sql.join(columns)}) > (${sql.join(values)})`);
  }
  const rows = await query.limit(rowsAtOnce).execute();
  return rows.map((row) => ({ ...row }));
}

/** Adds rows to such a table, with every column of its shape: moments as dates, JSON as objects and arrays. */
export async function insertRows(tx: Tx, shape: TableShape, rows: readonly AnyRow[]): Promise<void> {
  const name = shape.table as 'rows';
  const names = Object.keys(shape.columns) as 'accountId'[];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE) as ListRow<Record<string, ListColumn>>[];
    const db = tx.tables<Tables>();
    const source = rowsFrom(tx, shape.columns, part);
    await db
      .insertInto(name)
      .columns(names)
      .expression(db.selectFrom(source.as('source')).select(names) as never)
      .execute();
  }
}
