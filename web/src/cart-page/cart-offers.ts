import type { LineInput } from '../api/cart.ts';
import type { ShopOffer, ShopVariation, Storefront } from '../api/storefront.ts';
import { unitPrice, variationsIn } from '../shop/prices.ts';

export type ItemOffer = Extract<ShopOffer, { scope: 'Item' }>;
export type CartOffer = Extract<ShopOffer, { scope: 'Cart' }>;

/** The offers that the buyer of these lines can select now. */
export interface OpenOffers {
  /** For a line in the cart. */
  readonly forLines: readonly { readonly offer: ItemOffer; readonly lineId: string }[];
  /** For an item that is not in the cart yet. */
  readonly toAdd: readonly { readonly offer: ItemOffer; readonly variation: ShopVariation }[];
  readonly forCart: readonly CartOffer[];
}

interface PriceList {
  readonly storefront: Pick<Storefront, 'offers' | 'products' | 'bundles'>;
  readonly currency: string;
}

/** Computes the open offers by the rules of the server (wire contract, section 3). */
export function openOffers(lines: readonly LineInput[], { storefront, currency }: PriceList): OpenOffers {
  const items = storefront.offers.filter((offer) => offer.scope === 'Item');
  const free = items.filter(({ id }) => !lines.some(({ offerId }) => offerId === id));
  const forLines = free.flatMap((offer) => {
    const line = lines.find((each) => each.offerId === undefined && isTarget(offer, each));
    const isOpen = line !== undefined && countRelevant(offer, lines) >= offer.condition.minimumItems;
    return isOpen ? [{ offer, lineId: line.id }] : [];
  });
  const toAdd = free.flatMap((offer) => {
    if (lines.some((line) => referenceOf(line) === targetOf(offer))) return [];
    const variation = variationsIn(offer.target, currency).find(({ id }) => admits(offer, id));
    if (variation === undefined || lines.length === 0) return [];
    const { type, id } = offer.target;
    const line = { id: '', type, [idField(type)]: id, variationId: variation.id, quantity: 1 };
    const isOpen = countRelevant(offer, [...lines, line]) >= offer.condition.minimumItems;
    return isOpen ? [{ offer, variation }] : [];
  });
  const sum = sumOf(lines, { storefront, currency });
  const forCart = storefront.offers.filter(
    (offer): offer is CartOffer =>
      offer.scope === 'Cart' && lines.length > 0 && isWithin(offer, sum, currency),
  );
  return { forLines, toAdd, forCart };
}

const idField = (type: 'Product' | 'Bundle') => (type === 'Product' ? 'productId' : 'bundleId');

function referenceOf({ type, productId, bundleId }: LineInput): string {
  return `${type}/${(type === 'Product' ? productId : bundleId) ?? ''}`;
}

function targetOf({ target }: ItemOffer): string {
  return `${target.type}/${target.id}`;
}

function isTarget(offer: ItemOffer, line: LineInput): boolean {
  return referenceOf(line) === targetOf(offer) && admits(offer, line.variationId);
}

/** No variation named: any. */
function admits({ targetVariations }: ItemOffer, variationId: string): boolean {
  return targetVariations.length === 0 || targetVariations.some(({ id }) => id === variationId);
}

/** Lines count, not units. */
function countRelevant({ condition }: ItemOffer, lines: readonly LineInput[]): number {
  return lines.filter(
    (line) => condition.relevantItemVariations[referenceOf(line)]?.includes(line.variationId) === true,
  ).length;
}

/** The lines after product discounts, before offers and coupons. */
function sumOf(lines: readonly LineInput[], { storefront, currency }: PriceList): number {
  const variations = [...storefront.products, ...storefront.bundles].flatMap((item) => item.variations ?? []);
  return lines.reduce((sum, { variationId, quantity }) => {
    const variation = variations.find(({ id }) => id === variationId);
    const unit = variation && unitPrice(variation, quantity, currency);
    return sum + (unit?.price ?? 0) * quantity;
  }, 0);
}

function isWithin({ condition }: CartOffer, sum: number, currency: string): boolean {
  const { minimumTotal, maximumTotal } = condition;
  const isEnough = minimumTotal === undefined || sum >= (minimumTotal[currency] ?? Number.POSITIVE_INFINITY);
  const isLittle = maximumTotal === undefined || sum <= (maximumTotal[currency] ?? Number.NEGATIVE_INFINITY);
  return isEnough && isLittle;
}
