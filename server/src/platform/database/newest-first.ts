import { type SelectQueryBuilder, sql } from 'kysely';

/** The part of a list to read: up to `limit` rows, after the row that ended the previous page. */
export interface RowPage {
  readonly limit: number;
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
}

/**
 * One page of a list, newest first, then by id for rows of the same moment. The query returns up to one row more than
 * `limit`, which shows whether there are more. It reads the columns `createdAt`, or another `moment`, and `id`, or
 * another one, of `table` where several tables are joined, and its cost does not grow with the pages before it.
 */
export function newestFirst<Tables, Names extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Names, Row>,
  { limit, after }: RowPage,
  {
    table,
    moment = 'createdAt',
    id: idName = 'id',
  }: { readonly table?: Names & string; readonly moment?: string; readonly id?: string } = {},
): SelectQueryBuilder<Tables, Names, Row> {
  const column = (name: string) => sql.ref(table === undefined ? name : `${table}.${name}`);
  const [at, id] = [column(moment), column(idName)];
  const sorted = query
    .orderBy(at, 'desc')
    .orderBy(id, 'desc')
    .limit(limit + 1);
  if (after === undefined) return sorted;
  return sorted.where(sql<boolean>`(${at}, ${id}) < (${after.at}, ${after.id})`);
}
