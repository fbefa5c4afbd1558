import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Engine } from '../server/src/platform/database/database.ts';

/**
 * Creates `copies` of each customer with license and activation, in SQL: a million of them in a minute or two. A copy
 * differs from its original in its ids, whose first eight digits are its number, and in its email.
 */
export async function multiplyCustomers(engine: Engine, location: string, copies: number): Promise<void> {
  if (engine === 'sqlite') multiplySqlite(location, copies);
  else await multiplyPostgres(location, copies);
}

/** The id of a copy. */
export function copiedId(id: string, copy: number): string {
  return copy.toString(16).padStart(8, '0') + id.slice(8);
}

/** For each table the columns that contain ids of multiplied rows. Referenced tables come first. */
const TABLES = {
  customers: ['id'],
  licenses: ['id', 'customer_id'],
  activations: ['id', 'license_id'],
} as const;
type Table = keyof typeof TABLES;

const ORDER: readonly Table[] = ['customers', 'licenses', 'activations'];

function multiplySqlite(file: string, copies: number): void {
  // Copies refer to copies: checking each reference would take most of the time.
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    database.exec('pragma synchronous = off; pragma cache_size = -262144');
    for (const table of ORDER) {
      const columns = database.prepare('select name from pragma_table_info(?)').all(table);
      const names = columns.map(({ name }) => String(name));
      database.exec(`with recursive copies(copy) as (select 1 union all select copy + 1 from copies where copy < ${copies})
        ${insertOf(table, names, "printf('%08x', copy)")}`);
    }
    database.exec('pragma wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
}

async function multiplyPostgres(url: string, copies: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const table of ORDER) {
      const { rows } = await client.query(
        `select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public'`,
        [table],
      );
      const names = rows.map(({ name }) => String(name));
      await client.query(`with copies as (select copy from generate_series(1, ${copies}) as copy)
        ${insertOf(table, names, "lpad(to_hex(copy), 8, '0')")}`);
    }
  } finally {
    await client.end();
  }
}

/** Copy after copy, so that rows of one customer are stored together, as in a database that grew. */
function insertOf(table: Table, columns: readonly string[], hexOfCopy: string): string {
  const ids: readonly string[] = TABLES[table];
  const values = columns.map((column) => {
    if (ids.includes(column)) return `${hexOfCopy} || substr(${column}, 9)`;
    return column === 'email_key' || column === 'email' ? `copy || '-' || ${column}` : column;
  });
  return `insert into ${table} (${columns.join(', ')})
    select ${values.join(', ')} from copies cross join ${table} order by copy`;
}
