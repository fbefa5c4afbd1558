import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import type { Bundle, Catalog, OfferRow, Product } from '../../modules/catalog/index.ts';
import {
  type ItemTarget,
  type PricedStorefront,
  priceStorefront,
  type ShownOffer,
  type Utm,
} from '../../modules/pricing/index.ts';
import type { Ownership } from '../../modules/licensing/index.ts';
import type { CurrentDownloads } from '../../modules/releases/index.ts';
import { discountAnswer, DiscountBody } from './discount.ts';
import {
  type BundleAnswer,
  BundleBody,
  itemPresenter,
  type ItemPresenter,
  type ProductAnswer,
  ProductBody,
  VariationBody,
} from './product.ts';

const TargetBody = Type.Union(
  [
    Type.Object({ type: Type.Literal('Product'), ...ProductBody.properties }),
    Type.Object({ type: Type.Literal('Bundle'), ...BundleBody.properties }),
  ],
  { title: 'OfferTarget' },
);

const ItemVariations = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'Product/{id} or Bundle/{id}, with the relevant variation ids.',
});

/** An offer (customer API, Offer; wire contract section 3). */
export const OfferBody = Type.Object(
  {
    id: Type.String(),
    scope: Type.Literal('Item'),
    target: TargetBody,
    targetVariations: Type.Array(VariationBody, { description: 'Empty: any variation.' }),
    targets: Type.Array(
      Type.Object({
        item: TargetBody,
        variations: Type.Array(Type.String(), { description: 'Ids; empty: any variation.' }),
      }),
    ),
    condition: Type.Object({
      type: Type.Literal('CartContainsItems'),
      minimumItems: Type.Integer(),
      relevantItemVariations: ItemVariations,
      relevantItemsVariations: ItemVariations,
    }),
    discount: DiscountBody,
  },
  { title: 'Offer' },
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
  },
  { title: 'Storefront' },
);

/** The visitor of a storefront, their campaign and the suggested currency. */
export interface StorefrontVisit {
  readonly utm: Utm;
  readonly suggestedCurrency: string;
  /** The products the customer owns; absent without a valid token. */
  readonly ownership?: Ownership | undefined;
}

/** The items an account sells now, and their files. */
export interface StorefrontStock {
  readonly catalog: Catalog;
  readonly downloads: CurrentDownloads;
}

/** The storefront for one visit, and the moment until which it holds. */
export function storefrontAnswer(
  ctx: Context,
  stock: StorefrontStock,
  { ownership, ...visit }: StorefrontVisit,
): Timed<Static<typeof StorefrontBody>> {
  const answerAt: AnswerAt = (now, owned) => answerOnce(ctx, stock, { ...visit, now, owned });
  const first = answerAt(ctx.clock.now(), ownership?.productIds);
  const validUntil = ownership === undefined ? first.validUntil : holdsUntil(first, ownership, answerAt);
  const { suggestedCurrency, enabledCurrencies, ...items } = first.answer;
  const until = validUntil === null ? null : validUntil.toISOString();
  return { answer: { suggestedCurrency, enabledCurrencies, validUntil: until, ...items }, validUntil };
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
  readonly now: Date;
  readonly owned: ReadonlySet<string> | undefined;
}

function answerOnce(
  ctx: Context,
  { catalog, downloads }: StorefrontStock,
  { utm, suggestedCurrency, now, owned }: Moment,
): Timed<Answer> {
  const { currencies, allowsPartialBundles } = ctx.account.settings;
  const priced = priceStorefront<Product, Bundle, OfferRow>({
    catalog,
    enabledCurrencies: currencies,
    shownCurrency: suggestedCurrency,
    now,
    utm,
    customer: owned && { ownedProductIds: owned },
    allowsPartialBundles,
  });
  const items = presentItems(itemPresenter(ctx), priced, { catalog, downloads }, owned);
  const answer = {
    suggestedCurrency,
    enabledCurrencies: [...currencies],
    bundles: [...items.bundles.values()],
    products: [...items.products.values()],
    offers: priced.offers.flatMap((entry) => offerAnswer(entry, currencies, items) ?? []),
  };
  return { answer, validUntil: priced.validUntil };
}

interface PresentedItems {
  readonly products: ReadonlyMap<string, ProductAnswer>;
  readonly bundles: ReadonlyMap<string, BundleAnswer>;
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
  // A bundle may contain products that are not sold separately: they are shown without prices of their own.
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

function offerAnswer(
  { offer, targetVariationIds, relevantItems }: ShownOffer<OfferRow>,
  currencies: readonly string[],
  items: PresentedItems,
): Static<typeof OfferBody> | undefined {
  const target = targetAnswer(offer, items);
  if (target === undefined) return undefined;
  const isAny =
    offer.target.variationIds.length === 0 && targetVariationIds.length === target.variations?.length;
  const variationIds = isAny ? [] : [...targetVariationIds];
  const targetVariations = (target.variations ?? []).filter(({ id }) => variationIds.includes(id));
  const relevant = itemVariations(relevantItems);
  return {
    id: offer.id,
    scope: 'Item',
    target,
    targetVariations,
    targets: [{ item: target, variations: variationIds }],
    condition: {
      type: 'CartContainsItems',
      minimumItems: offer.minimumItems,
      relevantItemVariations: relevant,
      relevantItemsVariations: relevant,
    },
    discount: discountAnswer(offer, flatAmounts(offer, currencies)),
  };
}

function targetAnswer({ target }: OfferRow, items: PresentedItems): Static<typeof TargetBody> | undefined {
  if (target.type === 'Product') {
    const product = items.products.get(target.id);
    return product && { type: 'Product', ...product };
  }
  const bundle = items.bundles.get(target.id);
  return bundle && { type: 'Bundle', ...bundle };
}

/** A flat amount is known without a price; a percentage is not. */
function flatAmounts(
  { benefit }: OfferRow,
  currencies: readonly string[],
): Record<string, number> | undefined {
  if (benefit.type !== 'FlatAmountOff') return undefined;
  return Object.fromEntries(
    Object.entries(benefit.amounts).filter(([currency]) => currencies.includes(currency)),
  );
}

function itemVariations(items: readonly ItemTarget[]): Record<string, string[]> {
  return Object.fromEntries(items.map(({ type, id, variationIds }) => [`${type}/${id}`, [...variationIds]]));
}
