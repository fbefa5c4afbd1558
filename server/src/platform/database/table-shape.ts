import { sql } from 'kysely';
import type { Reader } from './database.ts';
import type { ListColumn } from './lists.ts';
import { camelName } from './names.ts';

/** A table of the schema; names as in code. */
export interface TableShape {
  readonly table: string;
  /** The type of each column, by its name. */
  readonly columns: Readonly<Record<string, ListColumn>>;
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  /** The place in the primary key, from 1; 0 for other columns. */
  readonly place: number;
}

const POSTGRES_NAMES: Readonly<Record<string, ListColumn>> = {
  text: 'TEXT',
  bigint: 'INTEGER',
  boolean: 'BOOLEAN',
  jsonb: 'JSON',
  'timestamp with time zone': 'TIMESTAMP',
};
const SQLITE_NAMES: Readonly<Record<string, ListColumn>> = {
  TEXT: 'TEXT',
  INTEGER: 'INTEGER',
  BOOLEAN: 'BOOLEAN',
  JSON: 'JSON',
  TIMESTAMP: 'TIMESTAMP',
};

/** Reads the shape of a table from the schema. Throws if the table does not exist or has non-portable types. */
export async function tableShape(db: Reader, table: string): Promise<TableShape> {
  const isSqlite = db.engine === 'sqlite';
  const rows = isSqlite ? await sqliteColumns(db, table) : await postgresColumns(db, table);
  if (rows.length === 0) throw new Error(`there is no table ${table}`);
  const columns: Record<string, ListColumn> = {};
  for (const { name, type } of rows) {
    const portable = (isSqlite ? SQLITE_NAMES : POSTGRES_NAMES)[type];
    if (portable === undefined) throw new Error(`${table}.${name} has the type ${type}`);
    columns[camelName(name)] = portable;
  }
  const keyRows = rows.filter(({ place }) => place > 0).toSorted((a, b) => a.place - b.place);
  return { table, columns, key: keyRows.map(({ name }) => camelName(name)) };
}

async function sqliteColumns(db: Reader, table: string): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select c.name as name, c.type as type, c.pk as place from pragma_table_info(${table}) c order by c.cid`.execute(
    db.tables(),
  );
  return rows;
}

async function postgresColumns(db: Reader, table: string): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select a.attname as name, format_type(a.atttypid, null) as type, coalesce((
      select k.place from unnest(i.indkey::int2[]) with ordinality as k (attribute, place) where k.attribute = a.attnum
    ), 0) as place
    from pg_attribute a
    join pg_class t on t.oid = a.attrelid
    left join pg_index i on i.indrelid = t.oid and i.indisprimary
    where t.relname = ${table} and t.relnamespace = current_schema()::regnamespace
      and a.attnum > 0 and not a.attisdropped
    order by a.attnum`.execute(db.tables());
  return rows;
}
