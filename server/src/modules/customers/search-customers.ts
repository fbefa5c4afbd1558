import { refuseIssues } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { System } from '../../platform/system.ts';
import type { QueryContext } from '../accounts/index.ts';
import { searchPrefix } from './domain/search-terms.ts';
import { findMatches, indexOldCustomers, type SearchMatch, type SearchPosition } from './store-search.ts';

/**
 * Customers whose name, business name or email address has a word that the text begins, sorted by what matches; up to one
 * more than `limit`. Deleted customers are not found. Raises 400 for a text of which nothing is left to search.
 */
export function searchCustomers(
  ctx: QueryContext,
  search: { readonly text: string; readonly limit: number; readonly after?: SearchPosition | undefined },
): Promise<SearchMatch[]> {
  const prefix = searchPrefix(search.text);
  refuseIssues({ search: prefix === '' ? ['must contain more than spaces and commas'] : [] });
  const { limit, after } = search;
  return findMatches(readerOf(ctx), ctx.account.id, { prefix, limit, after });
}

/** Makes at most `most` customers findable whom an earlier version has stored; returns how many. */
export function makeSearchable(system: System, most = 500): Promise<number> {
  return system.database.transaction((tx) => indexOldCustomers(tx, most));
}
