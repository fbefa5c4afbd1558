import type { CustomProperties } from '../../kernel/properties.ts';
import type { StoredReleaseAccess, StoredUpgrade } from './domain/variation-access.ts';
import type { SubscriptionTerms } from './domain/subscription-terms.ts';

/** The billing cycle of a variation. */
export type Recurrence = 'OneOff' | 'Daily' | 'Weekly' | 'Monthly' | 'Quarterly' | 'Yearly';

/** The audience of a product's files: everyone, signed-in customers, or customers who own the product. */
export type DownloadAccess = 'Everyone' | 'Customer' | 'Owner';

export interface ProductRow {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  /** Markdown, for the page of the item. */
  readonly longDescription: string | null;
  /** Markdown. */
  readonly systemRequirements: string | null;
  readonly website: string | null;
  readonly iconKey: string | null;
  readonly status: 'Active' | 'Inactive';
  readonly isPurchasable: boolean;
  /** Of a sub-product: whether devices use it with the license of its product (policies section 3). */
  readonly isIncludedInLicense: boolean;
  readonly downloadAccess: DownloadAccess;
  /** The kind of goods, in the terms of the payment provider's tax calculation. */
  readonly taxCode: string | null;
  /** Who bought a major version at most so many days before the next one gets that for free; 0: nobody. */
  readonly upgradeGraceDays: number;
  /** The newest published release; absent until there is one. */
  readonly currentVersion: string | null;
  readonly properties: CustomProperties;
  readonly position: number;
  readonly isArchived: boolean;
  /** Incremented with every change; the `ETag` of the product derives from it. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface BundleRow {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  /** Markdown, for the page of the item. */
  readonly longDescription: string | null;
  /** Markdown. */
  readonly systemRequirements: string | null;
  readonly website: string | null;
  readonly iconKey: string | null;
  readonly isPurchasable: boolean;
  readonly properties: CustomProperties;
  readonly position: number;
  readonly isArchived: boolean;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface BundleProductRow {
  readonly accountId: string;
  readonly bundleId: string;
  readonly productId: string;
  readonly position: number;
}

/** An image of a product or a bundle: exactly one of `productId` and `bundleId` is set. */
export interface ItemImageRow {
  readonly accountId: string;
  readonly id: string;
  readonly productId: string | null;
  readonly bundleId: string | null;
  /** From 1 to 10, each once, so that no item has more images. */
  readonly slot: number;
  readonly extension: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Pixels, here and in the next field. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** The page of another site with the film that the image stands for. */
  readonly videoUrl: string | null;
  readonly position: number;
  readonly createdAt: Date;
}

/** A sound or a film of a product or a bundle: exactly one of `productId` and `bundleId` is set. */
export interface ItemMediaRow {
  readonly accountId: string;
  readonly id: string;
  readonly productId: string | null;
  readonly bundleId: string | null;
  /** From 1 to 10, each once, so that no item has more of them. */
  readonly slot: number;
  /** The type of the file. */
  readonly extension: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly title: string;
  readonly position: number;
  readonly createdAt: Date;
}

/** A way to buy a product or a bundle: exactly one of `productId` and `bundleId` is set. */
export interface VariationRow {
  readonly accountId: string;
  readonly id: string;
  readonly productId: string | null;
  readonly bundleId: string | null;
  readonly name: string;
  readonly recurrence: Recurrence;
  /** Currency → price of one, in minor units. */
  readonly prices: Readonly<Record<string, number>>;
  /** Lower prices for larger quantities, ascending. */
  readonly pricingTiers: readonly StoredTier[];
  /** The versions that its licenses cover; null: every version. */
  readonly releaseAccess: StoredReleaseAccess | null;
  /** Its sale to owners of a license, at another price; null: it is sold at its price only. */
  readonly upgrade: StoredUpgrade | null;
  /** What it offers beside its price where it has a billing cycle; null: nothing. */
  readonly subscriptionTerms: SubscriptionTerms | null;
  readonly isDefault: boolean;
  readonly position: number;
  readonly isArchived: boolean;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The price of one unit for lines of at least this many units, by currency in minor units. */
export interface StoredTier {
  readonly minQuantity: number;
  readonly prices: Readonly<Record<string, number>>;
}

/** Some variations of a product or bundle; an empty list means all of them. */
export interface StoredTarget {
  readonly type: 'Product' | 'Bundle';
  readonly id: string;
  readonly variationIds: readonly string[];
}

/** The reduction of one unit's price: an amount per currency in minor units, or a share in basis points. */
export type StoredBenefit =
  | { readonly type: 'FlatAmountOff'; readonly amounts: Readonly<Record<string, number>> }
  | { readonly type: 'PercentageOff'; readonly basisPoints: number };

/** The customers of a discount, by the products they own; both ends of a count are inclusive. */
interface StoredAudience {
  readonly ownedCount?: { readonly least?: number; readonly most?: number };
  readonly owns?: { readonly match: 'Some' | 'All' | 'None'; readonly productIds: readonly string[] };
}

type StoredUtm = Readonly<
  Partial<Record<'source' | 'medium' | 'campaign' | 'term' | 'content' | 'referrer', readonly string[]>>
>;

export interface DiscountRow {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly benefit: StoredBenefit;
  readonly isExclusive: boolean;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  /** Empty: all items. */
  readonly targets: readonly StoredTarget[];
  readonly audience: StoredAudience;
  readonly utm: StoredUtm;
  /** Empty: every currency. */
  readonly currencies: readonly string[];
  /** The number of payments of a subscription that it reduces. Null: all. */
  readonly recurringPaymentUseCount: number | null;
  readonly isArchived: boolean;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface OfferRow {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly benefit: StoredBenefit;
  readonly isExclusive: boolean;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  /** Of one line, or of the whole cart: each has its own fields. */
  readonly scope: 'Item' | 'Cart';
  /** Of an item offer; a cart offer has a placeholder. */
  readonly target: StoredTarget;
  /** Of a cart offer. Empty: every line. */
  readonly targets: readonly StoredTarget[];
  /** Of a cart offer: its minimum and maximum total, by currency in minor units. Null: no limit. */
  readonly minimumTotal: Readonly<Record<string, number>> | null;
  readonly maximumTotal: Readonly<Record<string, number>> | null;
  /** Empty: all items count. */
  readonly relevantItems: readonly StoredTarget[];
  readonly minimumItems: number;
  readonly position: number;
  readonly isArchived: boolean;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A discount that the storefront shows, with texts and a picture. */
export interface PromotionRow {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly discountId: string;
  /** An absolute https URL. */
  readonly imageUrl: string | null;
  /** The link of its button. */
  readonly cta: { readonly url: string; readonly label: string } | null;
  /** Never empty. */
  readonly display: readonly PromotionDisplay[];
  readonly properties: CustomProperties;
  readonly position: number;
  readonly isArchived: boolean;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The form in which a shop shows a promotion. */
type PromotionDisplay = 'Banner' | 'Popup';

export interface CatalogTables {
  promotions: PromotionRow;
  discounts: DiscountRow;
  offers: OfferRow;
  products: ProductRow;
  bundles: BundleRow;
  bundleProducts: BundleProductRow;
  variations: VariationRow;
  itemImages: ItemImageRow;
  itemMedia: ItemMediaRow;
}
