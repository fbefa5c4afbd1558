/** A product or a bundle, by type and id. */
export interface ItemReference {
  readonly type: 'Product' | 'Bundle';
  readonly id: string;
}

/** Amounts in minor units by currency. */
export type Amounts = Readonly<Record<string, number>>;

/** Some variations of an item; an empty list means all of them. */
export interface ItemTarget extends ItemReference {
  readonly variationIds: readonly string[];
}

/** The reduction of one unit's price: an amount per currency in minor units, or a share in basis points. */
export type Benefit =
  | { readonly type: 'FlatAmountOff'; readonly amounts: Amounts }
  | { readonly type: 'PercentageOff'; readonly basisPoints: number };

/** The visitor's campaign, under the names of the query parameters without `utm_`. */
export type Utm = Partial<Readonly<Record<UtmName, string>>>;

export const UTM_NAMES = ['source', 'medium', 'campaign', 'term', 'content', 'referrer'] as const;

export type UtmName = (typeof UTM_NAMES)[number];

/**
 * The customers of a discount, by the products they own. An audience requires a signed-in customer: a visitor without a
 * valid token gets no personal price, not even one for customers who own nothing.
 */
export interface Audience {
  /** The number of different products that the customer owns, both ends inclusive. */
  readonly ownedCount?: { readonly least?: number; readonly most?: number };
  /** The owned products: some, all or none of the list. */
  readonly owns?: { readonly match: 'Some' | 'All' | 'None'; readonly productIds: readonly string[] };
}

/** A window includes its start but not its end. */
export interface Window {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** A lower price for some items, customers, campaigns and currencies. */
export interface Discount extends Window {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly benefit: Benefit;
  /** Excludes offers and coupons on the same line. */
  readonly isExclusive: boolean;
  /** The items it applies to; an empty list means everything. */
  readonly targets: readonly ItemTarget[];
  readonly audience: Audience;
  /** Parameter → values, of which one must be met for each parameter named; case does not matter. */
  readonly utm: Readonly<Partial<Record<UtmName, readonly string[]>>>;
  /** Only these currencies; an empty list means all. */
  readonly currencies: readonly string[];
  /** The number of payments of a subscription that it reduces; null or absent: all. */
  readonly recurringPaymentUseCount?: number | null;
}

/**
 * A discount that the storefront shows to the visitors whose prices it determines; the window is that of the discount.
 */
export interface Promotion extends Window {
  readonly id: string;
  readonly discountId: string;
}

/** A lower price for one line of a cart, for all of its units, while the cart holds enough. */
export interface Offer extends Window {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly benefit: Benefit;
  readonly isExclusive: boolean;
  readonly target: ItemTarget;
  /** The items that count; an empty list means every item. */
  readonly relevantItems: readonly ItemTarget[];
  /**
   * The number of relevant lines that the cart must contain, regardless of their quantities; the line under the offer
   * counts, too.
   */
  readonly minimumItems: number;
}

/** A share off the whole cart, for orders that select it, while the cart's total is within limits. */
export interface CartOffer extends Window {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Applies to the sum of the lines that it covers. */
  readonly benefit: Benefit;
  readonly isExclusive: boolean;
  /** The lines that it covers; an empty list means every line. */
  readonly targets: readonly ItemTarget[];
  /** The minimum total of the cart; null, or an absent currency: no limit. */
  readonly minimumTotal: Amounts | null;
  /** The maximum total of the cart, inclusive. */
  readonly maximumTotal: Amounts | null;
}

export interface PricedVariation {
  readonly id: string;
  /** `OneOff`, or the cycle in which it is paid for. */
  readonly recurrence: string;
  /** Currency → price of one, in minor units. */
  readonly prices: Amounts;
  /** Lower prices for larger quantities, ascending; absent or empty: none. */
  readonly pricingTiers?: readonly PricingTier[];
}

/** The unit price for lines of at least this many units; it applies to all of them. */
export interface PricingTier {
  readonly minQuantity: number;
  /** Currency → price of one, in minor units. */
  readonly prices: Amounts;
}

export interface PricedProduct {
  readonly id: string;
  readonly isForSale: boolean;
  /** The default one first. */
  readonly variations: readonly PricedVariation[];
}

export interface PricedBundle extends PricedProduct {
  readonly productIds: readonly string[];
}

/** The parts of a catalogue that pricing needs. */
export interface PricingCatalog {
  product(id: string): PricedProduct | undefined;
  bundle(id: string): PricedBundle | undefined;
  readonly discounts: readonly Discount[];
  /** Those on one line. */
  readonly offers: readonly Offer[];
  /** Those on the whole cart. */
  readonly cartOffers: readonly CartOffer[];
}

/** What a customer owns, as far as it affects prices. */
export interface PricedCustomer {
  readonly ownedProductIds: ReadonlySet<string>;
  /** Those of them with a license that was paid and never ends: only they lower a price. */
  readonly perpetualProductIds: ReadonlySet<string>;
}

/** The customer, campaign and time of a price. */
export interface PricingContext {
  readonly now: Date;
  readonly utm: Utm;
  /** Absent without a valid token: then no personal discount applies. */
  readonly customer?: PricedCustomer | undefined;
  /** Whether a customer pays only for the products of a bundle that they do not own yet. */
  readonly allowsPartialBundles: boolean;
  /** Whether variations with a billing cycle are sold; absent: no. */
  readonly sellsSubscriptions?: boolean | undefined;
}
