import { type LicenseChange, type LicenseContent, withChanges } from '../domain/license-changes.ts';
import type { LicenseChangeRow } from '../tables.ts';

/** What a license was without a change, and without those before it that are not settled. */
export function contentOfBase(row: LicenseChangeRow): LicenseContent {
  return {
    productId: row.baseProductId,
    variationId: row.baseVariationId,
    updatesUntil: row.baseUpdatesUntil,
    upToMajor: row.baseUpToMajor,
  };
}

/** What a change does to its license while it is in effect. */
export function changeOf(row: LicenseChangeRow): LicenseChange {
  const { createdAt, productId, variationId, updatesMonths, upToMajor } = row;
  return {
    at: createdAt,
    productId,
    variationId,
    gives: { ...(updatesMonths !== null && { updatesMonths }), ...(upToMajor !== null && { upToMajor }) },
  };
}

/** What a license was before one of its changes, from all those of the license itself, in their order. */
export function contentBefore(row: LicenseChangeRow, changes: readonly LicenseChangeRow[]): LicenseContent {
  const earlier = changes.filter(
    ({ position, isSettled, isRefunded, isDisputed }) =>
      position < row.position && isSettled === row.isSettled && !isRefunded && !isDisputed,
  );
  return withChanges(contentOfBase(row), earlier.map(changeOf));
}
