import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import type { Catalog } from '../../modules/catalog/index.ts';
import {
  findOwnership,
  licenseNames,
  pricedCustomer,
  type UpgradeOffer,
} from '../../modules/licensing/index.ts';
import { type PricingContext, priceUpgrade, type QuotedLine } from '../../modules/pricing/index.ts';
import { Moment } from './moment.ts';
import { AmountsByCurrency, amountsByCurrency } from './money.ts';

const Kind = Type.Enum(['Upgrade', 'Renewal'], { title: 'UpgradeKind' });

const LicenseName = Type.String({
  description:
    'How the owner knows the license: its product and edition, with the end of its id where two would read the same.',
});

/** An upgrade or renewal of a license that its owner can buy (policies section 2). */
export const UpgradeBody = Type.Object(
  {
    productId: Type.String({ description: 'The product of the variation, for the line of an order.' }),
    variationId: Type.String(),
    kind: Kind,
    name: Type.String({ description: 'Of the product and its variation.' }),
    price: AmountsByCurrency,
    originalPrice: AmountsByCurrency,
    gives: Type.Object(
      {
        updatesUntil: Type.Optional(Moment),
        upToMajor: Type.Optional(Type.Integer()),
        productId: Type.Optional(Type.String({ description: 'If it is another product.' })),
      },
      { description: 'What the license would be. Without limits: it would cover every version.' },
    ),
  },
  { title: 'LicenseUpgrade' },
);

/** The same on a variation of the storefront, for the visitor who owns the license. */
export const VariationUpgrade = Type.Object(
  {
    licenseId: Type.String(),
    licenseName: LicenseName,
    kind: Kind,
    price: AmountsByCurrency,
    originalPrice: AmountsByCurrency,
  },
  {
    title: 'VariationUpgradeOffer',
    description: 'The price of the visitor, whose license it changes. Absent: there is none to change.',
  },
);

/** The license that a line of an order changes. */
export const lineUpgrade = {
  licenseId: Type.Optional(Type.String({ description: 'The license that the line changes.' })),
  upgrade: Type.Optional(
    Type.Object({ kind: Kind, licenseName: Type.Optional(LicenseName) }, { title: 'OrderLineUpgrade' }),
  ),
};

/** The license that a line changes, in wire form; nothing for a normal purchase. */
export function lineUpgradeBody({ upgrade }: Pick<QuotedLine, 'upgrade'>) {
  if (upgrade === undefined) return {};
  const { licenseId, kind, licenseName } = upgrade;
  return { licenseId, upgrade: { kind, ...(licenseName !== undefined && { licenseName }) } };
}

/** Upgrades in wire form, with the prices of the customer who owns the licenses. */
export async function upgradeAnswers(
  ctx: Context,
  catalog: Catalog,
  { customerId, offers }: { readonly customerId: string; readonly offers: readonly UpgradeOffer[] },
): Promise<Static<typeof UpgradeBody>[]> {
  const pricing = await pricingOf(ctx, customerId);
  return offers.map((offer) => {
    const { product, variation, upgrade, license, coverage } = offer;
    return {
      productId: product.id,
      variationId: variation.id,
      kind: upgrade.kind,
      name: `${product.name}, ${variation.name}`,
      ...pricesOf(ctx, catalog, offer, pricing),
      gives: {
        ...(coverage.updatesUntil !== null && { updatesUntil: coverage.updatesUntil.toISOString() }),
        ...(coverage.upToMajor !== null && { upToMajor: coverage.upToMajor }),
        ...(coverage.productId !== license.productId && { productId: coverage.productId }),
      },
    };
  });
}

/** Variation id → the upgrade that it is for a visitor: of the first license that it can change. */
export type StorefrontUpgrades = ReadonlyMap<string, Static<typeof VariationUpgrade>>;

/** The upgrades of a storefront's visitor. */
export async function storefrontUpgrades(
  ctx: Context,
  catalog: Catalog,
  { customerId, offers }: { readonly customerId: string; readonly offers: readonly UpgradeOffer[] },
): Promise<StorefrontUpgrades> {
  const upgrades = new Map<string, Static<typeof VariationUpgrade>>();
  if (offers.length === 0) return upgrades;
  const pricing = await pricingOf(ctx, customerId);
  const nameOf = licenseNames(
    catalog,
    offers.map(({ license }) => license),
  );
  // The newest license comes first: of several, the oldest is changed.
  for (const offer of offers) {
    const { variation, license, upgrade } = offer;
    const prices = pricesOf(ctx, catalog, offer, pricing);
    const ofLicense = { licenseId: license.id, licenseName: nameOf(license) };
    upgrades.set(variation.id, { ...ofLicense, kind: upgrade.kind, ...prices });
  }
  return upgrades;
}

interface WithVariations {
  readonly variations?: readonly { readonly id: string }[];
  readonly defaultVariation?: { readonly id: string };
}

/** An item with the upgrades that its variations are for the visitor. */
export function withUpgrades<Item extends WithVariations>(item: Item, upgrades: StorefrontUpgrades): Item {
  if (upgrades.size === 0 || item.variations === undefined) return item;
  const upgraded = <Variation extends { readonly id: string }>(variation: Variation) => {
    const upgrade = upgrades.get(variation.id);
    return upgrade === undefined ? variation : { ...variation, upgrade };
  };
  return {
    ...item,
    variations: item.variations.map(upgraded),
    ...(item.defaultVariation && { defaultVariation: upgraded(item.defaultVariation) }),
  };
}

async function pricingOf(ctx: Context, customerId: string): Promise<PricingContext> {
  return {
    now: ctx.clock.now(),
    utm: {},
    allowsPartialBundles: ctx.account.settings.allowsPartialBundles,
    customer: pricedCustomer(await findOwnership(ctx, customerId)),
  };
}

function pricesOf(
  { account }: Context,
  { discounts }: Catalog,
  { product, variation, upgrade }: UpgradeOffer,
  pricing: PricingContext,
) {
  const sold = { productId: product.id, variationId: variation.id, prices: upgrade.prices };
  const { priceMinor, originalMinor } = priceUpgrade(sold, account.settings.currencies, discounts, pricing);
  return { price: amountsByCurrency(priceMinor), originalPrice: amountsByCurrency(originalMinor) };
}
