import { type Static, Type } from 'typebox';
import { notFound } from '../../kernel/problem.ts';
import { checkProperties } from '../../kernel/properties.ts';
import type { Account } from '../../modules/accounts/index.ts';
import {
  createProduct,
  findProduct,
  listVariationsOf,
  pageProducts,
  updateProduct,
  variationsOnOffer,
  type ProductChanges,
  type ProductRow,
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

const TAGS = ['Products'];
const nullableText = Type.Union([Type.String(), Type.Null()]);
const Status = Type.Enum(['Active', 'Inactive']);
const DownloadAccessBody = Type.Enum(['Everyone', 'Customer', 'Owner']);

/** A product as the merchant sees it (core API, Product; extended API, section B). */
export const ProductAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    tagline: Type.String(),
    description: Type.String(),
    status: Status,
    purchasable: Type.Boolean(),
    website: nullableText,
    iconUrl: nullableText,
    currentReleaseVersion: nullableText,
    maxNumberOfActivations: Type.Integer({ description: 'Seats of a new license.' }),
    offlineActivationsAllowed: Type.Boolean(),
    trialsAllowed: Type.Boolean(),
    trialDays: Type.Integer(),
    trialRequiresAccount: Type.Boolean(),
    downloadAccess: DownloadAccessBody,
    position: Type.Integer(),
    isArchived: Type.Boolean(),
    variations: Type.Array(VariationAnswer, { description: 'Without archived ones, the default one first.' }),
    properties: Type.Optional(CustomPropertiesAnswer),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'Product', title: 'Product' },
);

const settings = {
  ...itemInput,
  status: Type.Optional(Status),
  maxNumberOfActivations: Type.Optional(Type.Integer({ description: 'Default 1.' })),
  offlineActivationsAllowed: Type.Optional(Type.Boolean()),
  trialsAllowed: Type.Optional(Type.Boolean()),
  trialDays: Type.Optional(Type.Integer({ description: 'Default 14.' })),
  trialRequiresAccount: Type.Optional(Type.Boolean()),
  downloadAccess: Type.Optional(DownloadAccessBody),
};

const NewProduct = Type.Object(
  {
    id: NewId,
    name: Type.String(),
    ...settings,
    properties: Type.Optional(CustomPropertiesBody),
    variations: Type.Optional(Type.Array(VariationInputBody, { maxItems: 100 })),
  },
  strict,
);

const ProductPatch = Type.Object({ name: Type.Optional(Type.String()), ...settings }, strict);

type Settings = Omit<Static<typeof ProductPatch>, 'name'>;

/** Products (core API, Products; extended API, section B). */
export function registerCoreProducts(app: App, system: System): void {
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
    url: '/api/products',
    config: { access: access.apiKey('products:read') },
    schema: {
      operationId: 'listProducts',
      summary: 'Products, newest first',
      tags: TAGS,
      querystring: archiveQuery,
      response: { 200: pageOf(ProductAnswer), ...problems(401, 403) },
    },
    handler: async (request) => {
      const { account, query } = request;
      const page = readPage(system, request, query);
      const { reader } = system.database;
      const rows = await pageProducts(reader, account.id, { ...page, isArchived: query.archived ?? false });
      const variations = await listVariationsOf(
        reader,
        account.id,
        'Product',
        rows.map(({ id }) => id),
      );
      const of = Map.groupBy(variations, ({ productId }) => productId);
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: (row) => productAnswer(system, account, row, of.get(row.id) ?? []),
      });
    },
  });
}

function registerGet(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/products/:id',
    config: { access: access.apiKey('products:read') },
    schema: {
      operationId: 'getProduct',
      summary: 'One product',
      tags: TAGS,
      params: IdPath,
      response: { 200: ProductAnswer, ...problems(401, 403) },
    },
    handler: async ({ account, params }, reply) => {
      const row = await findProduct(system.database.reader, account.id, params.id);
      if (row === undefined) throw notFound({ detail: `There is no product ${params.id}.` });
      tagRevision(reply, row);
      return answerWithVariations(system, account, row);
    },
  });
}

function registerCreate(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/products',
    config: { access: access.apiKey('products:write'), alsoCheck: propertiesIssues },
    schema: {
      operationId: 'createProduct',
      summary: 'Add a product, with its variations',
      tags: TAGS,
      body: NewProduct,
      response: { 201: ProductAnswer, ...problems(401, 403, 409, 422) },
    },
    handler: async ({ account, body }, reply) => {
      const { id, name, properties, variations = [], ...given } = body;
      const input = {
        ...fieldsOf(given),
        id,
        name,
        properties: checkedProperties(properties),
        variations: variations.map(variationInput),
      };
      const product = await createProduct(system, account, input);
      tagRevision(reply, product);
      reply.code(201);
      return productAnswer(system, account, product, product.variations);
    },
  });
}

function registerUpdate(app: App, system: System): void {
  app.route({
    method: 'PATCH',
    url: '/api/products/:id',
    config: { access: access.apiKey('products:write') },
    schema: {
      operationId: 'updateProduct',
      summary: 'Change a product; what is not sent stays',
      tags: TAGS,
      params: IdPath,
      body: ProductPatch,
      response: { 200: ProductAnswer, ...problems(401, 403, 412) },
    },
    handler: async (request, reply) => {
      const { account, params, body } = request;
      const { name, ...given } = body;
      const changes = { name, ...fieldsOf(given) };
      const row = await updateProduct(system, account, params.id, changes, expectedRevision(request));
      tagRevision(reply, row);
      return answerWithVariations(system, account, row);
    },
  });
}

function registerArchiving(app: App, system: System, verb: 'archive' | 'restore'): void {
  app.route({
    method: 'POST',
    url: `/api/products/:id/${verb}`,
    config: { access: access.apiKey('products:write') },
    schema: {
      operationId: `${verb}Product`,
      summary:
        verb === 'archive' ? 'Take a product out of the shop and the lists' : 'Put an archived product back',
      tags: TAGS,
      params: IdPath,
      response: { 200: ProductAnswer, ...problems(401, 403, 409, 412, 422) },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      const changes = { isArchived: verb === 'archive' };
      const row = await updateProduct(system, account, params.id, changes, expectedRevision(request));
      tagRevision(reply, row);
      return answerWithVariations(system, account, row);
    },
  });
}

function registerProperties(app: App, system: System): void {
  app.route({
    method: 'PUT',
    url: '/api/products/:id/custom-properties',
    config: { access: access.apiKey('products:write'), alsoCheck: checkProperties },
    schema: {
      operationId: 'replaceProductProperties',
      summary: 'Replace the custom properties of a product',
      tags: TAGS,
      params: IdPath,
      body: CustomPropertiesBody,
      response: { 200: ProductAnswer, ...problems(401, 403, 412) },
    },
    handler: async (request, reply) => {
      const { account, params, body } = request;
      const changes = { properties: checkedProperties(body) };
      const row = await updateProduct(system, account, params.id, changes, expectedRevision(request));
      tagRevision(reply, row);
      return answerWithVariations(system, account, row);
    },
  });
}

/** The fields of the wire under the names of the catalogue. */
function fieldsOf({
  purchasable,
  maxNumberOfActivations,
  offlineActivationsAllowed,
  trialsAllowed,
  trialRequiresAccount,
  ...same
}: Settings): ProductChanges {
  return {
    ...same,
    isPurchasable: purchasable,
    maxActivations: maxNumberOfActivations,
    allowsOffline: offlineActivationsAllowed,
    allowsTrials: trialsAllowed,
    trialNeedsAccount: trialRequiresAccount,
  };
}

async function answerWithVariations(system: System, account: Account, row: ProductRow) {
  const variations = await listVariationsOf(system.database.reader, account.id, 'Product', [row.id]);
  return productAnswer(system, account, row, variations);
}

function productAnswer(
  system: System,
  account: Account,
  row: ProductRow,
  variations: readonly VariationRow[],
): Static<typeof ProductAnswer> {
  return {
    id: row.id,
    name: row.name,
    tagline: row.tagline,
    description: row.description,
    status: row.status,
    purchasable: row.isPurchasable,
    website: row.website,
    iconUrl: itemPresenter(system, account).iconUrl(row),
    currentReleaseVersion: row.currentVersion,
    maxNumberOfActivations: row.maxActivations,
    offlineActivationsAllowed: row.allowsOffline,
    trialsAllowed: row.allowsTrials,
    trialDays: row.trialDays,
    trialRequiresAccount: row.trialNeedsAccount,
    downloadAccess: row.downloadAccess,
    position: row.position,
    isArchived: row.isArchived,
    variations: variationsOnOffer(variations).map(variationRowAnswer),
    ...propertiesAnswer(row.properties),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
