import { ReleaseAccessBody } from './release-access.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import { publicProperties } from '../../kernel/properties.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { type Catalog, loadCatalog, type Product } from '../../modules/catalog/index.ts';
import {
  addOnsOfDevices,
  coveredVersions,
  emptyHolding,
  holdingsOf,
  type License,
  licenseStatus,
  licensingRules,
  type ListedActivation,
  mayRelease,
  type ProductHolding,
} from '../../modules/licensing/index.ts';
import {
  type CurrentDownloads,
  loadCurrentDownloads,
  type ReleaseDownload,
} from '../../modules/releases/index.ts';
import { licenseOriginFields, originsOf } from './license-origin.ts';
import { Moment } from './moment.ts';
import { DownloadBody, type ItemPresenter, itemPresenter, pictureFields } from './product.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);

const ownedProductFields = {
  id: Type.String(),
  name: Type.String(),
  tagline: Type.String(),
  website: Type.Optional(Type.String()),
  iconUrl: Type.Optional(Type.String()),
  pictureUrl: pictureFields.pictureUrl,
  currentVersion: nullableText,
  numberOfLicenses: Type.Integer({ description: 'Licenses that can be used.' }),
  numberOfTrials: Type.Integer({ description: 'Trials started.' }),
  currentActivations: Type.Integer({ description: 'Seats in use.' }),
  maxActivations: Type.Integer({ description: 'Total seats.' }),
  downloadsAllowed: Type.Boolean({ description: 'Whether the caller may download now.' }),
  downloadsNeedsUser: Type.Boolean(),
  downloadsNeedsOwnership: Type.Boolean(),
  downloadsNeedsGroupMembership: Type.Literal(false),
  downloads: Type.Optional(Type.Array(DownloadBody)),
};

/** A product of the inventory (customer API, Owned product; wire contract section 5). */
export const OwnedProduct = Type.Object(ownedProductFields, { title: 'OwnedProduct' });

/** The same for one version (extended API, section A). */
export const VersionedProduct = Type.Object(
  {
    ...ownedProductFields,
    version: Type.Optional(Type.String()),
    releaseDescription: Type.Optional(Type.String()),
    releaseAccess: Type.Optional(
      Type.Object(
        {
          ...ReleaseAccessBody.properties,
          coversRelease: Type.Boolean({
            description: 'Whether the licenses of the caller cover this version.',
          }),
          latestCoveredVersion: Type.Optional(Type.String()),
          upgradeUrl: Type.Optional(Type.String({ description: 'Where licenses that cover more are sold.' })),
        },
        {
          title: 'ReleaseAccessOfCaller',
          description: 'Only where the licenses of the caller do not cover every version.',
        },
      ),
    ),
    minimumSupportedVersion: Type.Optional(
      Type.String({ description: 'Applications of a lower version should ask for the update.' }),
    ),
  },
  { title: 'VersionedProduct' },
);

/** A license of the inventory (customer API, License summary). */
export const LicenseSummary = Type.Object(
  {
    id: Type.String(),
    product: Type.Object(ownedProductFields),
    status: Type.Enum(['Active', 'Revoked'], { description: 'A license that has expired reads Revoked.' }),
    activeNumberOfActivations: Type.Integer(),
    maxNumberOfActivations: Type.Integer(),
    offlineActivationsAllowed: Type.Boolean({
      description: 'Whether it can be activated by the file of a device without a connection.',
    }),
    createdAt: Moment,
    expiresAt: Type.Optional(Moment),
    ...licenseOriginFields,
    releaseAccess: Type.Optional(ReleaseAccessBody),
    keyCode: Type.Optional(Type.String()),
    properties: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Public custom properties, as plain values.',
      }),
    ),
  },
  { title: 'LicenseSummary' },
);

/** A device (customer API, License activation). */
export const ActivationAnswer = Type.Object(
  {
    id: Type.String(),
    licenseId: Type.String(),
    name: Type.String({ description: 'The device.' }),
    activationMethod: Type.Enum(['Online', 'Offline']),
    status: Type.Enum(['Active', 'Revoked'], {
      description: 'Devices of a license that was revoked or has expired read Revoked.',
    }),
    firstValidatedAt: Moment,
    lastValidatedAt: Moment,
    appVersion: Type.Optional(
      Type.String({ description: 'The version that the application last reported from the device.' }),
    ),
    platform: Type.Optional(
      Type.String({ description: '`Windows`, `Mac` or `Linux`, if the application reported it.' }),
    ),
    subProducts: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({ description: 'The sub-product.' }),
          name: Type.String(),
          licenseId: Type.String(),
          activationId: Type.String({ description: 'Its seat, which can be released like a device.' }),
          canRelease: Type.Boolean({ description: 'Whether its owner may release it alone.' }),
        }),
        { description: 'Sub-products that the device has a seat of; they end with the device.' },
      ),
    ),
    canRelease: Type.Boolean({
      description:
        'Whether its owner may release it: the device holds a seat, and the vendor allows it for this product and ' +
        'method. The minimum time between two releases may still apply.',
    }),
  },
  { title: 'Activation' },
);

/** Builds wire forms of one customer's inventory. */
interface InventoryPresenter {
  readonly product: (holding: ProductHolding) => Static<typeof OwnedProduct> | undefined;
  readonly license: (license: License) => Static<typeof LicenseSummary>;
}

/** The viewer of the inventory; anonymous without a customer's id. */
export interface InventoryViewer {
  readonly customerId?: string | undefined;
  /** Known only by the token of a trial, which shows nothing that the customer owns. */
  readonly isByTrial?: boolean;
}

/** Reads the data for the wire forms of these products and licenses together. */
export async function inventoryPresenter(
  ctx: Context,
  customerId: string,
  holdings: readonly ProductHolding[],
  licenses: readonly License[] = [],
): Promise<InventoryPresenter> {
  const [catalog, downloads] = await Promise.all([loadCatalog(ctx), loadCurrentDownloads(ctx)]);
  const presenter = itemPresenter(ctx);
  const now = ctx.clock.now();
  const holdingById = new Map(holdings.map((holding) => [holding.productId, holding]));
  const product: InventoryPresenter['product'] = (holding) =>
    ownedProduct(presenter, { catalog, downloads }, holding, { customerId });
  const covered = await coveredVersions(ctx);
  const originOf = await originsOf(ctx, catalog, { customerId, licenses });
  return {
    product,
    license: (license) => {
      const owned = product(
        holdingById.get(license.productId) ?? emptyHolding(license.productId, license.createdAt),
      );
      if (owned === undefined) throw new Error(`license ${license.id} is of an unknown product`);
      return {
        ...licenseSummary(license, owned, { now, upToVersion: covered(license) }),
        ...originOf(license),
      };
    },
  };
}

/** The presenter for the products of these licenses. */
export async function licensePresenter(
  ctx: Context,
  customerId: string,
  licenses: readonly License[],
): Promise<InventoryPresenter> {
  const productIds = [...new Set(licenses.map(({ productId }) => productId))];
  const filter = { customerId, now: ctx.clock.now(), productIds };
  const holdings = await holdingsOf(ctx, filter);
  return inventoryPresenter(ctx, customerId, holdings, licenses);
}

/** The wire form of a holding; `undefined` when the catalogue has no such product. */
function ownedProduct(
  presenter: ItemPresenter,
  { catalog, downloads }: { readonly catalog: Catalog; readonly downloads: CurrentDownloads },
  holding: ProductHolding,
  viewer: InventoryViewer,
): Static<typeof OwnedProduct> | undefined {
  const product = catalog.product(holding.productId);
  return product && productWithFiles(presenter, product, holding, viewer, downloads.get(product.id));
}

/** The wire form of a product with the files of a version, if the viewer may have them. */
export function productWithFiles(
  presenter: ItemPresenter,
  product: Product,
  holding: ProductHolding,
  viewer: InventoryViewer,
  files: readonly ReleaseDownload[] | undefined,
): Static<typeof OwnedProduct> {
  const { iconUrl, ...picture } = presenter.pictures(product);
  const isAllowed = mayDownload(product, holding, viewer);
  return {
    id: product.id,
    name: product.name,
    tagline: product.tagline,
    ...(product.website !== null && { website: product.website }),
    ...(iconUrl !== null && { iconUrl }),
    ...picture,
    currentVersion: product.currentVersion,
    numberOfLicenses: holding.licenses,
    numberOfTrials: holding.trials,
    currentActivations: holding.currentActivations,
    maxActivations: holding.maxActivations,
    downloadsAllowed: isAllowed,
    downloadsNeedsUser: product.downloadAccess !== 'Everyone',
    downloadsNeedsOwnership: product.downloadAccess === 'Owner',
    downloadsNeedsGroupMembership: false,
    ...(isAllowed && files !== undefined && { downloads: files.map((file) => presenter.download(file)) }),
  };
}

/** Whether the product's setting lets this viewer have its files. */
export function mayDownload(
  product: Pick<Product, 'downloadAccess'>,
  holding: Pick<ProductHolding, 'licenses'>,
  { customerId }: InventoryViewer,
): boolean {
  switch (product.downloadAccess) {
    case 'Everyone':
      return true;
    case 'Customer':
      return customerId !== undefined;
    case 'Owner':
      return customerId !== undefined && holding.licenses > 0;
  }
}

interface SummaryFacts {
  readonly now: Date;
  readonly upToVersion: string | undefined;
}

function licenseSummary(
  license: License,
  product: Static<typeof OwnedProduct>,
  { now, upToVersion }: SummaryFacts,
): Static<typeof LicenseSummary> {
  const properties = publicProperties(license.properties);
  const isActive = licenseStatus(license, now) === 'Active';
  return {
    id: license.id,
    product,
    status: isActive ? 'Active' : 'Revoked',
    activeNumberOfActivations: isActive ? license.activeActivations : 0,
    maxNumberOfActivations: license.maxActivations,
    offlineActivationsAllowed: license.allowsOffline,
    createdAt: license.createdAt.toISOString(),
    ...(license.expiresAt !== null && { expiresAt: license.expiresAt.toISOString() }),
    ...releaseAccessSummary(license, upToVersion),
    ...(license.keyCode !== null && { keyCode: license.keyCode }),
    ...(properties !== undefined && { properties }),
  };
}

/** What a license covers; absent where that is every version. */
function releaseAccessSummary({ updatesUntil, upToMajor }: License, upToVersion: string | undefined) {
  if (updatesUntil === null && upToMajor === null) return {};
  return {
    releaseAccess: {
      ...(updatesUntil !== null && { updatesUntil: updatesUntil.toISOString() }),
      ...(upToMajor !== null && { upToMajor }),
      ...(upToVersion !== undefined && { upToVersion }),
    },
  };
}

/** Creates the wire form of devices on which one product is activated. */
export async function activationPresenter(
  ctx: Context,
  productId: string,
  activations: readonly ListedActivation[],
): Promise<(activation: ListedActivation) => Static<typeof ActivationAnswer>> {
  const rulesOf = await licensingRules(ctx);
  const rules = rulesOf(productId);
  const catalog = await loadCatalog(ctx);
  const hasSubProducts = catalog.subProducts(productId).length > 0;
  const addOnsOf = await addOnsOfDevices(ctx, hasSubProducts ? activations.map(({ id }) => id) : []);
  const now = ctx.clock.now();
  return (activation) => {
    const { status, licenseStatus: of, licenseExpiresAt: expiresAt } = activation;
    const holdsSeat = status === 'Active' && licenseStatus({ status: of, expiresAt }, now) === 'Active';
    const subProducts = addOnsOf(activation.id).map((seat) => ({
      id: seat.productId,
      name: catalog.product(seat.productId)?.name ?? seat.productId,
      licenseId: seat.licenseId,
      activationId: seat.activationId,
      canRelease: mayRelease(rulesOf(seat.productId), activation.method),
    }));
    return {
      id: activation.id,
      licenseId: activation.licenseId,
      name: activation.deviceName,
      activationMethod: activation.method,
      status: holdsSeat ? 'Active' : 'Revoked',
      firstValidatedAt: activation.firstValidatedAt.toISOString(),
      lastValidatedAt: activation.lastValidatedAt.toISOString(),
      ...(activation.appVersion !== null && { appVersion: activation.appVersion }),
      ...(activation.platform !== null && { platform: activation.platform }),
      ...(subProducts.length > 0 && { subProducts }),
      canRelease: holdsSeat && mayRelease(rules, activation.method),
    };
  };
}
