import { addMonths } from './days.ts';
import type { ReleaseAccess } from './release-access.ts';

/** What a purchase gives: months of updates, and the highest major version; neither: every version. */
interface GivenAccess {
  readonly updatesMonths?: number;
  readonly upToMajor?: number;
}

/** The product of a license, and the versions of it that the license covers. */
export interface LicenseCoverage extends ReleaseAccess {
  readonly productId: string;
}

/** The same, with its variation. */
export interface LicenseContent extends LicenseCoverage {
  /** In which it was bought or upgraded. */
  readonly variationId: string | null;
}

/** What an upgrade or renewal does to the coverage of a license. */
export interface CoverageChange {
  readonly at: Date;
  /** The product of the license from then on. */
  readonly productId: string;
  readonly gives: GivenAccess;
}

/** An upgrade or renewal of a license. */
export interface LicenseChange extends CoverageChange {
  /** The variation of an upgrade; null: the license keeps its own. */
  readonly variationId: string | null;
}

/** The limits of a license that is bought at a time. */
export function limitsOf({ updatesMonths, upToMajor }: GivenAccess, at: Date): Partial<LimitsOfLicense> {
  return {
    ...(updatesMonths !== undefined && { updatesUntil: addMonths(at, updatesMonths) }),
    ...(upToMajor !== undefined && { upToMajor }),
  };
}

interface LimitsOfLicense {
  readonly updatesUntil: Date;
  readonly upToMajor: number;
}

/**
 * The content of a license after these changes, in their order. Without one of them, the license is what the others make
 * of it: that is how a refund puts it back.
 */
export function withChanges(content: LicenseContent, changes: readonly LicenseChange[]): LicenseContent {
  return changes.reduce(withChange, content);
}

function withChange(before: LicenseContent, change: LicenseChange): LicenseContent {
  return { ...coverageAfter(before, change), variationId: change.variationId ?? before.variationId };
}

/**
 * What a license covers after a change, which never takes away: of the same product, the license covers what it covered
 * before and what the change gives.
 */
export function coverageAfter(before: LicenseCoverage, change: CoverageChange): LicenseCoverage {
  const { at, productId, gives } = change;
  const isSameProduct = before.productId === productId;
  const isUnlimited = gives.updatesMonths === undefined && gives.upToMajor === undefined;
  const wasUnlimited = before.updatesUntil === null && before.upToMajor === null;
  if (isUnlimited || (isSameProduct && wasUnlimited))
    return { productId, updatesUntil: null, upToMajor: null };
  const { updatesMonths, upToMajor = null } = gives;
  // Updates that have not ended are extended, also by those of another product.
  const end = before.updatesUntil !== null && before.updatesUntil > at ? before.updatesUntil : at;
  const updatesUntil = updatesMonths === undefined ? null : addMonths(end, updatesMonths);
  if (!isSameProduct) return { productId, updatesUntil, upToMajor };
  return {
    productId,
    updatesUntil: updatesUntil ?? before.updatesUntil,
    upToMajor: highest(before.upToMajor, upToMajor),
  };
}

function highest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}
