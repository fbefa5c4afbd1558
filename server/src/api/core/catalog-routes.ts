import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, type ProblemMaker } from '../../kernel/problem.ts';
import type { CustomProperties } from '../../kernel/properties.ts';
import { staleRevision } from '../../kernel/revision.ts';
import { type TSchema, Type } from '../../kernel/schema.ts';
import type { CommandTx, Context, QueryContext } from '../../modules/accounts/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, type PageRequest, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { archiveQuery, IdPath } from '../wire/catalog.ts';
import { checkedProperties, CustomPropertiesInput } from '../wire/custom-properties.ts';

/** The columns of every row of the catalogue that these routes read. */
interface Row {
  readonly id: string;
  readonly revision: number;
  readonly createdAt: Date;
}

/** A request body in the form that Fastify gives the handler of a route. */
type BodyOf<Body> = [Body] extends [undefined] ? unknown : Body;

/** A kind of item in the catalogue, with the functions that the routes of all kinds use. */
export interface CatalogResource<Kept extends Row, Answer, New, Changes> {
  readonly path:
    | '/api/products'
    | '/api/bundles'
    | '/api/discounts'
    | '/api/offers'
    | '/api/promotions'
    | '/api/coupons';
  /** The scopes of an API key that the routes require. */
  readonly scope?: 'products' | 'coupons';
  /** As in `getProduct` and "One product". */
  readonly name: 'Product' | 'Bundle' | 'Discount' | 'Offer' | 'Promotion' | 'Coupon';
  /** The name with its article, as in "Change a product". */
  readonly one: string;
  /** The schema of `Answer`. */
  readonly schema: TSchema;
  readonly page: (ctx: Context, page: PageRequest & { readonly isArchived: boolean }) => Promise<Kept[]>;
  readonly find: (ctx: Context, id: string) => Promise<Kept | undefined>;
  /** Reads the data of all rows together, and returns a function that builds the response for each. */
  readonly presenter: (ctx: QueryContext, rows: readonly Kept[]) => Promise<(row: Kept) => Answer>;
  readonly creation: {
    readonly summary: string;
    /** The schema of `New`. */
    readonly body: TSchema;
    readonly refusals: readonly ProblemMaker[];
    readonly run: (tx: CommandTx, body: BodyOf<New>) => Promise<Kept>;
  };
  readonly change: {
    /** The schema of `Changes`. */
    readonly body: TSchema;
    readonly run: (
      tx: CommandTx,
      id: string,
      body: BodyOf<Changes>,
      expectedRevision?: number,
    ) => Promise<Kept>;
  };
  readonly archiving: {
    /** The effect of archiving, for the OpenAPI document. */
    readonly summary: string;
    readonly run: (
      tx: CommandTx,
      id: string,
      changes: { readonly isArchived: boolean },
      expectedRevision?: number,
      options?: { readonly isForced: boolean },
    ) => Promise<Kept>;
    /** The obstacle to archiving without force, for the OpenAPI document; absent if there is none. */
    readonly forceable?: string;
    /** The refusals of archiving without force. */
    readonly stoppedBy?: readonly ProblemMaker[];
  };
  /** Replaces the custom properties of a kind that has them. */
  readonly replaceProperties?: (
    tx: CommandTx,
    id: string,
    changes: { readonly properties: CustomProperties | undefined },
    expectedRevision?: number,
  ) => Promise<Kept>;
}

/**
 * Every route of one kind: list, get, create, change, archive, restore, and custom properties of kinds that have them.
 */
export function registerCatalogRoutes<Kept extends Row, Answer, New, Changes>(
  app: App,
  system: System,
  resource: CatalogResource<Kept, Answer, New, Changes>,
): void {
  registerList(app, system, resource);
  registerGet(app, resource);
  registerCreate(app, resource);
  registerUpdate(app, resource);
  registerArchiving(app, resource, 'archive');
  registerArchiving(app, resource, 'restore');
  registerProperties(app, resource);
}

function registerList<Kept extends Row, Answer, New, Changes>(
  app: App,
  system: System,
  {
    path,
    name,
    scope = 'products',
    schema,
    page: readRows,
    presenter,
  }: CatalogResource<Kept, Answer, New, Changes>,
): void {
  app.route({
    method: 'GET',
    url: path,
    config: { access: access.vendor(`${scope}:read`), exportedAs: path.slice('/api/'.length) },
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
      const rows = await readRows(context, { ...page, isArchived: query.archived ?? false });
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: await presenter(context, rows),
      });
    },
  });
}

function registerGet<Kept extends Row, Answer, New, Changes>(
  app: App,
  { path, name, scope = 'products', schema, find, presenter }: CatalogResource<Kept, Answer, New, Changes>,
): void {
  app.route({
    method: 'GET',
    url: `${path}/:id`,
    config: { access: access.vendor(`${scope}:read`) },
    schema: {
      operationId: `get${name}`,
      summary: `One ${name.toLowerCase()}`,
      tags: [`${name}s`],
      params: IdPath,
      response: { 200: schema, ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const row = await find(context, params.id);
      if (row === undefined) throw notFound({ detail: `There is no ${name.toLowerCase()} ${params.id}.` });
      tagRevision(reply, row);
      return (await presenter(context, [row]))(row);
    },
  });
}

function registerCreate<Kept extends Row, Answer, New, Changes>(
  app: App,
  resource: CatalogResource<Kept, Answer, New, Changes>,
): void {
  const { path, name, scope = 'products', schema, creation } = resource;
  app.route({
    method: 'POST',
    url: path,
    config: { access: access.vendor(`${scope}:write`) },
    schema: {
      operationId: `create${name}`,
      summary: creation.summary,
      tags: [`${name}s`],
      body: Type.Unsafe<New>(creation.body),
      response: { 201: schema, ...problems(...creation.refusals) },
    },
    handler: (request, reply) =>
      answerCommand(resource, request, reply, (tx) => creation.run(tx, request.body), 201),
  });
}

function registerUpdate<Kept extends Row, Answer, New, Changes>(
  app: App,
  resource: CatalogResource<Kept, Answer, New, Changes>,
): void {
  const { path, name, scope = 'products', one, schema, change } = resource;
  app.route({
    method: 'PATCH',
    url: `${path}/:id`,
    config: { access: access.vendor(`${scope}:write`) },
    schema: {
      operationId: `update${name}`,
      summary: `Change ${one}; fields that are not sent stay unchanged`,
      tags: [`${name}s`],
      params: IdPath,
      body: Type.Unsafe<Changes>(change.body),
      headers: RevisionHeaders,
      response: { 200: schema, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      const revision = expectedRevision(request);
      return answerCommand(resource, request, reply, (tx) => change.run(tx, params.id, body, revision));
    },
  });
}

function registerArchiving<Kept extends Row, Answer, New, Changes>(
  app: App,
  resource: CatalogResource<Kept, Answer, New, Changes>,
  verb: 'archive' | 'restore',
): void {
  const { path, name, scope = 'products', schema, archiving } = resource;
  const { forceable, stoppedBy = [] } = archiving;
  const isArchived = verb === 'archive';
  const force = Type.Optional(Type.Boolean({ description: forceable ?? '' }));
  app.route({
    method: 'POST',
    url: `${path}/:id/${verb}`,
    config: { access: access.vendor(`${scope}:write`) },
    schema: {
      operationId: `${verb}${name}`,
      summary: isArchived ? archiving.summary : `Restore an archived ${name.toLowerCase()}`,
      tags: [`${name}s`],
      params: IdPath,
      querystring: Type.Object(isArchived && forceable !== undefined ? { force } : {}),
      headers: RevisionHeaders,
      response: { 200: schema, ...problems(staleRevision, ...(isArchived ? stoppedBy : [])) },
    },
    handler: async (request, reply) => {
      const { params, query } = request;
      const options = { isForced: 'force' in query && query.force === true };
      const revision = expectedRevision(request);
      const archive = (tx: CommandTx) => archiving.run(tx, params.id, { isArchived }, revision, options);
      return answerCommand(resource, request, reply, archive);
    },
  });
}

function registerProperties<Kept extends Row, Answer, New, Changes>(
  app: App,
  resource: CatalogResource<Kept, Answer, New, Changes>,
): void {
  const { path, name, scope = 'products', schema, replaceProperties } = resource;
  if (replaceProperties === undefined) return;
  app.route({
    method: 'PUT',
    url: `${path}/:id/custom-properties`,
    config: { access: access.vendor(`${scope}:write`) },
    schema: {
      operationId: `replace${name}Properties`,
      summary: `Replace the custom properties of a ${name.toLowerCase()}`,
      tags: [`${name}s`],
      params: IdPath,
      body: CustomPropertiesInput,
      headers: RevisionHeaders,
      response: { 200: schema, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const { params } = request;
      const changes = { properties: checkedProperties(request.body) };
      const revision = expectedRevision(request);
      const replace = (tx: CommandTx) => replaceProperties(tx, params.id, changes, revision);
      return answerCommand(resource, request, reply, replace);
    },
  });
}

/** Runs a command on one row and returns its new state, with its revision as `ETag`. */
function answerCommand<Kept extends Row, Answer, New, Changes>(
  { presenter }: CatalogResource<Kept, Answer, New, Changes>,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tx: CommandTx) => Promise<Kept>,
  status: 200 | 201 = 200,
): Promise<Answer> {
  const present = async (row: Kept, tx: CommandTx) => (await presenter(tx, [row]))(row);
  return revisedCommand(request, reply, run, present, { status });
}
