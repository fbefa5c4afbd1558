import { type Static, Type } from '../../kernel/schema.ts';
import type { AccountContext, QueryContext } from '../../modules/accounts/index.ts';
import {
  archiveProduct,
  findProduct,
  listVariationsOf,
  pageProducts,
  type ProductChanges,
  productExists,
  productInBundles,
  type ProductInput,
  type ProductRow,
  updateProduct,
  variationExists,
  type VariationRow,
  variationsOnOffer,
} from '../../modules/catalog/index.ts';
import {
  createLicensedProduct,
  type PolicyInput,
  type ProductPolicy,
  readProductPolicies,
  updateLicensedProduct,
} from '../../modules/licensing/index.ts';
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
const Status = Type.Enum(['Active', 'Inactive'], { title: 'ProductStatus' });
const DownloadAccessBody = Type.Enum(['Everyone', 'Customer', 'Owner'], { title: 'DownloadAccess' });

const SigningKeyBody = Type.Object(
  {
    kid: Type.String({ description: 'A license key of the account.' }),
    fromVersion: Type.Optional(
      Type.String({
        description:
          'The first version of the application that has this key, such as `2.0`. Absent: every version that no other key is for.',
      }),
    ),
  },
  { ...strict, title: 'ProductSigningKey' },
);

/** A product in the merchant's view (core API, Product; extended API, section B). */
const ProductAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    tagline: Type.String(),
    description: Type.String(),
    longDescription: nullableText,
    systemRequirements: nullableText,
    status: Status,
    purchasable: Type.Boolean(),
    includedInLicense: Type.Boolean({
      description: 'Of a sub-product: devices use it with the license of its product.',
    }),
    website: nullableText,
    iconUrl: nullableText,
    currentReleaseVersion: nullableText,
    maxNumberOfActivations: Type.Integer({ description: 'Seats of a new license.' }),
    offlineActivationsAllowed: Type.Boolean(),
    trialsAllowed: Type.Boolean(),
    trialDays: Type.Integer(),
    trialRequiresAccount: Type.Boolean(),
    signingKeys: Type.Array(SigningKeyBody, {
      description: 'The license keys that its applications have. Empty: the default key of the account.',
    }),
    downloadAccess: DownloadAccessBody,
    taxCode: nullableText,
    upgradeGraceDays: Type.Integer(),
    position: Type.Integer(),
    isArchived: Type.Boolean(),
    variations: Type.Array(VariationAnswer, {
      description: 'Without archived ones, the default variation first.',
    }),
    properties: Type.Optional(CustomPropertiesAnswer),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Product' },
);

const settings = {
  ...itemInput,
  status: Type.Optional(Status),
  includedInLicense: Type.Optional(
    Type.Boolean({
      description:
        'Of a sub-product, such as `suite.pack`: devices that hold a seat of its product also get a seat of it, if their customer owns it, and find it in their license token. Default false.',
    }),
  ),
  maxNumberOfActivations: Type.Optional(Type.Integer({ description: 'Default 1.' })),
  offlineActivationsAllowed: Type.Optional(
    Type.Boolean({
      description: 'The default of a new product is `allowsOffline` of the account’s settings.',
    }),
  ),
  trialsAllowed: Type.Optional(Type.Boolean()),
  trialDays: Type.Optional(Type.Integer({ description: 'Default 14.' })),
  trialRequiresAccount: Type.Optional(Type.Boolean()),
  signingKey: Type.Optional(
    Type.Union([SigningKeyBody, Type.Null()], {
      description:
        'Names another license key that its applications have, from a version on. It signs the first token of a device; a token that renews another is signed with the key of that one. Null: only the default key of the account.',
    }),
  ),
  downloadAccess: Type.Optional(DownloadAccessBody),
  upgradeGraceDays: Type.Optional(
    Type.Integer({
      description:
        'Customers who bought a major version at most this many days before the next one is published get that one for ' +
        'free. Default 0.',
    }),
  ),
  taxCode: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'The kind of goods in the tax calculation of the payment provider, such as `txcd_10202000`. Only a provider that calculates taxes uses it.',
    }),
  ),
};

const NewProduct = Type.Object(
  {
    id: NewId,
    name: Type.String(),
    ...settings,
    properties: Type.Optional(CustomPropertiesInput),
    variations: Type.Optional(Type.Array(VariationFields, { maxItems: 100 })),
  },
  { ...strict, title: 'NewProduct' },
);

const ProductPatch = Type.Object(
  { name: Type.Optional(Type.String()), ...settings },
  { ...strict, title: 'ProductChanges' },
);

const PRODUCTS: CatalogResource<
  ProductRow,
  Static<typeof ProductAnswer>,
  Static<typeof NewProduct>,
  Static<typeof ProductPatch>
> = {
  path: '/api/products',
  name: 'Product',
  one: 'a product',
  schema: ProductAnswer,
  page: pageProducts,
  find: findProduct,
  presenter: productPresenter,
  creation: {
    summary: 'Add a product, with its variations',
    body: NewProduct,
    refusals: [productExists, variationExists],
    run: (tx, body) => createLicensedProduct(tx, inputOf(body)),
  },
  change: {
    body: ProductPatch,
    run: (tx, id, body, revision) => updateLicensedProduct(tx, id, changesOf(body), revision),
  },
  archiving: {
    summary: 'Archive a product: removes it from the shop and the lists',
    run: archiveProduct,
    stoppedBy: [productInBundles],
    forceable:
      'Also if bundles contain it, which are then no longer for sale. Without it, the response is 409.',
  },
  replaceProperties: updateProduct,
};

/** Products (core API, Products; extended API, section B). */
export function registerCoreProducts(app: App, system: System): void {
  registerCatalogRoutes(app, system, PRODUCTS);
}

function inputOf({
  id,
  name,
  variations = [],
  properties,
  ...fields
}: Static<typeof NewProduct>): ProductInput & PolicyInput {
  return {
    ...changesOf(fields),
    id,
    name,
    properties,
    variations: variations.map(variationInput),
  };
}

/** The wire fields under the names of the modules. */
function changesOf({
  purchasable,
  includedInLicense,
  maxNumberOfActivations,
  offlineActivationsAllowed,
  trialsAllowed,
  trialRequiresAccount,
  ...same
}: Static<typeof ProductPatch>): ProductChanges & PolicyInput {
  return {
    ...same,
    isPurchasable: purchasable,
    isIncludedInLicense: includedInLicense,
    maxActivations: maxNumberOfActivations,
    allowsOffline: offlineActivationsAllowed,
    allowsTrials: trialsAllowed,
    trialNeedsAccount: trialRequiresAccount,
  };
}

/** Reads the data of the products and returns a function that builds the response for each. */
export async function productPresenter(ctx: QueryContext, rows: readonly ProductRow[]) {
  const ids = rows.map(({ id }) => id);
  const variations = await listVariationsOf(ctx, 'Product', ids);
  const variationsOf = Map.groupBy(variations, ({ productId }) => productId);
  const policyOf = await readProductPolicies(ctx, ids);
  return (row: ProductRow) => productAnswer(ctx, row, policyOf(row.id), variationsOf.get(row.id) ?? []);
}

function productAnswer(
  ctx: AccountContext,
  row: ProductRow,
  policy: ProductPolicy,
  variations: readonly VariationRow[],
): Static<typeof ProductAnswer> {
  return {
    id: row.id,
    name: row.name,
    tagline: row.tagline,
    description: row.description,
    longDescription: row.longDescription,
    systemRequirements: row.systemRequirements,
    status: row.status,
    purchasable: row.isPurchasable,
    includedInLicense: row.isIncludedInLicense,
    website: row.website,
    iconUrl: itemPresenter(ctx).iconUrl(row),
    currentReleaseVersion: row.currentVersion,
    maxNumberOfActivations: policy.maxActivations,
    offlineActivationsAllowed: policy.allowsOffline,
    trialsAllowed: policy.allowsTrials,
    trialDays: policy.trialDays,
    trialRequiresAccount: policy.trialNeedsAccount,
    signingKeys: [...policy.signingKeys],
    downloadAccess: row.downloadAccess,
    taxCode: row.taxCode,
    upgradeGraceDays: row.upgradeGraceDays,
    position: row.position,
    isArchived: row.isArchived,
    variations: variationsOnOffer(variations).map(variationRowAnswer),
    ...propertiesAnswer(row.properties),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
