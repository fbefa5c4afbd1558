import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { newestFirst } from '../../../platform/database/newest-first.ts';
import { unindexed } from '../../../platform/database/unindexed.ts';
import type { SortMoment } from '../domain/sorted-by.ts';
import type { LicensingTables, ListFilter } from '../tables.ts';

/** The position of a list's page, and the time by which the list is sorted. */
interface ListPage extends Pick<
  ListFilter,
  'limit' | 'after' | 'isOldestFirst' | 'createdBefore' | 'createdAfter'
> {
  readonly moment?: SortMoment;
}

/** One page of a query's rows, the latest first unless the page says otherwise, whose columns have these values; absent ones do not filter. */
export function listPage<Names extends keyof LicensingTables, Row>(
  query: SelectQueryBuilder<LicensingTables, Names, Row>,
  { limit, after, isOldestFirst, createdBefore, createdAfter, moment = 'createdAt' }: ListPage,
  values: Readonly<Record<string, string | undefined>>,
): SelectQueryBuilder<LicensingTables, Names, Row> {
  const conditions = [
    ...Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [sql<boolean>`${sql.ref(name)} = ${value}`],
    ),
    ...(createdBefore === undefined ? [] : [sql<boolean>`${sql.ref('createdAt')} < ${createdBefore}`]),
    ...(createdAfter === undefined ? [] : [sql<boolean>`${sql.ref('createdAt')} > ${createdAfter}`]),
  ];
  const page = newestFirst(query, { limit, after, isOldestFirst }, { moment });
  return conditions.reduce((narrowed, condition) => narrowed.where(condition), page);
}

/**
 * Whether the end of a row is before or after a moment. It uses an index only in a list that is sorted by it, and not
 * where the position of a later page implies it: SQLite would start there instead of at that position.
 */
export function endIs(
  side: 'Passed' | 'Ahead',
  now: Date,
  { moment, after }: Pick<ListPage, 'moment' | 'after'>,
): RawBuilder<boolean> {
  const operator = sql.raw(side === 'Passed' ? '<=' : '>');
  const condition = sql<boolean>`${sql.ref('expiresAt')} ${operator} ${now}`;
  if (moment !== 'expiresAt') return unindexed(condition);
  if (side === 'Ahead' || after === undefined) return condition;
  return sql<boolean>`(${sql.ref('expiresAt')} is not null and ${unindexed(condition)})`;
}
