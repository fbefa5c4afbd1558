import { pageAfter } from '@latchkey/sdk';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** The query of a page: from the beginning, or after another page. */
export interface PageQuery {
  readonly pageSize: number;
  readonly paginationToken?: string;
}

const PAGE_SIZE = 100;

/** Nobody reads further on one page of the site. */
const MOST_PAGES = 5;

/** The items of a list, page after page; of a very long one, the first 500. */
export async function everyPage<Item>(
  fetchPage: (query: PageQuery) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let query: PageQuery = { pageSize: PAGE_SIZE };
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await fetchPage(query);
    items.push(...page.items);
    const after = pageAfter(page);
    if (after === undefined) break;
    query = { pageSize: PAGE_SIZE, ...after };
  }
  return items;
}
