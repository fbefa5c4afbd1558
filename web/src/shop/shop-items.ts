import type { ShopBundle, ShopProduct } from '../api/storefront.ts';
import { cheapestOf, unitPrice, variationsIn } from './prices.ts';
import { matchesSearch } from './search.ts';

/** With fewer items, scanning is faster than choosing. */
const MANY_ITEMS = 8;

/** The orders of the items: that of the vendor, by name, by price. */
export const ITEM_ORDERS = ['recommended', 'name', 'cheapest', 'dearest'] as const;
export type ItemOrder = (typeof ITEM_ORDERS)[number];

type Item = ShopProduct | ShopBundle;

/** Whether a shop has so many items that its visitors search, filter and sort them. */
export function hasManyItems(items: ShopItems): boolean {
  return countOf(items) >= MANY_ITEMS;
}

interface ShopItems {
  readonly products: readonly ShopProduct[];
  readonly bundles: readonly ShopBundle[];
}

/** What a visitor of a shop with many items looks for. */
export interface ItemSearch {
  readonly text: string;
  /** Undefined: all of them. */
  readonly category: string | undefined;
  readonly order: ItemOrder;
}

/** Everything, as the vendor shows it. */
export const WHOLE_SHOP: ItemSearch = { text: '', category: undefined, order: 'recommended' };

/** Whether a visitor looks for some of the items. */
export function isSelective({ text, category }: ItemSearch): boolean {
  return text.trim() !== '' || category !== undefined;
}

interface Surroundings {
  /** The product that stands large above the items. */
  readonly featuredId: string | undefined;
  readonly currency: string;
  readonly locale: string;
}

/** The items of a search, in its order. Without a search, the product that stands large above them is left out. */
export function itemsOf(
  all: ShopItems,
  search: ItemSearch,
  { featuredId, currency, locale }: Surroundings,
): ShopItems {
  const { text, category, order } = search;
  const matching = <Kind extends Item>(items: readonly Kind[]) =>
    inOrder(
      items.filter((item) => matchesSearch(item, text) && isInCategory(item, category)),
      order,
      { currency, locale },
    );
  const items = { products: matching(all.products), bundles: matching(all.bundles) };
  if (isSelective(search) || order !== 'recommended') return items;
  return { ...items, products: items.products.filter(({ id }) => id !== featuredId) };
}

/** How many items there are. */
export function countOf({ products, bundles }: ShopItems): number {
  return products.length + bundles.length;
}

/** The categories of the products in the order in which they appear: their public property `category`. */
export function categoriesOf(products: readonly ShopProduct[]): string[] {
  return [...new Set(products.flatMap((product) => propertyTexts(product, 'category')))];
}

/** Whether an item is in a category, a bundle with one of its products; every one is without a category. */
export function isInCategory(item: Item, category: string | undefined): boolean {
  if (category === undefined) return true;
  const parts = 'products' in item ? [item, ...item.products] : [item];
  return parts.some((part) => propertyTexts(part, 'category').includes(category));
}

/** The entries of a public property of an item, a text with commas between them. */
export function propertyTexts({ properties }: Pick<ShopProduct, 'properties'>, name: string): string[] {
  const value = properties?.[name];
  if (typeof value !== 'string') return [];
  return value
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** Items in an order; those without a price in the currency are last where the price decides. */
export function inOrder<Kind extends Item>(
  items: readonly Kind[],
  order: ItemOrder,
  { currency, locale }: { readonly currency: string; readonly locale: string },
): readonly Kind[] {
  if (order === 'recommended') return items;
  if (order === 'name') return items.toSorted((a, b) => a.name.localeCompare(b.name, locale));
  const priceOf = (item: Kind): number | undefined => {
    const cheapest = cheapestOf(variationsIn(item, currency), currency);
    return cheapest && unitPrice(cheapest, 1, currency)?.price;
  };
  const sign = order === 'cheapest' ? 1 : -1;
  return items.toSorted((a, b) => {
    const [first, second] = [priceOf(a), priceOf(b)];
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined);
    return sign * (first - second);
  });
}

/** Products that the readers of an item may like: of its category or in a bundle with it first, none that it holds. */
export function relatedTo(item: Item, { products, bundles }: ShopItems, most: number): ShopProduct[] {
  const own = propertyTexts(item, 'category');
  const together = new Set(
    bundles.filter((bundle) => holds(bundle, item)).flatMap((bundle) => bundle.products.map(({ id }) => id)),
  );
  const closeness = (product: ShopProduct) =>
    Number(own.some((category) => isInCategory(product, category))) * 2 + Number(together.has(product.id));
  const isOwn = (product: ShopProduct) =>
    product.id === item.id || ('products' in item && holds(item, product));
  return products
    .filter((product) => !isOwn(product) && product.defaultVariation !== undefined)
    .toSorted((a, b) => closeness(b) - closeness(a))
    .slice(0, most);
}

/** Whether a product is one of those in a bundle. */
export function holds(bundle: ShopBundle, { id }: Pick<Item, 'id'>): boolean {
  return bundle.products.some((product) => product.id === id);
}
