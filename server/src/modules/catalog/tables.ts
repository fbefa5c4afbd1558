import type { CustomProperties } from '../../kernel/properties.ts';

/** How often a variation is paid for. */
export type Recurrence = 'OneOff' | 'Daily' | 'Weekly' | 'Monthly' | 'Quarterly' | 'Yearly';

/** Who may fetch the files of a product: everyone, signed-in customers, or those who own it. */
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
  /** Rises with every change; what an `ETag` of the product is made of. */
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

export interface CatalogTables {
  products: ProductRow;
  bundles: BundleRow;
  bundleProducts: BundleProductRow;
  variations: VariationRow;
}
