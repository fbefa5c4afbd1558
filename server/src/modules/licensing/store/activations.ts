import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList, rowsFrom } from '../../../platform/database/lists.ts';
import { newestFirst, type RowPage } from '../../../platform/database/newest-first.ts';
import { forgetAddOnSeats } from './add-on-seats.ts';
import { type ProductOwner, usableLicenses } from './ownership.ts';
import { ERASED_DEVICE } from '../domain/erased-device.ts';
import type { Activation, License, LicensingTables } from '../tables.ts';

/**
 * A literal in the statement, because the index of active devices is partial: compared with a parameter, SQLite would
 * plan the statement again each time it runs.
 */
export const ACTIVE = sql.lit('Active' as const);

/** A device that a customer may hold a seat of a product on. */
export interface DeviceOfOwner extends ProductOwner {
  readonly signature: string;
}

/** An active activation, and what its license allows. */
export interface DeviceSeat {
  readonly activation: Activation;
  readonly license: Pick<License, 'updatesUntil' | 'upToMajor' | 'allowsOffline'>;
}

/**
 * The active activations of a device among the customer's usable licenses of a product, the oldest first. They are few:
 * told to order them, SQLite would read those of all devices in the order of their time.
 */
export async function findSeatsOfDevice(
  db: Reader,
  accountId: string,
  device: DeviceOfOwner,
  now: Date,
): Promise<DeviceSeat[]> {
  const rows = await usableLicenses(db, accountId, now)
    .innerJoin('activations', (join) =>
      join
        .onRef('activations.accountId', '=', 'licenses.accountId')
        .onRef('activations.licenseId', '=', 'licenses.id'),
    )
    .selectAll('activations')
    .select(['licenses.updatesUntil', 'licenses.upToMajor', 'licenses.allowsOffline'])
    .where('licenses.customerId', '=', device.customerId)
    .where('licenses.productId', '=', device.productId)
    .where('activations.deviceSignature', '=', device.signature)
    .where('activations.status', '=', ACTIVE)
    .execute();
  return rows
    .toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt))
    .map(({ updatesUntil, upToMajor, allowsOffline, ...activation }) => ({
      activation,
      license: { updatesUntil, upToMajor, allowsOffline },
    }));
}

/** The oldest active activation of a device among the customer's usable licenses of a product. */
export async function findActivationOfDevice(
  db: Reader,
  accountId: string,
  device: DeviceOfOwner,
  now: Date,
): Promise<Activation | undefined> {
  const [oldest] = await findSeatsOfDevice(db, accountId, device, now);
  return oldest?.activation;
}

/** A device of a customer, by its signature, and a product. */
interface DeviceOfProduct extends ProductOwner {
  readonly deviceSignature: string;
}

/** Identifies a device of a customer and a product among others. */
export function seatKey({ customerId, productId, deviceSignature }: DeviceOfProduct): string {
  return JSON.stringify([customerId, productId, deviceSignature]);
}

/** The keys (`seatKey`) of those devices that hold an activation of the product themselves. */
export async function findOwnSeats(
  db: Reader,
  accountId: string,
  devices: readonly DeviceOfProduct[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (devices.length === 0) return new Set();
  const distinct = (field: keyof DeviceOfProduct) => [...new Set(devices.map((device) => device[field]))];
  const licenses = await usableLicenses(db, accountId, now)
    .select(['id', 'customerId', 'productId'])
    .where(inList(db, 'customerId', distinct('customerId')))
    .where(inList(db, 'productId', distinct('productId')))
    .execute();
  const owners = new Map(licenses.map(({ id, ...owner }) => [id, owner]));
  const activations = await db
    .tables<LicensingTables>()
    .selectFrom('activations')
    .select(['licenseId', 'deviceSignature'])
    .where('accountId', '=', accountId)
    .where(inList(db, 'licenseId', [...owners.keys()]))
    .where(inList(db, 'deviceSignature', distinct('deviceSignature')))
    .where('status', '=', ACTIVE)
    .execute();
  return new Set(
    activations.flatMap(({ licenseId, deviceSignature }) => {
      const owner = owners.get(licenseId);
      return owner === undefined ? [] : seatKey({ ...owner, deviceSignature });
    }),
  );
}

export function findActivation(db: Reader, accountId: string, id: string): Promise<Activation | undefined> {
  return db
    .tables<LicensingTables>()
    .selectFrom('activations')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Devices that hold or held a seat of a license, newest first. */
export function listLicenseActivations(
  db: Reader,
  accountId: string,
  licenseId: string,
  page: RowPage,
): Promise<Activation[]> {
  const activations = db.tables<LicensingTables>().selectFrom('activations').selectAll();
  const ofLicense = activations.where('accountId', '=', accountId).where('licenseId', '=', licenseId);
  return newestFirst(ofLicense, page).execute();
}

/** The number of active activations of the account; reads all of them. */
export async function countActiveActivations(db: Reader, accountId: string): Promise<number> {
  const { activations } = await db
    .tables<LicensingTables>()
    .selectFrom('activations')
    .select(({ fn }) => fn.countAll<number | string>().as('activations'))
    .where('accountId', '=', accountId)
    .where('status', '=', ACTIVE)
    .executeTakeFirstOrThrow();
  return Number(activations);
}

export async function insertActivation(tx: Tx, row: Activation): Promise<void> {
  await tx.tables<LicensingTables>().insertInto('activations').values(row).execute();
}

/** The usage of a device that takes its seat again; `undefined` when the seat was released meanwhile. */
export function renewActivation(
  tx: Tx,
  accountId: string,
  id: string,
  changes: Pick<Activation, 'deviceName' | 'method' | 'lastValidatedAt'> & Partial<Activation>,
): Promise<Activation | undefined> {
  return tx
    .tables<LicensingTables>()
    .updateTable('activations')
    .set(changes)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', ACTIVE)
    .returningAll()
    .executeTakeFirst();
}

/** Moves an active activation from one license to another; false if it is no longer an active one of the first. */
export async function setActivationLicense(
  tx: Tx,
  accountId: string,
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const moved = await tx
    .tables<LicensingTables>()
    .updateTable('activations')
    .set({ licenseId: to })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('licenseId', '=', from)
    .where('status', '=', ACTIVE)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/**
 * Exchanges the licenses of two active activations; false if one of them is no longer an active one of its license. The
 * caller holds the locks of both licenses.
 */
export async function exchangeLicenses(
  tx: Tx,
  accountId: string,
  one: Pick<Activation, 'id' | 'licenseId'>,
  other: Pick<Activation, 'id' | 'licenseId'>,
): Promise<boolean> {
  const rows = () =>
    tx.tables<LicensingTables>().updateTable('activations').where('accountId', '=', accountId);
  // A license has one active seat of a device: the other one is out of the way for a moment.
  const aside = await rows()
    .set({ status: 'Revoked' })
    .where('id', '=', other.id)
    .where('licenseId', '=', other.licenseId)
    .where('status', '=', ACTIVE)
    .returning('id')
    .executeTakeFirst();
  if (aside === undefined) return false;
  const target = { from: one.licenseId, to: other.licenseId };
  const isMoved = await setActivationLicense(tx, accountId, one.id, target);
  const licenseId = isMoved ? one.licenseId : other.licenseId;
  await rows().set({ licenseId, status: 'Active' }).where('id', '=', other.id).execute();
  return isMoved;
}

/** Releases all devices of these licenses, and erases their names and data. */
export async function eraseDevices(
  tx: Tx,
  accountId: string,
  licenseIds: readonly string[],
  now: Date,
): Promise<void> {
  if (licenseIds.length === 0) return;
  await forgetAddOnSeats(tx, accountId, licenseIds);
  await tx
    .tables<LicensingTables>()
    .updateTable('activations')
    .set({ ...ERASED_DEVICE, deviceSignature: '', status: 'Revoked' })
    .set((eb) => ({ revokedAt: eb.fn.coalesce('revokedAt', eb.val(now)) }))
    .where('accountId', '=', accountId)
    .where(inList(tx, 'licenseId', licenseIds))
    .execute();
}

/** Releases all devices of a license. */
export async function revokeActivationsOf(
  tx: Tx,
  accountId: string,
  licenseId: string,
  now: Date,
): Promise<void> {
  await tx
    .tables<LicensingTables>()
    .updateTable('activations')
    .set({ status: 'Revoked', revokedAt: now })
    .where('accountId', '=', accountId)
    .where('licenseId', '=', licenseId)
    .where('status', '=', ACTIVE)
    .execute();
}

/** Releases a device of a license; true if it was an active one of that license until now. */
export async function setActivationRevoked(
  tx: Tx,
  accountId: string,
  { id, licenseId }: Pick<Activation, 'id' | 'licenseId'>,
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .tables<LicensingTables>()
    .updateTable('activations')
    .set({ status: 'Revoked', revokedAt: now })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('licenseId', '=', licenseId)
    .where('status', '=', ACTIVE)
    .returning('id')
    .execute();
  return changed.length > 0;
}

/** Those of these ids that the account has activations of. */
export async function findActivationIds(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom('activations')
    .select('id')
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const COLUMNS = {
  accountId: 'TEXT',
  id: 'TEXT',
  licenseId: 'TEXT',
  deviceName: 'TEXT',
  deviceSignature: 'TEXT',
  method: 'TEXT',
  status: 'TEXT',
  firstValidatedAt: 'TIMESTAMP',
  lastValidatedAt: 'TIMESTAMP',
  appVersion: 'TEXT',
  platform: 'TEXT',
  meta: 'JSON',
  countedDay: 'TEXT',
  signingKid: 'TEXT',
  createdAt: 'TIMESTAMP',
  revokedAt: 'TIMESTAMP',
} as const satisfies Record<keyof Activation, string>;

const COLUMN_NAMES = Object.keys(COLUMNS).filter((name): name is keyof Activation => name in COLUMNS);
const ROWS_PER_INSERT = 2_000;

/** Stores any number of activations. */
export async function insertActivations(tx: Tx, activations: readonly Activation[]): Promise<void> {
  const db = tx.tables<LicensingTables>();
  for (let first = 0; first < activations.length; first += ROWS_PER_INSERT) {
    const rows = rowsFrom(tx, COLUMNS, activations.slice(first, first + ROWS_PER_INSERT));
    await db
      .insertInto('activations')
      .columns(COLUMN_NAMES)
      .expression(db.selectFrom(rows.as('given')).select(COLUMN_NAMES))
      .execute();
  }
}
