import { type SelectQueryBuilder, sql } from 'kysely';
import { newestFirst } from '../../platform/database/newest-first.ts';
import type { LicensingTables, ListFilter } from './tables.ts';

/** One page of the rows of a query that the filter lets pass, newest first. */
export function listPage<Names extends keyof LicensingTables, Row>(
  query: SelectQueryBuilder<LicensingTables, Names, Row>,
  filter: ListFilter,
): SelectQueryBuilder<LicensingTables, Names, Row> {
  const { productId, customerId, createdBefore, createdAfter } = filter;
  const conditions = [
    ...(productId === undefined ? [] : [sql<boolean>`${sql.ref('productId')} = ${productId}`]),
    ...(customerId === undefined ? [] : [sql<boolean>`${sql.ref('customerId')} = ${customerId}`]),
    ...(createdBefore === undefined ? [] : [sql<boolean>`${sql.ref('createdAt')} < ${createdBefore}`]),
    ...(createdAfter === undefined ? [] : [sql<boolean>`${sql.ref('createdAt')} > ${createdAfter}`]),
  ];
  const page = newestFirst(query, filter);
  return conditions.reduce((narrowed, condition) => narrowed.where(condition), page);
}
