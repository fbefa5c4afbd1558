import { type SelectQueryBuilder, sql } from 'kysely';

/** The part of a list to read: up to `limit` rows, after the row that ended the previous page. */
export interface RowPage {
  readonly limit: number;
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
  /** The same list from its other end. */
  readonly isOldestFirst?: boolean | undefined;
}

/**
 * One page of a list, newest first, or oldest first if the page says so, then by id for rows of the same moment. The query returns up to one row more than
 * `limit`, which shows whether there are more. It reads the columns `createdAt`, or another `moment`, and `id`, or
 * another one, of `table` where several tables are joined, and its cost does not grow with the pages before it.
 */
export function newestFirst<Tables, Names extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Names, Row>,
  { limit, after, isOldestFirst = false }: RowPage,
  {
    table,
    moment = 'createdAt',
    id: idName = 'id',
  }: { readonly table?: Names & string; readonly moment?: string; readonly id?: string } = {},
): SelectQueryBuilder<Tables, Names, Row> {
  const column = (name: string) => sql.ref(table === undefined ? name : `${table}.${name}`);
  const [at, id] = [column(moment), column(idName)];
  const direction = isOldestFirst ? 'asc' : 'desc';
  const sorted = query
    .orderBy(at, direction)
    .orderBy(id, direction)
    .limit(limit + 1);
  if (after === undefined) return sorted;
  const isLater = sql.raw(isOldestFirst ? '>' : '<');
  return sorted.where(sql<boolean>`(${at}, ${id}) ${isLater} (${after.at}, ${after.id})`);
}
