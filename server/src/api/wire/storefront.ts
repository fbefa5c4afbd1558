import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import type { Bundle, Catalog, OfferRow, Product } from '../../modules/catalog/index.ts';
import {
  type PricedStorefront,
  priceStorefront,
  type StorefrontCatalog,
  type Utm,
  type ShownPromotion,
} from '../../modules/pricing/index.ts';
import type { Ownership, ProductPolicy } from '../../modules/licensing/index.ts';
import type { CurrentDownloads } from '../../modules/releases/index.ts';
import type { TaxEstimate } from '../../modules/taxes/index.ts';
import {
  type BundleAnswer,
  BundleBody,
  itemPresenter,
  type ItemPresenter,
  type ProductAnswer,
  ProductBody,
} from './product.ts';
import { OfferBody, offerAnswers, type PresentedItems, flatAmounts } from './storefront-offers.ts';
import { publicProperties } from '../../kernel/properties.ts';
import { type StorefrontUpgrades, withUpgrades } from './upgrade.ts';
import { discountAnswer, DiscountBody, validity } from './discount.ts';

export const PromotionDisplay = Type.Enum(['Banner', 'Popup'], { title: 'PromotionDisplay' });

const PromotionCta = Type.Object(
  { url: Type.String({ description: 'An absolute https URL.' }), label: Type.String() },
  { title: 'PromotionCta', description: 'The button: where it leads, and what it says.' },
);

/** A promotion of the storefront (extended API, section C). */
const PromotionBody = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    imageUrl: Type.Optional(Type.String()),
    cta: Type.Optional(PromotionCta),
    display: Type.Array(PromotionDisplay),
    targets: Type.Array(
      Type.Object({
        referenceId: Type.String({ description: 'Product/{id} or Bundle/{id}.' }),
        variations: Type.Array(Type.String(), {
          description: 'The ids of those that the discount makes cheaper.',
        }),
      }),
    ),
    discount: DiscountBody,
    validFrom: Type.Optional(Type.String({ format: 'date-time' })),
    validUntil: Type.Optional(Type.String({ format: 'date-time' })),
    properties: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Public custom properties, as plain values.',
      }),
    ),
  },
  { title: 'StorefrontPromotion' },
);

/** The storefront (customer API, Storefront response). */
export const StorefrontBody = Type.Object(
  {
    suggestedCurrency: Type.String(),
    enabledCurrencies: Type.Array(Type.String()),
    validUntil: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    bundles: Type.Array(BundleBody),
    products: Type.Array(ProductBody),
    offers: Type.Array(OfferBody),
    estimatedTax: Type.Optional(
      Type.Object(
        {
          rate: Type.Number({ description: 'A fraction: 19 % is 0.19.' }),
          mode: Type.Enum(['Exclusive', 'Inclusive']),
          countryCode: Type.String(),
          region: Type.Optional(Type.String()),
          varies: Type.Optional(
            Type.Literal(true, { description: 'Some items have another rate: only the checkout knows it.' }),
          ),
        },
        {
          title: 'EstimatedTax',
          description:
            "The tax of the visitor's country, if the account collects it there. `Inclusive`: it is part of the prices.",
        },
      ),
    ),
    taxMode: Type.Optional(
      Type.Enum(['Exclusive', 'Inclusive'], {
        description:
          'Whether tax is added to the prices or included in them; absent if the account collects none.',
      }),
    ),
    featuredProductId: Type.Optional(
      Type.String({
        description:
          'The product to show first: `featuredProduct` of the settings, or else the newest one with a picture, or else the only one.',
      }),
    ),
    promotions: Type.Array(PromotionBody, {
      description: 'Discounts that the vendor shows, while they make prices for this visitor.',
    }),
  },
  { title: 'Storefront' },
);

/** The visitor of a storefront, their campaign and the suggested currency. */
export interface StorefrontVisit {
  readonly utm: Utm;
  readonly suggestedCurrency: string;
  /** Whether variations with a billing cycle are sold: see `sellsSubscriptions`. */
  readonly sellsSubscriptions: boolean;
  /** The tax of the visitor's country; absent where the account collects none. */
  readonly taxEstimate?: TaxEstimate | undefined;
  /** The products the customer owns; absent without a valid token. */
  readonly ownership?: Ownership | undefined;
  /** The upgrades that variations are for the customer. */
  readonly upgrades?: StorefrontUpgrades | undefined;
}

/** The items an account sells now, and their files. */
interface StorefrontStock {
  readonly catalog: Catalog;
  readonly downloads: CurrentDownloads;
  /** Absent where nobody chooses among products. */
  readonly policyOf?: (productId: string) => Pick<ProductPolicy, 'allowsTrials' | 'trialDays'>;
}

/** The storefront for one visit, and the moment until which it is valid. */
export function storefrontAnswer(
  ctx: Context,
  stock: StorefrontStock,
  { ownership, upgrades = NO_UPGRADES, ...visit }: StorefrontVisit,
): Timed<Static<typeof StorefrontBody>> {
  const perpetual = ownership?.perpetualProductIds;
  const answerAt: AnswerAt = (now, owned) => answerOnce(ctx, stock, { ...visit, now, owned, perpetual });
  const first = answerAt(ctx.clock.now(), ownership?.productIds);
  const validUntil = ownership === undefined ? first.validUntil : holdsUntil(first, ownership, answerAt);
  const { suggestedCurrency, enabledCurrencies, products, ...rest } = first.answer;
  const list = products.map((product) => withTrial(withUpgrades(product, upgrades), stock.policyOf));
  const items = { ...rest, products: list, ...featured(ctx, stock.catalog, list) };
  const until = validUntil === null ? null : validUntil.toISOString();
  return { answer: { suggestedCurrency, enabledCurrencies, validUntil: until, ...items }, validUntil };
}

const NO_UPGRADES: StorefrontUpgrades = new Map();

function withTrial(product: ProductAnswer, policyOf: StorefrontStock['policyOf']): ProductAnswer {
  const policy = policyOf?.(product.id);
  return policy?.allowsTrials === true ? { ...product, trialDays: policy.trialDays } : product;
}

/** The vendor's choice, as long as it is for sale; or else the newest product with a picture, or else the only one. */
function featured(
  { account }: Context,
  catalog: Catalog,
  products: readonly ProductAnswer[],
): Pick<Static<typeof StorefrontBody>, 'featuredProductId'> {
  const age = ({ id }: ProductAnswer) => catalog.product(id)?.createdAt.getTime() ?? 0;
  const sold = products.filter(({ defaultVariation }) => defaultVariation !== undefined);
  const choice = sold.find(({ id }) => id === account.settings.featuredProduct);
  const [newest] = sold.filter(({ image }) => image !== undefined).toSorted((a, b) => age(b) - age(a));
  const only = products.length === 1 ? sold[0] : undefined;
  const id = (choice ?? newest ?? only)?.id;
  return id === undefined ? {} : { featuredProductId: id };
}

/** A product with the prices of one visit; `undefined` when neither it nor a bundle with it is for sale. */
export function storefrontProduct(
  ctx: Context,
  stock: StorefrontStock,
  visit: StorefrontVisit,
  id: string,
): ProductAnswer | undefined {
  const { catalog, downloads } = stock;
  const product = catalog.product(id);
  if (product === undefined) return undefined;
  const items = itemsOf(ctx, stock, visit, { products: [product], bundles: [] });
  const isPart = catalog.bundles.some(({ isForSale, productIds }) => isForSale && productIds.includes(id));
  const item = items.products.get(id);
  if (item !== undefined) return withUpgrades(item, visit.upgrades ?? NO_UPGRADES);
  if (!isPart) return undefined;
  const isOwned = visit.ownership?.productIds.has(id) === true;
  return itemPresenter(ctx).product(product, { downloads: downloads.get(id), isOwned });
}

/** A bundle with the prices of one visit; `undefined` when it is not for sale. */
export function storefrontBundle(
  ctx: Context,
  stock: StorefrontStock,
  visit: StorefrontVisit,
  id: string,
): BundleAnswer | undefined {
  const bundle = stock.catalog.bundle(id);
  if (bundle === undefined) return undefined;
  const products = bundle.productIds.flatMap((productId) => stock.catalog.product(productId) ?? []);
  return itemsOf(ctx, stock, visit, { products, bundles: [bundle] }).bundles.get(id);
}

/** Some items, without computing the prices of the rest of the catalogue. */
function itemsOf(
  ctx: Context,
  { catalog, downloads }: StorefrontStock,
  { utm, suggestedCurrency, ownership, sellsSubscriptions }: StorefrontVisit,
  some: Pick<Catalog, 'products' | 'bundles'>,
): PresentedItems {
  const owned = ownership?.productIds;
  const part = { ...catalog, ...some, offers: [], cartOffers: [] };
  const perpetual = ownership?.perpetualProductIds;
  const now = ctx.clock.now();
  const moment = { utm, suggestedCurrency, sellsSubscriptions, now, owned, perpetual };
  const priced = pricesAt(ctx, part, moment);
  return presentItems(itemPresenter(ctx), priced, { catalog, downloads }, owned);
}

/** A response, and the time at which it changes by itself; `null` when it never does. */
interface Timed<Kind> {
  readonly answer: Kind;
  readonly validUntil: Date | null;
}

type Answer = Omit<Static<typeof StorefrontBody>, 'validUntil'>;

/** The response at a point in time for somebody who owns these products then and keeps them. */
type AnswerAt = (now: Date, owned: ReadonlySet<string> | undefined) => Timed<Answer>;

/** The first time at which a price changes, or at which the end of an owned product becomes visible. */
function holdsUntil(first: Timed<Answer>, { productIds, ends }: Ownership, answerAt: AnswerAt): Date | null {
  let { validUntil } = first;
  for (const end of [...ends.values()].toSorted((a, b) => a.getTime() - b.getTime())) {
    if (validUntil !== null && validUntil < end) return validUntil;
    const isOver = (id: string): boolean =>
      (ends.get(id)?.getTime() ?? Number.POSITIVE_INFINITY) <= end.getTime();
    if (first.answer.products.some(({ id, owned }) => owned && isOver(id))) return end;
    // Products that are not shown may or may not affect prices.
    const next = answerAt(end, new Set([...productIds].filter((id) => !isOver(id))));
    if (JSON.stringify(next.answer) !== JSON.stringify(first.answer)) return end;
    validUntil = next.validUntil;
  }
  return validUntil;
}

interface Moment {
  readonly utm: Utm;
  readonly suggestedCurrency: string;
  readonly sellsSubscriptions: boolean;
  readonly taxEstimate?: TaxEstimate | undefined;
  readonly now: Date;
  readonly owned: ReadonlySet<string> | undefined;
  /** Those of them that lower prices. */
  readonly perpetual: ReadonlySet<string> | undefined;
}

function answerOnce(
  ctx: Context,
  { catalog, downloads }: StorefrontStock,
  { taxEstimate, ...moment }: Moment,
): Timed<Answer> {
  const { currencies } = ctx.account.settings;
  const priced = pricesAt(ctx, catalog, moment);
  const items = presentItems(itemPresenter(ctx), priced, { catalog, downloads }, moment.owned);
  const answer = {
    suggestedCurrency: moment.suggestedCurrency,
    enabledCurrencies: [...currencies],
    bundles: [...items.bundles.values()],
    products: [...items.products.values()],
    offers: offerAnswers(priced, catalog, { currencies, items }),
    ...(taxEstimate && estimatedTax(taxEstimate)),
    ...taxMode(ctx),
    promotions: promotionAnswers(priced.promotions, catalog, currencies),
  };
  return { answer, validUntil: earlier(priced.validUntil, taxEstimate?.changesAt ?? null) };
}

function pricesAt(
  { account }: Context,
  catalog: StorefrontCatalog<Product, Bundle, OfferRow>,
  { utm, suggestedCurrency, sellsSubscriptions, now, owned, perpetual }: Moment,
): PricedStorefront<Product, Bundle, OfferRow> {
  const { currencies, allowsPartialBundles } = account.settings;
  return priceStorefront<Product, Bundle, OfferRow>({
    catalog,
    enabledCurrencies: currencies,
    shownCurrency: suggestedCurrency,
    now,
    utm,
    customer: owned && perpetual && { ownedProductIds: owned, perpetualProductIds: perpetual },
    allowsPartialBundles,
    sellsSubscriptions,
  });
}

const BASIS_POINTS = 10_000;

function estimatedTax({ tax }: TaxEstimate): Pick<Static<typeof StorefrontBody>, 'estimatedTax'> {
  if (tax === undefined) return {};
  const { basisPoints, mode, country, varies } = tax;
  const rate = basisPoints / BASIS_POINTS;
  return { estimatedTax: { rate, mode, countryCode: country, ...(varies && { varies }) } };
}

function taxMode({ account }: Context): Pick<Static<typeof StorefrontBody>, 'taxMode'> {
  const { mode, prices } = account.settings.tax;
  return mode === 'none' ? {} : { taxMode: prices === 'inclusive' ? 'Inclusive' : 'Exclusive' };
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

function presentItems(
  presenter: ItemPresenter,
  priced: PricedStorefront<Product, Bundle, OfferRow>,
  { catalog, downloads }: StorefrontStock,
  owned: ReadonlySet<string> | undefined,
): PresentedItems {
  const present = (
    product: Product,
    variations?: PricedStorefront<Product, Bundle, OfferRow>['products'][number],
  ) =>
    presenter.product(product, {
      variations: variations?.variations,
      downloads: downloads.get(product.id),
      isOwned: owned?.has(product.id) === true,
    });
  const products = new Map(priced.products.map((entry) => [entry.product.id, present(entry.product, entry)]));
  // A bundle may contain products that are not sold separately: they have no prices of their own.
  const partOf = (id: string): ProductAnswer[] => {
    const saleItem = products.get(id);
    const product = catalog.product(id);
    return saleItem !== undefined ? [saleItem] : product === undefined ? [] : [present(product)];
  };
  const bundles = priced.bundles.map(({ bundle, scope, variations }): [string, BundleAnswer] => [
    bundle.id,
    presenter.bundle(bundle, {
      variations,
      isOwned: scope.isOwned,
      isPartial: scope.isPartial,
      products: bundle.productIds.flatMap(partOf).map((product) => ({
        ...product,
        included: scope.includedProductIds.includes(product.id),
      })),
    }),
  ]);
  return { products, bundles: new Map(bundles) };
}

/** The wire form of the promotions that a storefront shows. */
function promotionAnswers(
  promotions: readonly ShownPromotion[],
  catalog: Catalog,
  currencies: readonly string[],
): Static<typeof PromotionBody>[] {
  return promotions.flatMap(({ promotion: { id }, targets }) => {
    const promotion = catalog.promotions.find((row) => row.id === id);
    const discount = catalog.discounts.find((row) => row.id === promotion?.discountId);
    if (promotion === undefined || discount === undefined) return [];
    const { name, description, imageUrl, cta, display } = promotion;
    const properties = publicProperties(promotion.properties);
    return [
      {
        id,
        name,
        ...(description !== null && { description }),
        ...(imageUrl !== null && { imageUrl }),
        ...(cta !== null && { cta }),
        display: [...display],
        targets: targets.map((target) => ({
          referenceId: `${target.type}/${target.id}`,
          variations: [...target.variationIds],
        })),
        discount: discountAnswer(discount, flatAmounts(discount, currencies), promotion),
        ...validity(promotion),
        ...(properties !== undefined && { properties }),
      },
    ];
  });
}
