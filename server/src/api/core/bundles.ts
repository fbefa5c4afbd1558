import { type Static, Type } from '../../kernel/schema.ts';
import type { AccountContext, QueryContext } from '../../modules/accounts/index.ts';
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
import type { App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import {
  itemInput,
  NewId,
  strict,
  VariationAnswer,
  variationInput,
  VariationFields,
  variationRowAnswer,
} from '../wire/catalog.ts';
import {
  CustomPropertiesAnswer,
  CustomPropertiesInput,
  propertiesAnswer,
} from '../wire/custom-properties.ts';
import { itemPresenter } from '../wire/product.ts';
import { type CatalogResource, registerCatalogRoutes } from './catalog-routes.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** A bundle in the merchant's view (extended API, section B). */
const BundleAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    tagline: Type.String(),
    description: Type.String(),
    longDescription: nullableText,
    systemRequirements: nullableText,
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
    properties: Type.Optional(CustomPropertiesInput),
    variations: Type.Optional(Type.Array(VariationFields, { maxItems: 100 })),
  },
  { ...strict, title: 'NewBundle' },
);

const BundlePatch = Type.Object(
  { name: Type.Optional(Type.String()), productIds: Type.Optional(ProductIds), ...itemInput },
  { ...strict, title: 'BundleChanges' },
);

const BUNDLES: CatalogResource<
  BundleRow,
  Static<typeof BundleAnswer>,
  Static<typeof NewBundle>,
  Static<typeof BundlePatch>
> = {
  path: '/api/bundles',
  name: 'Bundle',
  one: 'a bundle',
  schema: BundleAnswer,
  page: pageBundles,
  find: findBundle,
  presenter,
  creation: {
    summary: 'Add a bundle, with its variations',
    body: NewBundle,
    refusals: [bundleExists, variationExists],
    run: (tx, body) => createBundle(tx, inputOf(body)),
  },
  change: {
    body: BundlePatch,
    run: (tx, id, body, revision) => updateBundle(tx, id, changesOf(body), revision),
  },
  archiving: {
    summary: 'Remove a bundle from the shop and the lists',
    run: updateBundle,
  },
  replaceProperties: updateBundle,
};

/** Bundles (extended API, section B). */
export function registerCoreBundles(app: App, system: System): void {
  registerCatalogRoutes(app, system, BUNDLES);
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

/** Reads the data of the bundles and returns a function that builds the response for each. */
async function presenter(ctx: QueryContext, rows: readonly BundleRow[]) {
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
  ctx: AccountContext,
  row: BundleContent,
  variations: readonly VariationRow[],
): Static<typeof BundleAnswer> {
  return {
    id: row.id,
    name: row.name,
    tagline: row.tagline,
    description: row.description,
    longDescription: row.longDescription,
    systemRequirements: row.systemRequirements,
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
