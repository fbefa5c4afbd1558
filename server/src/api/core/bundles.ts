import { type Static, Type } from '../../kernel/schema.ts';
import { staleRevision } from '../../kernel/revision.ts';
import type { Context } from '../../modules/accounts/index.ts';
import {
  type BundleChanges,
  type BundleContent,
  bundleExists,
  type BundleInput,
  type BundleRow,
  createBundle,
  findBundle,
  listBundleProducts,
  listVariationsOf,
  pageBundles,
  updateBundle,
  variationExists,
  type VariationRow,
  variationsOnOffer,
} from '../../modules/catalog/index.ts';
import { access } from '../../platform/http/server/access.ts';
import type { App } from '../../platform/http/server/app.ts';
import { problems } from '../../platform/http/answers/responses.ts';
import type { System } from '../../platform/system.ts';
import { expectedRevision, RevisionHeaders } from '../guards/revision.ts';
import {
  IdPath,
  itemInput,
  NewId,
  strict,
  VariationAnswer,
  variationInput,
  VariationInputBody,
  variationRowAnswer,
} from '../wire/catalog.ts';
import { CustomPropertiesAnswer, CustomPropertiesBody, propertiesAnswer } from '../wire/custom-properties.ts';
import { itemPresenter } from '../wire/product.ts';
import {
  answerRow,
  type CatalogResource,
  registerArchiving,
  registerProperties,
  registerReading,
} from './catalog-routes.ts';

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
    variations: Type.Array(VariationAnswer, {
      description: 'Without archived ones, the default variation first.',
    }),
    properties: Type.Optional(CustomPropertiesAnswer),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Bundle' },
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
  { ...strict, title: 'NewBundle' },
);

const BundlePatch = Type.Object(
  { name: Type.Optional(Type.String()), productIds: Type.Optional(ProductIds), ...itemInput },
  { ...strict, title: 'BundleChanges' },
);

const BUNDLES: CatalogResource<BundleRow, Static<typeof BundleAnswer>> = {
  path: '/api/bundles',
  name: 'Bundle',
  archiving: 'Take a bundle out of the shop and the lists',
  schema: BundleAnswer,
  page: pageBundles,
  find: findBundle,
  presenter,
  archive: updateBundle,
};

/** Bundles (extended API, section B). */
export function registerCoreBundles(app: App, system: System): void {
  registerReading(app, system, BUNDLES);
  registerCreate(app);
  registerUpdate(app);
  registerArchiving(app, BUNDLES);
  registerProperties(app, BUNDLES, updateBundle);
}

function registerCreate(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/bundles',
    config: { access: access.apiKey('products:write') },
    schema: {
      operationId: 'createBundle',
      summary: 'Add a bundle, with its variations',
      tags: TAGS,
      body: NewBundle,
      response: { 201: BundleAnswer, ...problems(bundleExists, variationExists) },
    },
    handler: async ({ context, body }, reply) => {
      const bundle = await createBundle(context, inputOf(body));
      reply.code(201);
      return answerRow(BUNDLES, context, bundle, reply);
    },
  });
}

function registerUpdate(app: App): void {
  app.route({
    method: 'PATCH',
    url: '/api/bundles/:id',
    config: { access: access.apiKey('products:write') },
    schema: {
      operationId: 'updateBundle',
      summary: 'Change a bundle; fields that are not sent stay unchanged',
      tags: TAGS,
      params: IdPath,
      body: BundlePatch,
      headers: RevisionHeaders,
      response: { 200: BundleAnswer, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const { context, params, body } = request;
      const bundle = await updateBundle(context, params.id, changesOf(body), expectedRevision(request));
      return answerRow(BUNDLES, context, bundle, reply);
    },
  });
}

function inputOf({ purchasable, variations = [], ...same }: Static<typeof NewBundle>): BundleInput {
  return {
    ...same,
    isPurchasable: purchasable,
    variations: variations.map(variationInput),
  };
}

function changesOf({ purchasable, ...same }: Static<typeof BundlePatch>): BundleChanges {
  return { ...same, isPurchasable: purchasable };
}

/** Reads the data that belongs to the bundles and returns a function that builds the response for each. */
async function presenter(ctx: Context, rows: readonly BundleRow[]) {
  const ids = rows.map(({ id }) => id);
  const [content, variations] = await Promise.all([
    listBundleProducts(ctx, ids),
    listVariationsOf(ctx, 'Bundle', ids),
  ]);
  const productIdsOf = Map.groupBy(content, ({ bundleId }) => bundleId);
  const variationsOf = Map.groupBy(variations, ({ bundleId }) => bundleId);
  return (row: BundleRow) => {
    const productIds = (productIdsOf.get(row.id) ?? []).map(({ productId }) => productId);
    return bundleAnswer(ctx, { ...row, productIds }, variationsOf.get(row.id) ?? []);
  };
}

function bundleAnswer(
  ctx: Context,
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
    iconUrl: itemPresenter(ctx).iconUrl(row),
    productIds: [...row.productIds],
    position: row.position,
    isArchived: row.isArchived,
    variations: variationsOnOffer(variations).map(variationRowAnswer),
    ...propertiesAnswer(row.properties),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
