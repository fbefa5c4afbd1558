import { partsOfId } from '../../kernel/product-id.ts';
import { mediaName } from './domain/media-type.ts';
import type { StoredUpgrade } from './domain/variation-access.ts';
import type {
  BundleProductRow,
  BundleRow,
  DiscountRow,
  ItemImageRow,
  ItemMediaRow,
  OfferRow,
  ProductRow,
  PromotionRow,
  VariationRow,
} from './tables.ts';

/** A way to buy a product or a bundle, with a price per currency in minor units. */
export type Variation = VariationRow;

/** A product with its variations on sale: the default one first, then by position. */
export interface Product extends ProductRow {
  /** In the merchant's order. */
  readonly images: readonly ItemImageRow[];
  /** The picture beside its name, such as in a cart: its first. */
  readonly lineImage: ItemImageRow | undefined;
  /** Its sounds and films, in the merchant's order. */
  readonly media: readonly ItemMediaRow[];
  /** Whether customers can buy it now: active, purchasable and not archived. */
  readonly isForSale: boolean;
  readonly variations: readonly Variation[];
}

/** A promotion, with the window of its discount. */
interface Promotion extends PromotionRow, Pick<DiscountRow, 'startsAt' | 'endsAt'> {}

/** Products sold together at their own price. */
export interface Bundle extends BundleRow {
  readonly images: readonly ItemImageRow[];
  /** The picture beside its name: its first, else that of the first of its products that has one. */
  readonly lineImage: ItemImageRow | undefined;
  /** Its sounds and films, in the merchant's order. */
  readonly media: readonly ItemMediaRow[];
  /** Whether customers can buy it now: purchasable, not archived, and with no inactive or archived product. */
  readonly isForSale: boolean;
  /** In the merchant's order; never empty. */
  readonly productIds: readonly string[];
  readonly variations: readonly Variation[];
}

/**
 * An immutable snapshot of everything an account sells. It includes archived items, because licenses and orders still
 * refer to them; `isForSale` says whether customers can buy an item.
 */
export interface Catalog {
  /** Increases with every change of the account's catalogue. */
  readonly version: number;
  /** By position, then by id. */
  readonly products: readonly Product[];
  readonly bundles: readonly Bundle[];
  /** Without archived ones, by id. */
  readonly discounts: readonly DiscountRow[];
  /** Without archived ones, by position, then by id: all, … */
  readonly allOffers: readonly OfferRow[];
  /** … those on one line, … */
  readonly offers: readonly OfferRow[];
  /** … and those on the whole cart. */
  readonly cartOffers: readonly OfferRow[];
  /** Without archived ones and those of archived discounts, by position, then by id. */
  readonly promotions: readonly Promotion[];
  /** The variations of products that are sold to owners at another price, and that can be bought now. */
  readonly upgrades: readonly SoldUpgrade[];
  product(id: string): Product | undefined;
  bundle(id: string): Bundle | undefined;
  /** The sub-products of a product, by position. */
  subProducts(productId: string): readonly Product[];
  /** A sound or film of any item, by its public name: see `mediaName`. */
  media(name: string): ItemMediaRow | undefined;
  /** Archived variations too. */
  variation(id: string): Variation | undefined;
}

/** A variation that is sold to owners at another price, with its product. */
export interface SoldUpgrade {
  readonly product: Product;
  readonly variation: Variation;
  readonly upgrade: StoredUpgrade;
}

/** The rows of a catalogue at one point in time, in any order. */
export interface CatalogRows {
  readonly products: readonly ProductRow[];
  readonly bundles: readonly BundleRow[];
  readonly bundleProducts: readonly BundleProductRow[];
  readonly variations: readonly VariationRow[];
  readonly discounts: readonly DiscountRow[];
  readonly offers: readonly OfferRow[];
  readonly promotions: readonly PromotionRow[];
  readonly images: readonly ItemImageRow[];
  readonly media: readonly ItemMediaRow[];
}

const NONE: readonly Product[] = [];

/** Assembles the rows of an account. */
export function assembleCatalog(version: number, rows: CatalogRows): Catalog {
  const variationsOf = Map.groupBy(variationsOnOffer(rows.variations), (variation) => itemKey(variation));
  const contentsOf = Map.groupBy(rows.bundleProducts.toSorted(byPosition), ({ bundleId }) => bundleId);
  const imagesOf = Map.groupBy(rows.images.toSorted(byPosition), (image) => itemKey(image));
  const mediaOf = Map.groupBy(rows.media.toSorted(byPosition), (media) => itemKey(media));
  const partsOf = (key: string): ItemParts => ({
    variations: variationsOf.get(key) ?? [],
    images: imagesOf.get(key) ?? [],
    media: mediaOf.get(key) ?? [],
  });
  const products = rows.products
    .map((row) => toProduct(row, partsOf(`Product/${row.id}`)))
    .toSorted(byPosition);
  const productById = indexById(products);
  const subProductsOf = Map.groupBy(products, ({ id }) => partsOfId(id).parentId);
  const bundles = rows.bundles
    .map((row) => {
      const productIds = (contentsOf.get(row.id) ?? []).map(({ productId }) => productId);
      return toBundle(row, { ...partsOf(`Bundle/${row.id}`), productIds }, productById);
    })
    .toSorted(byPosition);
  const bundleById = indexById(bundles);
  const variationById = indexById(rows.variations);
  const mediaByName = new Map(rows.media.map((media) => [mediaName(media), media]));
  const discounts = rows.discounts
    .filter(({ isArchived }) => !isArchived)
    .toSorted((a, b) => byText(a.id, b.id));
  const allOffers = rows.offers.filter(({ isArchived }) => !isArchived).toSorted(byPosition);
  return Object.freeze({
    version,
    products,
    bundles,
    discounts,
    allOffers,
    offers: allOffers.filter(({ scope }) => scope === 'Item'),
    promotions: promotionsOf(rows, discounts),
    cartOffers: allOffers.filter(({ scope }) => scope === 'Cart'),
    upgrades: upgradesIn(products),
    product: (id: string) => productById.get(id),
    bundle: (id: string) => bundleById.get(id),
    subProducts: (productId: string) => subProductsOf.get(productId) ?? NONE,
    media: (name: string) => mediaByName.get(name),
    variation: (id: string) => variationById.get(id),
  });
}

/** The variations of products that are sold to owners at another price, and that can be bought now. */
export function upgradesIn(products: readonly Product[]): readonly SoldUpgrade[] {
  return products.filter(isForSale).flatMap(upgradesOf);
}

function upgradesOf(product: Product): SoldUpgrade[] {
  return product.variations.flatMap((variation) => {
    const { upgrade } = variation;
    return upgrade === null ? [] : [{ product, variation, upgrade }];
  });
}

/** Whether customers can buy it now. */
function isForSale(item: Pick<Product | Bundle, 'isForSale'>): boolean {
  return item.isForSale;
}

/** What a product or bundle has beside its own row. */
type ItemParts = Pick<Product, 'variations' | 'images' | 'media'>;

/** A product with its variations, the default one first. */
export function toProduct(row: ProductRow, parts: Partial<ItemParts> = {}): Product {
  const { variations = [], images = [], media = [] } = parts;
  return Object.freeze({
    ...row,
    isForSale: row.isPurchasable && isUsable(row),
    variations,
    images,
    lineImage: images[0],
    media,
  });
}

function toBundle(
  row: BundleRow,
  { productIds, ...parts }: Pick<Bundle, 'productIds'> & ItemParts,
  products: ReadonlyMap<string, Product>,
): Bundle {
  const areUsable = productIds.every((id) => {
    const product = products.get(id);
    return product !== undefined && isUsable(product);
  });
  const isOnOffer = row.isPurchasable && !row.isArchived && productIds.length > 0;
  const [first] = [...parts.images, ...productIds.flatMap((id) => products.get(id)?.images ?? [])];
  return Object.freeze({ ...row, isForSale: isOnOffer && areUsable, productIds, ...parts, lineImage: first });
}

function promotionsOf({ promotions }: CatalogRows, discounts: readonly DiscountRow[]): Promotion[] {
  if (promotions.length === 0) return [];
  const discountById = indexById(discounts);
  return promotions
    .filter(({ isArchived }) => !isArchived)
    .toSorted(byPosition)
    .flatMap((row) => {
      const discount = discountById.get(row.discountId);
      if (discount === undefined) return [];
      const { startsAt, endsAt } = discount;
      return [{ ...row, startsAt, endsAt }];
    });
}

function isUsable({ status, isArchived }: ProductRow): boolean {
  return status === 'Active' && !isArchived;
}

/** Variations that are not archived: the default one first, then by position. */
export function variationsOnOffer(variations: readonly Variation[]): Variation[] {
  return variations.filter(({ isArchived }) => !isArchived).toSorted(byDefaultAndPosition);
}

function itemKey({ productId, bundleId }: Pick<VariationRow, 'productId' | 'bundleId'>): string {
  return productId === null ? `Bundle/${bundleId}` : `Product/${productId}`;
}

function indexById<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

interface Placed {
  readonly position: number;
  readonly id?: string;
  readonly productId?: string | null;
}

function byPosition(a: Placed, b: Placed): number {
  return a.position - b.position || byText(a.id ?? a.productId ?? '', b.id ?? b.productId ?? '');
}

function byDefaultAndPosition(a: VariationRow, b: VariationRow): number {
  return Number(b.isDefault) - Number(a.isDefault) || byPosition(a, b);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
