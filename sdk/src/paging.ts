import { contentOf } from './refusal.ts';

/** The query of one page, to add to the filters of a list. */
export interface PageToken {
  readonly paginationToken: string;
}

/** A page of any list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** The query of the next page, to add to the filters of this one; undefined on the last page. */
export function pageAfter({ next }: Pick<Page<unknown>, 'next'>): PageToken | undefined {
  const paginationToken = new URLSearchParams(next?.split('?')[1]).get('paginationToken');
  return paginationToken === null ? undefined : { paginationToken };
}

/**
 * All items of a list, which is read page by page as they are consumed. Raises `Refusal`.
 *
 * @example
 * const licenses = itemsOf((page) => client.GET('/api/customer/inventory/licenses', { params: { query: { ...page } }
 * })); for await (const license of licenses) show(license);
 */
export async function* itemsOf<Item>(
  readPage: (
    page: PageToken | undefined,
  ) => Promise<{ data?: Page<Item>; error?: unknown; response: Response }>,
): AsyncGenerator<Item, void, undefined> {
  let page: PageToken | undefined;
  do {
    const content = await contentOf(readPage(page));
    yield* content.items;
    page = pageAfter(content);
  } while (page !== undefined);
}
