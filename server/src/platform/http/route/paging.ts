import type { FastifyRequest } from 'fastify';
import { Type, type TSchema } from '../../../kernel/schema.ts';
import { invalidInput } from '../../../kernel/problem.ts';
import type { System } from '../../system.ts';
import { pathOf } from './problem-body.ts';

/** The start of a page: after this row, newest first, then by id. */
export interface PageCursor {
  readonly at: Date;
  readonly id: string;
}

/** The input a store needs to fetch a page; it fetches `limit + 1` rows to know whether more exist. */
export interface PageRequest {
  readonly limit: number;
  readonly after: PageCursor | undefined;
  /** The list from its other end. */
  readonly isOldestFirst?: boolean;
}

/** Query parameters of every list (wire contract section 1, Pagination). */
export const pageQuery = {
  pageSize: Type.Optional(
    Type.Integer({ title: 'PageSize', minimum: 1, maximum: 100, default: 25, description: 'Rows per page.' }),
  ),
  paginationToken: Type.Optional(
    Type.String({
      title: 'PaginationToken',
      maxLength: 1_000,
      description: 'From `next` of the previous page.',
    }),
  ),
};

/** The orders of lists that can be read from either end. */
export const SORTS = ['-createdAt', 'createdAt'] as const;

/** Query parameter of lists that can be read from either end. */
export const sortQuery = {
  sort: Type.Optional(
    Type.Enum(SORTS, {
      description: '`-createdAt`, the default: newest first; `createdAt`: oldest first.',
    }),
  ),
};

/** The Page wrapper around one kind of item. */
export function pageOf<Item extends TSchema>(item: Item) {
  const title = 'title' in item ? `${String(item.title)}Page` : undefined;
  return Type.Object(
    {
      items: Type.Array(item),
      hasMore: Type.Boolean({ description: 'There are more results.' }),
      next: Type.Union([Type.String(), Type.Null()], { description: 'Root-relative path of the next page.' }),
    },
    title === undefined ? {} : { title },
  );
}

interface PageParameters {
  readonly pageSize?: number | undefined;
  readonly paginationToken?: string | undefined;
  readonly sort?: string | undefined;
}

/** Reads the requested page; raises 400 when the token was altered or belongs to another account, path or filter. */
export function readPage(system: System, request: FastifyRequest, query: PageParameters): PageRequest {
  const { pageSize = 25, paginationToken, sort } = query;
  const after = paginationToken === undefined ? undefined : openToken(system, request, paginationToken);
  return { limit: pageSize, after, ...(sort === 'createdAt' && { isOldestFirst: true }) };
}

/** Wraps the rows of a store (up to `limit + 1` of them) into a page. */
export function toPage<Row, Item>(
  system: System,
  request: FastifyRequest,
  page: PageRequest,
  rows: readonly Row[],
  parts: { cursor: (row: Row) => PageCursor; item: (row: Row) => Item },
): { items: Item[]; hasMore: boolean; next: string | null } {
  const items = rows.slice(0, page.limit);
  const last = items.at(-1);
  const hasMore = rows.length > page.limit;
  const next = hasMore && last !== undefined ? nextPath(system, request, parts.cursor(last)) : null;
  return { items: items.map(parts.item), hasMore, next };
}

const TOKEN = 'paginationToken';

function nextPath(system: System, request: FastifyRequest, cursor: PageCursor): string {
  const filters = originalFilters(request);
  filters.set(TOKEN, sealToken(system, request, cursor));
  return `${pathOf(request)}?${filters.toString()}`;
}

function originalFilters(request: FastifyRequest): URLSearchParams {
  const filters = new URLSearchParams(request.url.split('?').slice(1).join('?'));
  filters.delete(TOKEN);
  return filters;
}

/** The token is signed together with its purpose, so a token of another list is invalid here. */
function purposeOf(request: FastifyRequest, content: string): string {
  const filters = originalFilters(request);
  filters.delete('pageSize');
  filters.sort();
  return `${request.accountId}\n${pathOf(request)}\n${filters.toString()}\n${content}`;
}

function sealToken(system: System, request: FastifyRequest, cursor: PageCursor): string {
  const content = Buffer.from(`${cursor.at.getTime()} ${cursor.id}`).toString('base64url');
  return `${content}.${system.vault.sign('page', purposeOf(request, content))}`;
}

function openToken(system: System, request: FastifyRequest, token: string): PageCursor {
  const [content = '', signature = '', ...rest] = token.split('.');
  const isGood = rest.length === 0 && system.vault.verify('page', purposeOf(request, content), signature);
  const [at = '', id] = Buffer.from(content, 'base64url').toString().split(' ', 2);
  if (!isGood || id === undefined)
    throw invalidInput({ errors: { [TOKEN]: ['was altered, or belongs to another list'] } });
  return { at: new Date(Number(at)), id };
}
