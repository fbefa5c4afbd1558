import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Engine } from '../server/src/platform/database/database.ts';

/** Rows of a table that are copied. */
interface Copied {
  readonly table: string;
  /** Columns that contain ids of copied rows. */
  readonly ids: readonly string[];
  /** Columns with a text that no other row has. */
  readonly names?: readonly string[];
  /** Columns with a number that no other row has: at most `MAX_ORIGINALS`. */
  readonly numbers?: readonly string[];
  /** Columns with a time, which is earlier with each copy. */
  readonly times?: readonly string[];
  /** Absent: all rows. */
  readonly where?: string;
}

/** The number of rows that are made through the modules; the others are copies of them. */
export const MAX_ORIGINALS = 500;
const EMAIL = ['email', 'email_key'];
/** The copies of customers and of orders are spread over two years. */
const YEARS_HOURS = 730 * 24;

const CUSTOMERS: readonly Copied[] = [
  { table: 'customers', ids: ['id'], names: EMAIL, times: ['created_at'] },
  { table: 'licenses', ids: ['id', 'customer_id'], times: ['created_at'] },
  { table: 'activations', ids: ['id', 'license_id'], times: ['created_at'] },
];

/** The copies belong to the orders and the saved methods of their originals. */
const SUBSCRIPTIONS: readonly Copied[] = [
  { table: 'customers', ids: ['id'], names: EMAIL, where: 'id in (select customer_id from subscriptions)' },
  {
    table: 'licenses',
    ids: ['id', 'customer_id', 'subscription_id', 'order_line_id'],
    where: 'subscription_id in (select id from subscriptions)',
  },
  { table: 'subscription_periods', ids: ['subscription_id'] },
  { table: 'subscriptions', ids: ['id', 'customer_id', 'line_id'] },
];

/** What was delivered at once and has not been refunded, disputed or corrected. */
const SALES: readonly Copied[] = [
  {
    table: 'customers',
    ids: ['id'],
    names: EMAIL,
    times: ['created_at'],
    where: 'id in (select customer_id from orders)',
  },
  {
    table: 'customer_search_terms',
    ids: ['customer_id'],
    where: 'customer_id in (select customer_id from orders)',
  },
  {
    table: 'licenses',
    ids: ['id', 'customer_id', 'order_id'],
    times: ['created_at'],
    where: 'order_id in (select id from orders)',
  },
  {
    table: 'payments',
    ids: ['id', 'subject_id'],
    names: ['provider_reference'],
    times: ['created_at', 'expires_at', 'settled_at'],
  },
  { table: 'purchases', ids: ['payment_id', 'order_id'], times: ['created_at'] },
  {
    table: 'documents',
    ids: ['id', 'order_id'],
    names: ['number'],
    numbers: ['position'],
    times: ['issued_at'],
  },
  { table: 'order_lines', ids: ['order_id'] },
  { table: 'order_products', ids: ['order_id'], times: ['created_at'] },
  {
    table: 'orders',
    ids: ['id', 'customer_id'],
    names: ['number'],
    times: ['created_at', 'updated_at', 'completed_at', 'paid_at'],
  },
];

/**
 * Creates `copies` of each customer with license and activation, in SQL: a million of them in a minute or two. A copy
 * differs from its original in its ids, whose first eight digits are its number, in its email, and in its age.
 */
export function multiplyCustomers(engine: Engine, location: string, copies: number): Promise<void> {
  return multiply(engine, location, { tables: CUSTOMERS, copies, hoursBetween: YEARS_HOURS / copies });
}

/** The same of each subscription, with its customer, its licenses and its periods. */
export function multiplySubscriptions(engine: Engine, location: string, copies: number): Promise<void> {
  return multiply(engine, location, { tables: SUBSCRIPTIONS, copies });
}

/** The same of each order, with its customer, payment, documents and licenses, spread over two years. */
export function multiplySales(engine: Engine, location: string, copies: number): Promise<void> {
  return multiply(engine, location, { tables: SALES, copies, hoursBetween: YEARS_HOURS / copies });
}

/** The id of a copy. */
export function copiedId(id: string, copy: number): string {
  return copy.toString(16).padStart(8, '0') + id.slice(8);
}

interface Copies {
  readonly tables: readonly Copied[];
  readonly copies: number;
  /** By which the times of each copy are earlier than those of the one before. */
  readonly hoursBetween?: number;
}

async function multiply(engine: Engine, location: string, copies: Copies): Promise<void> {
  if (engine === 'sqlite') multiplySqlite(location, copies);
  else await multiplyPostgres(location, copies);
}

function multiplySqlite(file: string, { tables, copies, hoursBetween = 0 }: Copies): void {
  // Copies refer to copies: checking each reference would take most of the time.
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    database.exec('pragma synchronous = off; pragma cache_size = -262144');
    for (const copied of tables) {
      const columns = database.prepare('select name from pragma_table_info(?)').all(copied.table);
      const names = columns.map(({ name }) => String(name));
      database.exec(`with recursive copies(copy) as (select 1 union all select copy + 1 from copies where copy < ${copies}),
        ${originalsOf(copied)}
        ${insertOf(copied, names, {
          hexOfCopy: "printf('%08x', copy)",
          earlier: (column) => `${column} - copy * ${Math.round(hoursBetween * 3_600_000)}`,
        })}`);
    }
    database.exec('pragma wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
}

async function multiplyPostgres(url: string, { tables, copies, hoursBetween = 0 }: Copies): Promise<void> {
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
      await client.query(`with copies as (select copy from generate_series(1, ${copies}) as copy),
        ${originalsOf(copied)}
        ${insertOf(copied, names, {
          hexOfCopy: "lpad(to_hex(copy), 8, '0')",
          earlier: (column) => `${column} - copy * make_interval(secs => ${hoursBetween * 3_600})`,
        })}`);
    }
  } finally {
    await client.end();
  }
}

/** How an engine writes what a copy differs in. */
interface Dialect {
  readonly hexOfCopy: string;
  readonly earlier: (column: string) => string;
}

/** Looked up once, not for each copy. */
function originalsOf({ table, where = 'true' }: Copied): string {
  return `originals as materialized (select * from ${table} where ${where})`;
}

/** Copy after copy, so that rows of one customer are stored together, as in a database that grew. */
function insertOf(
  { table, ids, names = [], numbers = [], times = [] }: Copied,
  columns: readonly string[],
  { hexOfCopy, earlier }: Dialect,
): string {
  const values = columns.map((column) => {
    if (ids.includes(column)) return `${hexOfCopy} || substr(${column}, 9)`;
    if (names.includes(column)) return `copy || '-' || ${column}`;
    if (numbers.includes(column)) return `${column} + copy * ${MAX_ORIGINALS}`;
    return times.includes(column) ? earlier(column) : column;
  });
  return `insert into ${table} (${columns.join(', ')})
    select ${values.join(', ')} from copies cross join originals order by copy`;
}
