import { type Static, Type } from 'typebox';
import { notFound } from '../../kernel/problem.ts';
import { checkProperties } from '../../kernel/properties.ts';
import type { Account } from '../../modules/accounts/index.ts';
import {
  createBundle,
  findBundle,
  listBundleProducts,
  listVariationsOf,
  pageBundles,
  updateBundle,
  variationsOnOffer,
  type BundleChanges,
  type BundleContent,
  type BundleRow,
  type VariationRow,
} from '../../modules/catalog/index.ts';
import { access } from '../../platform/http/access.ts';
import type { App } from '../../platform/http/app.ts';
import { pageOf, readPage, toPage } from '../../platform/http/paging.ts';
import { problems } from '../../platform/http/responses.ts';
import type { System } from '../../platform/system.ts';
import { expectedRevision, tagRevision } from '../guards/revision.ts';
import {
  archiveQuery,
  IdPath,
  itemInput,
  NewId,
  strict,
  VariationAnswer,
  variationInput,
  VariationInputBody,
  variationRowAnswer,
} from '../wire/catalog.ts';
import {
  checkedProperties,
  CustomPropertiesAnswer,
  CustomPropertiesBody,
  propertiesAnswer,
  propertiesIssues,
} from '../wire/custom-properties.ts';
import { itemPresenter } from '../wire/product.ts';

const TAGS = ['Bundles'];
const nullableText = Type.Union([Type.String(), Type.Null()]);

/** A bundle as the merchant sees it (extended API, section B). */
export const BundleAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    tagline: Type.String(),
    description: Type.String(),
    purchasable: Type.Boolean(),
    website: nullableText,
    iconUrl: nullableText,
    productIds: Type.Array(Type.String()),
    position: Type.Integer(),
    isArchived: Type.Boolean(),
    variations: Type.Array(VariationAnswer, { description: 'Without archived ones, the default one first.' }),
    properties: Type.Optional(CustomPropertiesAnswer),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'Bundle', title: 'Bundle' },
);

const ProductIds = Type.Array(Type.String(), { description: 'In the order in which they are shown.' });

const NewBundle = Type.Object(
  {
    id: NewId,
    name: Type.String(),
    productIds: ProductIds,
    ...itemInput,
    properties: Type.Optional(CustomPropertiesBody),
    variations: Type.Optional(Type.Array(VariationInputBody, { maxItems: 100 })),
  },
  strict,
);

const BundlePatch = Type.Object(
  { name: Type.Optional(Type.String()), productIds: Type.Optional(ProductIds), ...itemInput },
  strict,
);

/** Bundles (extended API, section B). */
export function registerCoreBundles(app: App, system: System): void {
  registerList(app, system);
  registerGet(app, system);
  registerCreate(app, system);
  registerUpdate(app, system);
  registerArchiving(app, system, 'archive');
  registerArchiving(app, system, 'restore');
  registerProperties(app, system);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/bundles',
    config: { access: access.apiKey('products:read') },
    schema: {
      operationId: 'listBundles',
      summary: 'Bundles, newest first',
      tags: TAGS,
      querystring: archiveQuery,
      response: { 200: pageOf(BundleAnswer), ...problems(401, 403) },
    },
    handler: async (request) => {
      const { account, query } = request;
      const page = readPage(system, request, query);
      const { reader } = system.database;
      const rows = await pageBundles(reader, account.id, { ...page, isArchived: query.archived ?? false });
      const answers = await answersOf(system, account, rows);
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: answers,
      });
    },
  });
}

function registerGet(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/bundles/:id',
    config: { access: access.apiKey('products:read') },
    schema: {
      operationId: 'getBundle',
      summary: 'One bundle',
      tags: TAGS,
      params: IdPath,
      response: { 200: BundleAnswer, ...problems(401, 403) },
    },
    handler: async ({ account, params }, reply) => {
      const row = await findBundle(system.database.reader, account.id, params.id);
      if (row === undefined) throw notFound({ detail: `There is no bundle ${params.id}.` });
      tagRevision(reply, row);
      return (await answersOf(system, account, [row]))(row);
    },
  });
}

function registerCreate(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/bundles',
    config: { access: access.apiKey('products:write'), alsoCheck: propertiesIssues },
    schema: {
      operationId: 'createBundle',
      summary: 'Add a bundle, with its variations',
      tags: TAGS,
      body: NewBundle,
      response: { 201: BundleAnswer, ...problems(401, 403, 409, 422) },
    },
    handler: async ({ account, body }, reply) => {
      const { purchasable, properties, variations = [], ...same } = body;
      const bundle = await createBundle(system, account, {
        ...same,
        isPurchasable: purchasable,
        properties: checkedProperties(properties),
        variations: variations.map(variationInput),
      });
      tagRevision(reply, bundle);
      reply.code(201);
      return (await answersOf(system, account, [bundle]))(bundle);
    },
  });
}

function registerUpdate(app: App, system: System): void {
  app.route({
    method: 'PATCH',
    url: '/api/bundles/:id',
    config: { access: access.apiKey('products:write') },
    schema: {
      operationId: 'updateBundle',
      summary: 'Change a bundle; what is not sent stays',
      tags: TAGS,
      params: IdPath,
      body: BundlePatch,
      response: { 200: BundleAnswer, ...problems(401, 403, 412) },
    },
    handler: async (request, reply) => {
      const { account, params, body } = request;
      const { purchasable, ...same } = body;
      const changes: BundleChanges = { ...same, isPurchasable: purchasable };
      const bundle = await updateBundle(system, account, params.id, changes, expectedRevision(request));
      tagRevision(reply, bundle);
      return (await answersOf(system, account, [bundle]))(bundle);
    },
  });
}

function registerArchiving(app: App, system: System, verb: 'archive' | 'restore'): void {
  app.route({
    method: 'POST',
    url: `/api/bundles/:id/${verb}`,
    config: { access: access.apiKey('products:write') },
    schema: {
      operationId: `${verb}Bundle`,
      summary:
        verb === 'archive' ? 'Take a bundle out of the shop and the lists' : 'Put an archived bundle back',
      tags: TAGS,
      params: IdPath,
      response: { 200: BundleAnswer, ...problems(401, 403, 409, 412, 422) },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      const changes = { isArchived: verb === 'archive' };
      const bundle = await updateBundle(system, account, params.id, changes, expectedRevision(request));
      tagRevision(reply, bundle);
      return (await answersOf(system, account, [bundle]))(bundle);
    },
  });
}

function registerProperties(app: App, system: System): void {
  app.route({
    method: 'PUT',
    url: '/api/bundles/:id/custom-properties',
    config: { access: access.apiKey('products:write'), alsoCheck: checkProperties },
    schema: {
      operationId: 'replaceBundleProperties',
      summary: 'Replace the custom properties of a bundle',
      tags: TAGS,
      params: IdPath,
      body: CustomPropertiesBody,
      response: { 200: BundleAnswer, ...problems(401, 403, 412) },
    },
    handler: async (request, reply) => {
      const { account, params, body } = request;
      const changes = { properties: checkedProperties(body) };
      const bundle = await updateBundle(system, account, params.id, changes, expectedRevision(request));
      tagRevision(reply, bundle);
      return (await answersOf(system, account, [bundle]))(bundle);
    },
  });
}

/** Reads what belongs to the bundles and gives what makes the answer of each. */
async function answersOf(system: System, account: Account, rows: readonly BundleRow[]) {
  const { reader } = system.database;
  const ids = rows.map(({ id }) => id);
  const [content, variations] = await Promise.all([
    listBundleProducts(reader, account.id, ids),
    listVariationsOf(reader, account.id, 'Bundle', ids),
  ]);
  const productIdsOf = Map.groupBy(content, ({ bundleId }) => bundleId);
  const variationsOf = Map.groupBy(variations, ({ bundleId }) => bundleId);
  return (row: BundleRow) => {
    const productIds = (productIdsOf.get(row.id) ?? []).map(({ productId }) => productId);
    return bundleAnswer(system, account, { ...row, productIds }, variationsOf.get(row.id) ?? []);
  };
}

function bundleAnswer(
  system: System,
  account: Account,
  row: BundleContent,
  variations: readonly VariationRow[],
): Static<typeof BundleAnswer> {
  return {
    id: row.id,
    name: row.name,
    tagline: row.tagline,
    description: row.description,
    purchasable: row.isPurchasable,
    website: row.website,
    iconUrl: itemPresenter(system, account).iconUrl(row),
    productIds: [...row.productIds],
    position: row.position,
    isArchived: row.isArchived,
    variations: variationsOnOffer(variations).map(variationRowAnswer),
    ...propertiesAnswer(row.properties),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
