import { type Static, Type } from '../../kernel/schema.ts';
import type { Bundle, Catalog, OfferRow, Product } from '../../modules/catalog/index.ts';
import type {
  Amounts,
  ItemReference,
  ItemTarget,
  PricedStorefront,
  ShownCartOffer,
  ShownOffer,
} from '../../modules/pricing/index.ts';
import { discountAnswer, DiscountBody } from './discount.ts';
import { AmountsByCurrency, amountsByCurrency } from './money.ts';
import { type BundleAnswer, BundleBody, type ProductAnswer, ProductBody, VariationBody } from './product.ts';

const TargetBody = Type.Union(
  [
    Type.Object(
      { type: Type.Literal('Product'), ...ProductBody.properties },
      { title: 'OfferProductTarget' },
    ),
    Type.Object({ type: Type.Literal('Bundle'), ...BundleBody.properties }, { title: 'OfferBundleTarget' }),
  ],
  { title: 'OfferTarget' },
);

const ItemVariations = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'Product/{id} or Bundle/{id}, with the relevant variation ids.',
});

const TargetList = Type.Array(
  Type.Object({
    item: TargetBody,
    variations: Type.Array(Type.String(), { description: 'Ids; empty: any variation.' }),
  }),
);

/** An offer on one line (customer API, Offer; wire contract section 3). */
const ItemOfferBody = Type.Object(
  {
    id: Type.String(),
    scope: Type.Literal('Item'),
    target: TargetBody,
    targetVariations: Type.Array(VariationBody, { description: 'Empty: any variation.' }),
    targets: TargetList,
    condition: Type.Object({
      type: Type.Literal('CartContainsItems'),
      minimumItems: Type.Integer(),
      relevantItemVariations: ItemVariations,
      relevantItemsVariations: ItemVariations,
    }),
    discount: DiscountBody,
  },
  { title: 'ItemOffer' },
);

/** An offer on the whole cart (extended API, section C). */
const CartOfferBody = Type.Object(
  {
    id: Type.String(),
    scope: Type.Literal('Cart'),
    target: Type.Optional(TargetBody),
    targetVariations: Type.Optional(Type.Array(VariationBody)),
    targets: Type.Array(TargetList.items, {
      description:
        'The items that it covers, of which the first is also the target. Empty: every line of the cart.',
    }),
    condition: Type.Object(
      {
        type: Type.Literal('CartTotal'),
        minimumTotal: Type.Optional(AmountsByCurrency),
        maximumTotal: Type.Optional(AmountsByCurrency),
      },
      { description: 'Limits of the sum of all lines after product discounts, before offers and coupons.' },
    ),
    discount: DiscountBody,
  },
  { title: 'CartOffer' },
);

/** An offer of the storefront. */
export const OfferBody = Type.Union([ItemOfferBody, CartOfferBody], { title: 'Offer' });

/** The items of the storefront in their wire form, by id. */
export interface PresentedItems {
  readonly products: ReadonlyMap<string, ProductAnswer>;
  readonly bundles: ReadonlyMap<string, BundleAnswer>;
}

/** What offers are shown with: the currencies of the storefront, and its items. */
interface PresentedCatalog {
  readonly currencies: readonly string[];
  readonly items: PresentedItems;
}

/** The offers of the storefront, those on one line and those on the whole cart, by position. */
export function offerAnswers(
  { offers, cartOffers }: PricedStorefront<Product, Bundle, OfferRow>,
  catalog: Catalog,
  presented: PresentedCatalog,
): Static<typeof OfferBody>[] {
  const itemOffers = offers.flatMap((entry) => itemOfferAnswer(entry, presented) ?? []);
  if (cartOffers.length === 0) return itemOffers;
  const answers = [...itemOffers, ...cartOffers.map((entry) => cartOfferAnswer(entry, presented))];
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return catalog.allOffers.flatMap(({ id }) => byId.get(id) ?? []);
}

function itemOfferAnswer(
  { offer, targetVariationIds, relevantItems }: ShownOffer<OfferRow>,
  { currencies, items }: PresentedCatalog,
): Static<typeof ItemOfferBody> | undefined {
  const target = targetAnswer(offer.target, items);
  if (target === undefined) return undefined;
  const variationIds = anyOr({ ...offer.target, variationIds: targetVariationIds }, target, [offer.target]);
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

function targetAnswer(target: ItemReference, items: PresentedItems): Static<typeof TargetBody> | undefined {
  if (target.type === 'Product') {
    const product = items.products.get(target.id);
    return product && { type: 'Product', ...product };
  }
  const bundle = items.bundles.get(target.id);
  return bundle && { type: 'Bundle', ...bundle };
}

/** A fixed amount is available without a price; a percentage is not. */
export function flatAmounts(
  { benefit }: Pick<OfferRow, 'benefit'>,
  currencies: readonly string[],
): Record<string, number> | undefined {
  if (benefit.type !== 'FlatAmountOff') return undefined;
  return enabled(benefit.amounts, currencies);
}

function itemVariations(items: readonly ItemTarget[]): Record<string, string[]> {
  return Object.fromEntries(items.map(({ type, id, variationIds }) => [`${type}/${id}`, [...variationIds]]));
}

function cartOfferAnswer(
  { offer, targets }: ShownCartOffer,
  { currencies, items }: PresentedCatalog,
): Static<typeof CartOfferBody> {
  const { minimumTotal, maximumTotal } = offer;
  const entries = targets.flatMap((target) => {
    const item = targetAnswer(target, items);
    return item === undefined ? [] : [{ item, variations: anyOr(target, item, offer.targets) }];
  });
  const [first] = entries;
  return {
    id: offer.id,
    scope: 'Cart',
    ...(first && {
      target: first.item,
      targetVariations: (first.item.variations ?? []).filter(({ id }) => first.variations.includes(id)),
    }),
    targets: entries,
    condition: {
      type: 'CartTotal',
      ...(minimumTotal && { minimumTotal: amountsByCurrency(enabled(minimumTotal, currencies)) }),
      ...(maximumTotal && { maximumTotal: amountsByCurrency(enabled(maximumTotal, currencies)) }),
    },
    discount: discountAnswer(offer),
  };
}

/** The variations of a target; empty if the offer is for any variation and reduces all that are on sale. */
function anyOr(
  { type, id, variationIds }: ItemTarget,
  { variations = [] }: Pick<ProductAnswer, 'variations'>,
  targets: readonly ItemTarget[],
): string[] {
  const isAny = targets.some(
    (target) => target.type === type && target.id === id && target.variationIds.length === 0,
  );
  return isAny && variationIds.length === variations.length ? [] : [...variationIds];
}

function enabled(amounts: Amounts, currencies: readonly string[]): Amounts {
  return Object.fromEntries(Object.entries(amounts).filter(([currency]) => currencies.includes(currency)));
}
