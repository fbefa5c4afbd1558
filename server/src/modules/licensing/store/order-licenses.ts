import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import { unindexedOrder } from '../../../platform/database/unindexed.ts';
import type { Activation, License, LicensingTables } from '../tables.ts';
import { changesOfLicenses } from './license-changes.ts';
import type { LicenseGroup } from './licenses.ts';

/** The data of a license for the rules about returned units. */
export type OrderLicense = Pick<
  License,
  | 'id'
  | 'customerId'
  | 'productId'
  | 'status'
  | 'revocationReason'
  | 'activeActivations'
  | 'orderLineId'
  | 'orderOrdinal'
  | 'subscriptionId'
  | 'isFree'
> & {
  /** That of the purchase: an upgrade may have replaced it since. */
  readonly grantedProductId: string;
  /** Somebody paid for a change of it, too. */
  readonly isUpgraded: boolean;
};

/**
 * Locks the licenses of an order or a subscription, newest first, until the transaction ends. The caller holds the lock of
 * that order or subscription.
 */
export async function lockLicensesIn(
  tx: Tx,
  accountId: string,
  group: LicenseGroup,
): Promise<OrderLicense[]> {
  const licenses = await licensesIn(tx, accountId, group)
    .select([
      'id',
      'customerId',
      'productId',
      'status',
      'revocationReason',
      'activeActivations',
      'orderLineId',
      'orderOrdinal',
      'subscriptionId',
      'isFree',
    ])
    .orderBy(unindexedOrder('createdAt'), 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute();
  const changes = await changesOfLicenses(
    tx,
    accountId,
    licenses.map(({ id }) => id),
  );
  const changesById = Map.groupBy(changes, ({ licenseId }) => licenseId);
  return licenses.map((license) => {
    const own = changesById.get(license.id) ?? [];
    const grantedProductId = own[0]?.baseProductId ?? license.productId;
    const isUpgraded = own.some(({ kind, isRefunded }) => kind !== 'Grace' && !isRefunded);
    return { ...license, grantedProductId, isUpgraded };
  });
}

/** Records whether somebody has paid for licenses, which the caller has locked. */
export async function setFree(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  isFree: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set((eb) => ({ isFree, revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .execute();
}

/** The customers who have licenses of an order or a subscription, in the order of their ids. */
export async function ownersIn(db: Reader, accountId: string, group: LicenseGroup): Promise<string[]> {
  const rows = await licensesIn(db, accountId, group).select('customerId').execute();
  return [...new Set(rows.map(({ customerId }) => customerId))].toSorted();
}

function licensesIn(db: Reader, accountId: string, group: LicenseGroup) {
  const licenses = db.tables<LicensingTables>().selectFrom('licenses').where('accountId', '=', accountId);
  return 'orderId' in group
    ? licenses.where('orderId', '=', group.orderId)
    : licenses.where('subscriptionId', '=', group.subscriptionId);
}

/** When a license of each line of an order was first downloaded or activated, by the line's id. */
export async function firstUses(
  db: Reader,
  accountId: string,
  orderId: string,
): Promise<ReadonlyMap<string, Date>> {
  const licenses = await db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select(['id', 'orderLineId', 'downloadedAt'])
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .execute();
  if (licenses.length === 0) return new Map();
  const lineOf = new Map(licenses.map(({ id, orderLineId }) => [id, orderLineId]));
  const activations = await db
    .tables<LicensingTables>()
    .selectFrom('activations')
    .select(['licenseId', 'createdAt'])
    .where('accountId', '=', accountId)
    .where(inList(db, 'licenseId', [...lineOf.keys()]))
    .execute();
  const first = new Map<string, Date>();
  const uses = [
    ...licenses.map(({ id, downloadedAt }) => ({ licenseId: id, at: downloadedAt })),
    ...activations.map(({ licenseId, createdAt }) => ({ licenseId, at: createdAt })),
  ];
  for (const { licenseId, at } of uses) {
    const lineId = lineOf.get(licenseId) ?? '';
    const before = first.get(lineId);
    if (at !== null && (before === undefined || at < before)) first.set(lineId, at);
  }
  return first;
}

/** A device of a license, with what tells whether it uses a change of the license. */
export type DeviceUse = Pick<Activation, (typeof DEVICE_USE)[number]>;

const DEVICE_USE = ['licenseId', 'createdAt', 'lastValidatedAt', 'appVersion'] as const;

/** Devices with what tells whether they use a change of their license, by the ids of their activations. */
export async function usesByDevices(
  db: Reader,
  accountId: string,
  activationIds: readonly string[],
): Promise<DeviceUse[]> {
  if (activationIds.length === 0) return [];
  return db
    .tables<LicensingTables>()
    .selectFrom('activations')
    .select(DEVICE_USE)
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', activationIds))
    .execute();
}

/** The devices that hold or held a seat of these licenses, also those that were released. */
export async function deviceUses(
  db: Reader,
  accountId: string,
  licenseIds: readonly string[],
): Promise<DeviceUse[]> {
  if (licenseIds.length === 0) return [];
  return db
    .tables<LicensingTables>()
    .selectFrom('activations')
    .select(DEVICE_USE)
    .where('accountId', '=', accountId)
    .where(inList(db, 'licenseId', licenseIds))
    .execute();
}
