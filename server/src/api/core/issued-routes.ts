import type { FastifyRequest } from 'fastify';
import { notFound } from '../../kernel/problem.ts';
import { type Static, type TSchema, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import type { ListFilter } from '../../modules/licensing/index.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/answers/paging.ts';
import { problems } from '../../platform/http/answers/responses.ts';
import { access } from '../../platform/http/server/access.ts';
import type { App } from '../../platform/http/server/app.ts';
import type { System } from '../../platform/system.ts';
import { CustomPropertiesBody } from '../wire/custom-properties.ts';
import { guidOf } from '../wire/ids.ts';
import { momentOf } from '../wire/moment.ts';

/** Query of the lists that can be narrowed down to a product and to a time of creation (core API). */
const CreationQuery = Type.Object({
  ...pageQuery,
  productFilter: Type.Optional(Type.String({ description: 'Only for this product.' })),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Created before this time.' })),
  after: Type.Optional(Type.String({ format: 'date-time', description: 'Created after this time.' })),
});

/** Licenses or trials, as the routes that both have show and change them. */
export interface IssuedResource<Row, Answer> {
  /** As in `getLicense` and "One license". */
  readonly name: 'License' | 'Trial';
  readonly path: '/api/licenses' | '/api/trials';
  readonly scope: 'licenses' | 'trials';
  /** The schema of `Answer`. */
  readonly schema: TSchema;
  readonly list: (ctx: Context, filter: ListFilter) => Promise<Row[]>;
  readonly find: (ctx: Context, id: string) => Promise<Row | undefined>;
  /** What a row is on the wire. */
  readonly item: (row: Row, now: Date) => Answer;
  readonly replaceProperties: (ctx: Context, id: string, properties: unknown) => Promise<Row>;
}

/** `GET` of the list, newest first, and of one. */
export function registerReading<Row extends { readonly createdAt: Date; readonly id: string }, Answer>(
  app: App,
  system: System,
  resource: IssuedResource<Row, Answer>,
): void {
  const { name, path, scope, schema } = resource;
  const noun = name.toLowerCase();
  app.route({
    method: 'GET',
    url: path,
    config: { access: access.apiKey(`${scope}:read`), exportedAs: scope },
    schema: {
      operationId: `list${name}s`,
      summary: `${name}s, newest first`,
      tags: [`${name}s`],
      querystring: CreationQuery,
      response: { 200: pageOf(schema), ...problems() },
    },
    handler: (request) => creationPage(system, request, request.query, resource),
  });
  app.route({
    method: 'GET',
    url: `${path}/:id`,
    config: { access: access.apiKey(`${scope}:read`) },
    schema: {
      operationId: `get${name}`,
      summary: `One ${noun}`,
      tags: [`${name}s`],
      params: idPathOf(noun),
      response: { 200: schema, ...problems() },
    },
    handler: async ({ context, params }) => {
      const row = await resource.find(context, guidOf(params.id));
      if (row === undefined) throw notFound({ detail: `There is no ${noun} ${params.id}.` });
      return resource.item(row, system.clock.now());
    },
  });
}

/** `PUT …/custom-properties`. */
export function registerProperties<Row, Answer>(
  app: App,
  system: System,
  resource: IssuedResource<Row, Answer>,
): void {
  const { name, path, scope, schema } = resource;
  const noun = name.toLowerCase();
  app.route({
    method: 'PUT',
    url: `${path}/:id/custom-properties`,
    config: { access: access.apiKey(`${scope}:write`) },
    schema: {
      operationId: `replace${name}Properties`,
      summary: `Replace the custom properties of a ${noun}`,
      tags: [`${name}s`],
      params: idPathOf(noun),
      body: CustomPropertiesBody,
      response: { 200: schema, ...problems() },
    },
    handler: async ({ context, params, body }) =>
      resource.item(await resource.replaceProperties(context, guidOf(params.id), body), system.clock.now()),
  });
}

function idPathOf(noun: string) {
  return Type.Object({ id: Type.String({ description: `The ${noun}.` }) });
}

/** The page of such a list that a request asks for. */
async function creationPage<Row extends { readonly createdAt: Date; readonly id: string }, Item>(
  system: System,
  request: FastifyRequest,
  query: Static<typeof CreationQuery>,
  { list, item }: Pick<IssuedResource<Row, Item>, 'list' | 'item'>,
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
