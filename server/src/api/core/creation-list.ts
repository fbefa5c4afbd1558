import type { FastifyRequest } from 'fastify';
import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import type { ListFilter } from '../../modules/licensing/index.ts';
import { pageQuery, readPage, toPage } from '../../platform/http/answers/paging.ts';
import type { System } from '../../platform/system.ts';
import { momentOf } from '../wire/moment.ts';

/** Query of the lists that can be narrowed down to a product and to a time of creation (core API). */
export const CreationQuery = Type.Object({
  ...pageQuery,
  productFilter: Type.Optional(Type.String({ description: 'Only for this product.' })),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Created before this time.' })),
  after: Type.Optional(Type.String({ format: 'date-time', description: 'Created after this time.' })),
});

/** How the rows of such a list are read, and what each is on the wire. */
interface CreationList<Row, Item> {
  readonly list: (ctx: Context, filter: ListFilter) => Promise<Row[]>;
  readonly item: (row: Row, now: Date) => Item;
}

/** The page of such a list that a request asks for. */
export async function creationPage<Row extends { readonly createdAt: Date; readonly id: string }, Item>(
  system: System,
  request: FastifyRequest,
  query: Static<typeof CreationQuery>,
  { list, item }: CreationList<Row, Item>,
) {
  const page = readPage(system, request, query);
  const rows = await list(request.context, {
    ...page,
    productId: query.productFilter,
    createdBefore: momentOf(query.before),
    createdAfter: momentOf(query.after),
  });
  const now = system.clock.now();
  return toPage(system, request, page, rows, {
    cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
    item: (row) => item(row, now),
  });
}
