import { refuseIssues } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { QueryContext } from '../accounts/index.ts';
import { searchPrefix } from './domain/search-terms.ts';
import { findMatches, type SearchMatch, type SearchPosition } from './store-search.ts';

/**
 * Customers whose name, business name or email address has a word that starts with the text, sorted by the match; up to
 * one more than `limit`. Deleted customers are not found. Raises 400 for a text without anything to search for.
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
