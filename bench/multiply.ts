import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Engine } from '../server/src/platform/database/database.ts';

/** Rows of a table that are copied, and its columns that contain ids of copied rows. */
interface Copied {
  readonly table: string;
  readonly ids: readonly string[];
  /** Absent: all rows. */
  readonly where?: string;
}

const CUSTOMERS: readonly Copied[] = [
  { table: 'customers', ids: ['id'] },
  { table: 'licenses', ids: ['id', 'customer_id'] },
  { table: 'activations', ids: ['id', 'license_id'] },
];

/** The copies belong to the orders and the saved methods of their originals. */
const SUBSCRIPTIONS: readonly Copied[] = [
  { table: 'customers', ids: ['id'], where: 'id in (select customer_id from subscriptions)' },
  {
    table: 'licenses',
    ids: ['id', 'customer_id', 'subscription_id', 'order_line_id'],
    where: 'subscription_id in (select id from subscriptions)',
  },
  { table: 'subscription_periods', ids: ['subscription_id'] },
  { table: 'subscriptions', ids: ['id', 'customer_id', 'line_id'] },
];

/**
 * Creates `copies` of each customer with license and activation, in SQL: a million of them in a minute or two. A copy
 * differs from its original in its ids, whose first eight digits are its number, and in its email.
 */
export function multiplyCustomers(engine: Engine, location: string, copies: number): Promise<void> {
  return multiply(engine, location, { tables: CUSTOMERS, copies });
}

/** The same of each subscription, with its customer, its licenses and its periods. */
export function multiplySubscriptions(engine: Engine, location: string, copies: number): Promise<void> {
  return multiply(engine, location, { tables: SUBSCRIPTIONS, copies });
}

/** The id of a copy. */
export function copiedId(id: string, copy: number): string {
  return copy.toString(16).padStart(8, '0') + id.slice(8);
}

interface Copies {
  readonly tables: readonly Copied[];
  readonly copies: number;
}

async function multiply(engine: Engine, location: string, copies: Copies): Promise<void> {
  if (engine === 'sqlite') multiplySqlite(location, copies);
  else await multiplyPostgres(location, copies);
}

function multiplySqlite(file: string, { tables, copies }: Copies): void {
  // Copies refer to copies: checking each reference would take most of the time.
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    database.exec('pragma synchronous = off; pragma cache_size = -262144');
    for (const copied of tables) {
      const columns = database.prepare('select name from pragma_table_info(?)').all(copied.table);
      const names = columns.map(({ name }) => String(name));
      database.exec(`with recursive copies(copy) as (select 1 union all select copy + 1 from copies where copy < ${copies})
        ${insertOf(copied, names, "printf('%08x', copy)")}`);
    }
    database.exec('pragma wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
}

async function multiplyPostgres(url: string, { tables, copies }: Copies): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const copied of tables) {
      const { rows } = await client.query(
        `select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public'`,
        [copied.table],
      );
      const names = rows.map(({ name }) => String(name));
      await client.query(`with copies as (select copy from generate_series(1, ${copies}) as copy)
        ${insertOf(copied, names, "lpad(to_hex(copy), 8, '0')")}`);
    }
  } finally {
    await client.end();
  }
}

/** Copy after copy, so that rows of one customer are stored together, as in a database that grew. */
function insertOf(
  { table, ids, where = 'true' }: Copied,
  columns: readonly string[],
  hexOfCopy: string,
): string {
  const values = columns.map((column) => {
    if (ids.includes(column)) return `${hexOfCopy} || substr(${column}, 9)`;
    return column === 'email_key' || column === 'email' ? `copy || '-' || ${column}` : column;
  });
  return `insert into ${table} (${columns.join(', ')})
    select ${values.join(', ')} from copies cross join ${table} where ${where} order by copy`;
}
