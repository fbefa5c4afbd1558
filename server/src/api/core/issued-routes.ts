import type { FastifyRequest } from 'fastify';
import { GUID_PATTERN } from '../../kernel/ids.ts';
import { notFound, refuseIssues } from '../../kernel/problem.ts';
import { staleRevision } from '../../kernel/revision.ts';
import { type Static, type TSchema, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { type ListFilter, sortedBy } from '../../modules/licensing/index.ts';
import { pageQuery, readPage, SORTS, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { customerOf, NOBODY } from './customer-filter.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { CustomPropertiesInput } from '../wire/custom-properties.ts';
import { guidOf } from '../wire/ids.ts';
import { momentOf } from '../wire/moment.ts';

const NOT_BY_END = 'Not allowed if `status` sorts the list by `expiresAt`.';

/** Query of the lists of licenses or trials of customers (core API). */
export const issuedQuery = {
  ...pageQuery,
  sort: Type.Optional(
    Type.Enum(SORTS, {
      description: `\`-createdAt\`, the default: newest first; \`createdAt\`: oldest first. ${NOT_BY_END}`,
    }),
  ),
  productFilter: Type.Optional(Type.String({ description: 'Only for this product.' })),
  ownerId: Type.Optional(
    Type.String({
      pattern: GUID_PATTERN,
      errorMessage: 'must be a GUID',
      description: 'Only of this customer.',
    }),
  ),
  email: Type.Optional(
    Type.String({ maxLength: 320, description: 'Only of the customer with this email address.' }),
  ),
  before: Type.Optional(
    Type.String({ format: 'date-time', description: `Created before this time. ${NOT_BY_END}` }),
  ),
  after: Type.Optional(
    Type.String({ format: 'date-time', description: `Created after this time. ${NOT_BY_END}` }),
  ),
};

const IssuedQuery = Type.Object(issuedQuery);

/** Licenses or trials, with the functions that the routes of both use. */
export interface IssuedResource<Row, Answer> {
  /** As in `getLicense` and "One license". */
  readonly name: 'License' | 'Trial';
  readonly path: '/api/licenses' | '/api/trials';
  readonly scope: 'licenses' | 'trials';
  /** The schema of `Answer`. */
  readonly schema: TSchema;
  readonly find: (ctx: Context, id: string) => Promise<Row | undefined>;
  /** Turns rows into their wire form. */
  readonly presenter: (ctx: Context) => Promise<(row: Row) => Answer>;
  readonly replaceProperties: (
    ctx: Context,
    id: string,
    properties: unknown,
    expectedRevision: number | undefined,
  ) => Promise<Row>;
}

type Tagged = { readonly revision: number };

/** `GET` of one. */
export function registerGet<Row extends Tagged, Answer>(
  app: App,
  resource: IssuedResource<Row, Answer>,
): void {
  const { name, path, scope, schema } = resource;
  const noun = name.toLowerCase();
  app.route({
    method: 'GET',
    url: `${path}/:id`,
    config: { access: access.vendor(`${scope}:read`) },
    schema: {
      operationId: `get${name}`,
      summary: `One ${noun}`,
      tags: [`${name}s`],
      params: idPathOf(noun),
      response: { 200: schema, ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const row = await resource.find(context, guidOf(params.id));
      if (row === undefined) throw notFound({ detail: `There is no ${noun} ${params.id}.` });
      tagRevision(reply, row);
      return (await resource.presenter(context))(row);
    },
  });
}

/** `PUT …/custom-properties`. */
export function registerProperties<Row extends Tagged, Answer>(
  app: App,
  resource: IssuedResource<Row, Answer>,
): void {
  const { name, path, scope, schema } = resource;
  const noun = name.toLowerCase();
  app.route({
    method: 'PUT',
    url: `${path}/:id/custom-properties`,
    config: { access: access.vendor(`${scope}:write`) },
    schema: {
      operationId: `replace${name}Properties`,
      summary: `Replace the custom properties of a ${noun}`,
      tags: [`${name}s`],
      params: idPathOf(noun),
      body: CustomPropertiesInput,
      headers: RevisionHeaders,
      response: { 200: schema, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const { context, params, body } = request;
      const revision = expectedRevision(request);
      const row = await resource.replaceProperties(context, guidOf(params.id), body, revision);
      tagRevision(reply, row);
      return (await resource.presenter(context))(row);
    },
  });
}

function idPathOf(noun: string) {
  return Type.Object({ id: Type.String({ description: `The ${noun}.` }) });
}

/** The requested page of such a list; `filters` are those that only this list has. */
export async function issuedPage<Row extends IssuedRow, Filters extends object, Item>(
  system: System,
  request: FastifyRequest,
  query: Static<typeof IssuedQuery>,
  { filters, list, item }: IssuedList<Row, Filters, Item>,
) {
  const page = readPage(system, request, query);
  const customerId = await customerOf(request.context, { id: query.ownerId, email: query.email });
  const filter = {
    ...filters,
    ...page,
    customerId,
    productId: query.productFilter,
    createdBefore: momentOf(query.before),
    createdAfter: momentOf(query.after),
  };
  const moment = sortedBy(filter);
  if (moment === 'expiresAt') refuseCreationTimes(query);
  const rows = customerId === NOBODY ? [] : await list(request.context, filter);
  return toPage(system, request, page, rows, {
    cursor: (row) => ({ at: row[moment] ?? row.createdAt, id: row.id }),
    item,
  });
}

/** A list sorted by expiry can only be paged and sorted by that: by creation, it would be read as a whole. */
function refuseCreationTimes(query: Static<typeof IssuedQuery>): void {
  const message =
    'cannot be combined with this status unless another filter than productFilter is set, because the list is sorted by expiresAt';
  const names = (['before', 'after', 'sort'] as const).filter((name) => query[name] !== undefined);
  refuseIssues(Object.fromEntries(names.map((name) => [name, [message]])));
}

interface IssuedRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

interface IssuedList<Row, Filters, Item> {
  readonly filters: Filters;
  readonly list: (ctx: Context, filter: ListFilter & Filters) => Promise<Row[]>;
  readonly item: (row: Row) => Item;
}
