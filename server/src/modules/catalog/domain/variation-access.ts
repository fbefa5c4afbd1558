import { parseVersion } from '../../../kernel/version.ts';

/** The limits of the licenses of a variation (policies section 1); absent in both: they cover every version. */
export interface StoredReleaseAccess {
  /** The months of updates, from the purchase on. */
  readonly updatesMonths?: number;
  /** The highest major version, or the one that is current at the purchase. */
  readonly upToMajor?: 'current' | number;
}

/** The sale of a variation to the owner of a license, which it changes (policies section 2). */
export interface StoredUpgrade {
  readonly kind: 'Upgrade' | 'Renewal';
  /** The licenses that it is for: ids of the variations that they were bought in, or of their products. */
  readonly from: readonly string[];
  /** Currency → price, in minor units. */
  readonly prices: Readonly<Record<string, number>>;
  /** Whether a license of another product becomes one of this product, or stays in addition to the new one. */
  readonly oldLicense: 'Replaced' | 'Kept';
}

/** What a purchase gives a license: limits, of which an absent one is none; both absent: every version. */
export interface GivenAccess {
  /** Months of updates, from the purchase on. */
  readonly updatesMonths?: number;
  readonly upToMajor?: number;
}

/**
 * What a variation gives a license of a product that is bought now. "Current" is the major version of the product's
 * current release; before the first release there is none to limit it to.
 */
export function givenAccess(
  { releaseAccess }: { readonly releaseAccess: StoredReleaseAccess | null },
  { currentVersion }: { readonly currentVersion: string | null },
): GivenAccess {
  const { updatesMonths, upToMajor } = releaseAccess ?? {};
  const current = currentVersion === null ? undefined : parseVersion(currentVersion)?.major;
  const major = upToMajor === 'current' ? current : upToMajor;
  return {
    ...(updatesMonths !== undefined && { updatesMonths }),
    ...(major !== undefined && { upToMajor: major }),
  };
}
