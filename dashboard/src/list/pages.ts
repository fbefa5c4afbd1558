import { pageAfter } from '@latchkey/sdk';
import type { ListPage } from './data-list.tsx';

interface PageQuery {
  readonly paginationToken?: string;
}

const PAGE_SIZE = 25;
const FIRST_PAGE: PageQuery = {};

/** What a list of the Core API needs to be read page by page: the rest of a query is its key and its function. */
export function pagesOf<Row>(
  read: (page: PageQuery & { readonly pageSize: number }, signal: AbortSignal) => Promise<ListPage<Row>>,
) {
  return {
    queryFn: ({ pageParam, signal }: { readonly pageParam: PageQuery; readonly signal: AbortSignal }) =>
      read({ ...pageParam, pageSize: PAGE_SIZE }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page: ListPage<Row>): PageQuery | undefined => pageAfter(page),
  };
}
