import { changedFields } from '../../../platform/journal/changed-fields.ts';
import type { CommandTx } from '../../accounts/index.ts';
import type { GivenAccess } from '../../catalog/index.ts';
import { changeOf, contentOfBase } from '../changes/content-before.ts';
import { givesNothing } from '../domain/judge-upgrade.ts';
import { withChanges } from '../domain/license-changes.ts';
import { recordLicensingEvent } from '../events.ts';
import { lockExistingLicense } from './lock-license.ts';
import { licenseNotUpgradable } from '../problems.ts';
import { wholeSeconds } from '../policies/license-policy.ts';
import { changeLicense } from '../store/licenses.ts';
import {
  changeBase,
  changesOfLicense,
  changesOfLicenses,
  changesOfOrder,
  insertChange,
  markChanges,
} from '../store/license-changes.ts';
import type { License, LicenseChangeRow } from '../tables.ts';

/** A change of a license that somebody bought, or that the window of grace gives. */
interface LicenseUpgrade {
  readonly licenseId: string;
  /** The customer who bought it. */
  readonly customerId: string;
  readonly kind: LicenseChangeRow['kind'];
  /** The product of the upgrade. */
  readonly productId: string;
  /** The variation of an upgrade; null: the license keeps its own. */
  readonly variationId: string | null;
  readonly gives: GivenAccess;
  /** A new license is granted in addition to the old one, which stays unchanged. */
  readonly keepsLicense: boolean;
  /** The product that the license must have: for another one the upgrade may not be sold. */
  readonly fromProductId: string;
  /** The line that bought it; of the window of grace, that of the upgrade that was bought in it, if one was. */
  readonly orderId: string | null;
  readonly orderLineId: string | null;
  /** When its payment began. */
  readonly boughtAt?: Date | undefined;
}

/**
 * Upgrades or renews a license in the caller's transaction, which holds the lock of its owner: seats and devices stay,
 * and the tokens of the devices follow on their next validation. A license whose payment is disputed stays revoked until
 * the dispute is won. Returns the license under its lock; `undefined` if the window of grace had given the same before.
 *
 * Raises `LicenseNotUpgradable` when the license belongs to somebody else by now, is for another product, was taken
 * back, or already has what the upgrade would give: it was paid for twice at the same time.
 */
export async function upgradeLicense(tx: CommandTx, upgrade: LicenseUpgrade): Promise<License | undefined> {
  const { licenseId, kind, productId, variationId, gives, keepsLicense, orderId, orderLineId } = upgrade;
  const license = await lockExistingLicense(tx, licenseId);
  const rows = await changesOfLicense(tx, tx.account.id, licenseId);
  const at = tx.clock.now();
  const refusal = refusalOf(upgrade, license, rows, at);
  if (refusal !== undefined) throw licenseNotUpgradable({ detail: refusal });
  const row: LicenseChangeRow = {
    accountId: tx.account.id,
    id: tx.ids.guid(),
    licenseId,
    position: (rows.at(-1)?.position ?? -1) + 1,
    kind,
    orderId,
    orderLineId,
    productId,
    variationId,
    updatesMonths: gives.updatesMonths ?? null,
    upToMajor: gives.upToMajor ?? null,
    keepsLicense,
    ...baseOf(license, rows),
    isRefunded: false,
    isDisputed: false,
    isSettled: false,
    downloadedAt: null,
    createdAt: at,
    boughtAt: upgrade.boughtAt ?? null,
  };
  if (!(await insertChange(tx, row))) return undefined;
  return applyChanges(tx, license, [...rows, row]);
}

/** Why the license cannot be changed in this way any more. */
function refusalOf(
  upgrade: LicenseUpgrade,
  license: License,
  rows: readonly LicenseChangeRow[],
  at: Date,
): string | undefined {
  if (license.customerId !== upgrade.customerId) return OF_ANOTHER;
  if (upgrade.keepsLicense && rows.some((row) => isSameKept(row, upgrade))) return ALREADY_UPGRADED;
  if (license.productId !== upgrade.fromProductId) return OF_ANOTHER_PRODUCT;
  if (upgrade.kind !== 'Grace' && !upgrade.keepsLicense && isTakenBack(license)) return TAKEN_BACK;
  if (upgrade.kind === 'Upgrade' && givesNothing(license, { ...upgrade, at })) return ALREADY_UPGRADED;
  return undefined;
}

/** A license whose payment is only disputed may be used again. */
function isTakenBack({ status, revocationReason }: License): boolean {
  return status === 'Revoked' && revocationReason !== 'Dispute';
}

const OF_ANOTHER =
  'The license that this purchase would change belongs to another customer by now. Refund the order.';
const OF_ANOTHER_PRODUCT =
  'The license that this purchase would change was upgraded to another product meanwhile. Refund the order.';
const TAKEN_BACK =
  'The license that this purchase would change was revoked meanwhile. Refund the order, or restore the license.';
const ALREADY_UPGRADED = 'The license was already upgraded in this way. Refund the order.';

/**
 * Takes back what the lines of an order gave to licenses, or gives it again: each license is what the other changes make
 * of it. The caller holds the order's lock. Without `lineIds`, all lines.
 */
export async function markUpgradesOfOrder(
  tx: CommandTx,
  orderId: string,
  marks: Partial<Pick<LicenseChangeRow, 'isRefunded' | 'isDisputed'>>,
  lineIds?: readonly string[],
): Promise<void> {
  const rows = (await changesOfOrder(tx, tx.account.id, orderId)).filter(
    ({ orderLineId }) => lineIds?.includes(orderLineId ?? '') !== false,
  );
  // In the order of their ids, as everywhere.
  for (const licenseId of [...new Set(rows.map((row) => row.licenseId))].toSorted()) {
    const license = await lockExistingLicense(tx, licenseId);
    const own = rows.filter((row) => row.licenseId === licenseId).map(({ id }) => id);
    await markChanges(tx, tx.account.id, own, marks);
    await applyChanges(tx, license, await changesOfLicense(tx, tx.account.id, licenseId), orderId);
  }
}

/** The vendor sets the limits of a license: they are the base of what is bought later. The caller holds its lock. */
export async function settleChanges(tx: CommandTx, licenseId: string): Promise<void> {
  const rows = await changesOfLicense(tx, tx.account.id, licenseId);
  await markChanges(
    tx,
    tx.account.id,
    rows.filter(isOpen).map(({ id }) => id),
    { isSettled: true },
  );
}

/**
 * Licenses keep working with the updates until then, and with what was bought for each before, inside the caller's
 * transaction, which has changed them.
 */
export async function addChangesTo(
  tx: CommandTx,
  licenseIds: readonly string[],
  updatesUntil: Date,
): Promise<void> {
  if (licenseIds.length === 0) return;
  const rows = (await changesOfLicenses(tx, tx.account.id, licenseIds)).filter(isOpen);
  for (const [licenseId, open] of Map.groupBy(rows, (row) => row.licenseId)) {
    const license = await lockExistingLicense(tx, licenseId);
    await changeBase(
      tx,
      tx.account.id,
      open.map(({ id }) => id),
      updatesUntil,
    );
    await applyChanges(
      tx,
      license,
      open.map((row) => ({ ...row, baseUpdatesUntil: updatesUntil })),
    );
  }
}

/** While a license follows a subscription, it covers every version: what was bought for it counts after that. */
function followsSubscription({ subscriptionId, expiresAt, updatesUntil, upToMajor }: License): boolean {
  const isUnlimited = updatesUntil === null && upToMajor === null;
  return subscriptionId !== null && expiresAt !== null && isUnlimited;
}

/** Makes a license what its base and the changes in effect make of it. */
async function applyChanges(
  tx: CommandTx,
  license: License,
  rows: readonly LicenseChangeRow[],
  orderId = rows.at(-1)?.orderId ?? null,
): Promise<License> {
  const first = rows.find(isOpen);
  if (first === undefined || followsSubscription(license)) return license;
  const inEffect = rows.filter((row) => isOpen(row) && !row.isRefunded && !row.isDisputed);
  const content = withChanges(contentOfBase(first), inEffect.map(changeOf));
  const isOfBase = content.productId === first.baseProductId;
  const changes = {
    ...content,
    updatesUntil: wholeSeconds(content.updatesUntil),
    // The number of a license among those of its line counts the licenses of one product.
    orderOrdinal: isOfBase ? first.baseOrdinal : null,
  };
  const difference = changedFields(license, { ...license, ...changes }, ['orderOrdinal']);
  if (difference === undefined) return license;
  const { id, customerId, productId } = license;
  recordLicensingEvent(tx, {
    type: 'license.updated',
    subjects: { license: id, customer: customerId, product: productId, order: orderId },
    data: { fields: Object.keys(difference.after), ...difference },
  });
  return changeLicense(tx, license, changes);
}

/** The base of a new change: that of the changes in force, or the license as it is. */
function baseOf(license: License, rows: readonly LicenseChangeRow[]) {
  const first = rows.find(isOpen);
  if (first === undefined) {
    return {
      baseProductId: license.productId,
      baseVariationId: license.variationId,
      baseUpdatesUntil: license.updatesUntil,
      baseUpToMajor: license.upToMajor,
      baseOrdinal: license.orderOrdinal,
    };
  }
  const { baseProductId, baseVariationId, baseUpdatesUntil, baseUpToMajor, baseOrdinal } = first;
  return { baseProductId, baseVariationId, baseUpdatesUntil, baseUpToMajor, baseOrdinal };
}

/** Whether a change still affects what its license is. */
function isOpen({ isSettled, keepsLicense }: LicenseChangeRow): boolean {
  return !isSettled && !keepsLicense;
}

function isSameKept(row: LicenseChangeRow, { productId }: LicenseUpgrade): boolean {
  return row.keepsLicense && row.productId === productId && !row.isRefunded && !row.isDisputed;
}
