import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from './database.ts';
import { snakeName } from './names.ts';

/**
 * `column in (values)` with the whole list as one parameter, so that lists of every length are one statement that
 * both engines prepare and plan once. An empty list matches nothing.
 */
export function inList(db: Reader, column: string, values: readonly string[]): RawBuilder<SqlBool> {
  if (db.engine === 'sqlite')
    return sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${values}))`;
  // An array created once, not a join: PostgreSQL then always looks the values up in the index of the column.
  return sql<SqlBool>`${sql.ref(column)} = any(array(select jsonb_array_elements_text(${values}::jsonb)))`;
}

/**
 * The condition that SQLite needs in a select before `on conflict`, which it would otherwise parse as that of a join.
 */
export const EVERY_ROW: RawBuilder<SqlBool> = sql<SqlBool>`true`;

/** The types of columns that `rowsFrom` makes, named as in migrations. */
export type ListColumn = 'TEXT' | 'INTEGER' | 'BOOLEAN' | 'TIMESTAMP' | 'JSON';

type ListValue<Type extends ListColumn> = Type extends 'TEXT'
  ? string
  : Type extends 'INTEGER'
    ? number
    : Type extends 'BOOLEAN'
      ? boolean
      : Type extends 'TIMESTAMP'
        ? Date
        : // The column that it goes to knows the type of the object.
          any;

/** Rows whose columns are named and typed by `Columns`; any value may be null. */
export type ListRow<Columns extends Record<string, ListColumn>> = {
  readonly [Name in keyof Columns]: ListValue<Columns[Name]> | null;
};

const POSTGRES_LIST_TYPES: Record<ListColumn, string> = {
  TEXT: 'text',
  INTEGER: 'bigint',
  BOOLEAN: 'boolean',
  TIMESTAMP: 'timestamptz',
  JSON: 'jsonb',
};

/**
 * A table expression of many rows in one parameter: `from rowsFrom(…)` updates or inserts any number of rows with one
 * statement of one text. Alias it with `.as('given')`.
 */
export function rowsFrom<Columns extends Record<string, ListColumn>>(
  db: Reader,
  columns: Columns,
  rows: readonly ListRow<Columns>[],
): RawBuilder<ListRow<Columns>> {
  const parts = Object.entries(columns).map(([name, type]) =>
    db.engine === 'sqlite'
      ? sqliteColumn(name, type)
      : sql`${sql.id(name)} ${sql.raw(POSTGRES_LIST_TYPES[type])}`,
  );
  if (db.engine === 'sqlite') {
    return sql`(select ${sql.join(parts)} from json_each(${rows.map(asSqliteJson)}))`;
  }
  return sql`(select * from jsonb_to_recordset(${rows.map(asPostgresJson)}::jsonb) as given_row(${sql.join(parts)}))`;
}

function sqliteColumn(name: string, type: ListColumn): RawBuilder<unknown> {
  const path = sql.lit(`$.${name}`);
  // Both return SQL's null for JSON's; `->>` returns text and numbers, json_extract the text of an object.
  return type === 'JSON'
    ? sql`json_extract(value, ${path}) as ${sql.id(name)}`
    : sql`value ->> ${path} as ${sql.id(name)}`;
}

/** Timestamps are integers on SQLite, also in JSON. Booleans come out of its JSON functions as 0 and 1. */
function asSqliteJson(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.getTime() : value]),
  );
}

/** The keys of the JSON are column names, so they are written in snake case like the columns. */
function asPostgresJson(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeName(name), value]));
}
