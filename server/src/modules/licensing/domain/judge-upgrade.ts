import {
  coverageAfter,
  type CoverageChange,
  type LicenseContent,
  type LicenseCoverage,
} from './license-changes.ts';

/** A license that its owner wants to upgrade or renew. */
interface UpgradableLicense extends LicenseContent {
  readonly status: 'Active' | 'Revoked';
  readonly expiresAt: Date | null;
  readonly isFree: boolean;
  /** The products for which an upgrade of it granted an additional license. */
  readonly keptProductIds: readonly string[];
}

/** What is sold to the owner. */
export interface SoldChange extends CoverageChange {
  readonly kind: 'Upgrade' | 'Renewal';
  /** The variations and products whose licenses it is for. */
  readonly from: readonly string[];
  readonly keepsLicense: boolean;
}

/** What the license would cover, or why it cannot be changed in this way: a predicate of the license. */
type UpgradeJudgement = { readonly coverage: LicenseCoverage } | { readonly refusal: string };

/**
 * Whether the owner of a license can buy an upgrade or renewal of it. Only perpetual, paid licenses lower a price
 * (commerce, Money rules), and only what gives something is sold.
 */
export function judgeUpgrade(license: UpgradableLicense, sold: SoldChange): UpgradeJudgement {
  if (license.status === 'Revoked') return { refusal: 'is revoked' };
  if (license.expiresAt !== null || license.isFree)
    return {
      refusal: 'is free or expires: only licenses that were paid for and never expire can be changed',
    };
  const isFor = sold.from.includes(license.productId) || sold.from.includes(license.variationId ?? '');
  if (!isFor || (sold.kind === 'Renewal' && sold.productId !== license.productId))
    return { refusal: 'is not among those that this upgrade is for' };
  if (givesNothing(license, sold)) return { refusal: 'is of a license that already covers all of this' };
  if (sold.keepsLicense && license.keptProductIds.includes(sold.productId))
    return { refusal: 'was already upgraded to this product' };
  return { coverage: coverageAfter(license, sold) };
}

/** Whether a license already is what the change would make of it. */
export function givesNothing(license: LicenseCoverage, change: CoverageChange): boolean {
  return change.productId === license.productId && isSame(license, coverageAfter(license, change));
}

function isSame(one: LicenseCoverage, other: LicenseCoverage): boolean {
  return one.upToMajor === other.upToMajor && one.updatesUntil?.getTime() === other.updatesUntil?.getTime();
}
