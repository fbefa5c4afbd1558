import type { FastifyReply } from 'fastify';
import { type TSchema, Type } from '../../kernel/schema.ts';
import { staleRevision } from '../../kernel/revision.ts';
import { notFound, type ProblemMaker } from '../../kernel/problem.ts';
import type { CustomProperties } from '../../kernel/properties.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { access } from '../../platform/http/server/access.ts';
import type { App } from '../../platform/http/server/app.ts';
import { pageOf, type PageRequest, readPage, toPage } from '../../platform/http/answers/paging.ts';
import { problems } from '../../platform/http/answers/responses.ts';
import type { System } from '../../platform/system.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { archiveQuery, IdPath } from '../wire/catalog.ts';
import { checkedProperties, CustomPropertiesBody } from '../wire/custom-properties.ts';

/** The columns of every row of the catalogue that these routes read. */
interface Row {
  readonly id: string;
  readonly revision: number;
  readonly createdAt: Date;
}

/** A kind of item in the catalogue, with the functions that the routes of all kinds use. */
export interface CatalogResource<Kept extends Row, Answer> {
  readonly path: '/api/products' | '/api/bundles' | '/api/discounts' | '/api/offers';
  /** As in `getProduct` and "One product". */
  readonly name: 'Product' | 'Bundle' | 'Discount' | 'Offer';
  /** The effect of archiving, for the OpenAPI document. */
  readonly archiving: string;
  /** The schema of `Answer`. */
  readonly schema: TSchema;
  readonly page: (ctx: Context, page: PageRequest & { readonly isArchived: boolean }) => Promise<Kept[]>;
  readonly find: (ctx: Context, id: string) => Promise<Kept | undefined>;
  /** Reads at once the data that belongs to the rows, and returns a function that builds the response for each. */
  readonly presenter: (ctx: Context, rows: readonly Kept[]) => Promise<(row: Kept) => Answer>;
  readonly archive: (
    ctx: Context,
    id: string,
    changes: { readonly isArchived: boolean },
    expectedRevision?: number,
    options?: { readonly isForced: boolean },
  ) => Promise<Kept>;
  /** The obstacle to archiving without force, for the OpenAPI document; absent if there is none. */
  readonly forceable?: string;
  /** The refusals of archiving without force. */
  readonly stoppedBy?: readonly ProblemMaker[];
}

/** `GET` of the list, newest first, and of one. */
export function registerReading<Kept extends Row, Answer>(
  app: App,
  system: System,
  resource: CatalogResource<Kept, Answer>,
): void {
  const { path, name, schema } = resource;
  app.route({
    method: 'GET',
    url: path,
    config: { access: access.apiKey('products:read'), exportedAs: path.slice('/api/'.length) },
    schema: {
      operationId: `list${name}s`,
      summary: `${name}s, newest first`,
      tags: [`${name}s`],
      querystring: archiveQuery,
      response: { 200: pageOf(schema), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const page = readPage(system, request, query);
      const rows = await resource.page(context, { ...page, isArchived: query.archived ?? false });
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: await resource.presenter(context, rows),
      });
    },
  });
  app.route({
    method: 'GET',
    url: `${path}/:id`,
    config: { access: access.apiKey('products:read') },
    schema: {
      operationId: `get${name}`,
      summary: `One ${name.toLowerCase()}`,
      tags: [`${name}s`],
      params: IdPath,
      response: { 200: schema, ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const row = await resource.find(context, params.id);
      if (row === undefined) throw notFound({ detail: `There is no ${name.toLowerCase()} ${params.id}.` });
      return answerRow(resource, context, row, reply);
    },
  });
}

/** `POST …/archive` and `POST …/restore`. */
export function registerArchiving<Kept extends Row, Answer>(
  app: App,
  resource: CatalogResource<Kept, Answer>,
): void {
  const { path, name, schema, archiving, forceable, stoppedBy = [] } = resource;
  for (const verb of ['archive', 'restore'] as const) {
    app.route({
      method: 'POST',
      url: `${path}/:id/${verb}`,
      config: { access: access.apiKey('products:write') },
      schema: {
        operationId: `${verb}${name}`,
        summary: verb === 'archive' ? archiving : `Put an archived ${name.toLowerCase()} back`,
        tags: [`${name}s`],
        params: IdPath,
        querystring: Type.Object(
          verb === 'archive' && forceable !== undefined
            ? { force: Type.Optional(Type.Boolean({ description: forceable })) }
            : {},
        ),
        headers: RevisionHeaders,
        response: { 200: schema, ...problems(staleRevision, ...(verb === 'archive' ? stoppedBy : [])) },
      },
      handler: async (request, reply) => {
        const { context, params, query } = request;
        const changes = { isArchived: verb === 'archive' };
        const options = { isForced: 'force' in query && query.force === true };
        const revision = expectedRevision(request);
        const row = await resource.archive(context, params.id, changes, revision, options);
        return answerRow(resource, context, row, reply);
      },
    });
  }
}

/** `PUT …/custom-properties` of a kind that has them. */
export function registerProperties<Kept extends Row, Answer>(
  app: App,
  resource: CatalogResource<Kept, Answer>,
  update: (
    ctx: Context,
    id: string,
    changes: { readonly properties: CustomProperties | undefined },
    expectedRevision?: number,
  ) => Promise<Kept>,
): void {
  const { path, name, schema } = resource;
  app.route({
    method: 'PUT',
    url: `${path}/:id/custom-properties`,
    config: { access: access.apiKey('products:write') },
    schema: {
      operationId: `replace${name}Properties`,
      summary: `Replace the custom properties of a ${name.toLowerCase()}`,
      tags: [`${name}s`],
      params: IdPath,
      body: CustomPropertiesBody,
      headers: RevisionHeaders,
      response: { 200: schema, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const { context, params, body } = request;
      const changes = { properties: checkedProperties(body) };
      const row = await update(context, params.id, changes, expectedRevision(request));
      return answerRow(resource, context, row, reply);
    },
  });
}

/** The answer that shows one row, with its revision as `ETag`. */
export async function answerRow<Kept extends Row, Answer>(
  resource: CatalogResource<Kept, Answer>,
  context: Context,
  row: Kept,
  reply: FastifyReply,
): Promise<Answer> {
  tagRevision(reply, row);
  return (await resource.presenter(context, [row]))(row);
}
