import { type RawBuilder, sql } from 'kysely';

/**
 * The same condition, in a form that no index is used for. SQLite does not know how many rows a value has: where
 * another condition leaves few rows, it might read an index of this one, which has many.
 */
export function unindexed(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`case when ${condition} then 1 else 0 end = 1`;
}

/**
 * The same value, for sorting few rows. SQLite would rather read all rows of an account in the order of an index than find
 * these and sort them.
 */
export function unindexedOrder(name: string): RawBuilder<unknown> {
  const column = sql.ref(name);
  return sql`coalesce(${column}, ${column})`;
}
