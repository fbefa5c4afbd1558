import type { CustomProperties } from '../../kernel/properties.ts';

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
  readonly website: string | null;
  readonly iconKey: string | null;
  readonly status: 'Active' | 'Inactive';
  readonly isPurchasable: boolean;
  readonly maxActivations: number;
  readonly allowsOffline: boolean;
  readonly allowsTrials: boolean;
  readonly trialDays: number;
  readonly trialNeedsAccount: boolean;
  readonly downloadAccess: DownloadAccess;
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
  readonly isDefault: boolean;
  readonly position: number;
  readonly isArchived: boolean;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
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

/** The customers a discount is for, by what they own; both ends of a count are inclusive. */
export interface StoredAudience {
  readonly ownedCount?: { readonly least?: number; readonly most?: number };
  readonly owns?: { readonly match: 'Some' | 'All' | 'None'; readonly productIds: readonly string[] };
}

export type StoredUtm = Readonly<
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
  /** Empty: everything that is sold. */
  readonly targets: readonly StoredTarget[];
  readonly audience: StoredAudience;
  readonly utm: StoredUtm;
  /** Empty: every currency. */
  readonly currencies: readonly string[];
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
  readonly target: StoredTarget;
  /** Empty: everything counts. */
  readonly relevantItems: readonly StoredTarget[];
  readonly minimumItems: number;
  readonly position: number;
  readonly isArchived: boolean;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface CatalogTables {
  discounts: DiscountRow;
  offers: OfferRow;
  products: ProductRow;
  bundles: BundleRow;
  bundleProducts: BundleProductRow;
  variations: VariationRow;
}
