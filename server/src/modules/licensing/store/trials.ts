import type { Reader, Tx } from '../../../platform/database/database.ts';
import { EVERY_ROW, rowsFrom } from '../../../platform/database/lists.ts';
import { ERASED_DEVICE } from '../domain/erased-device.ts';
import { sortedBy } from '../domain/sorted-by.ts';
import { endIs, listPage } from './lists.ts';
import type { LicensingTables, Trial, TrialFilter } from '../tables.ts';

/** The trial with this id; `undefined` when the account has none. */
export function findTrial(db: Reader, accountId: string, id: string): Promise<Trial | undefined> {
  return trialsOf(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** The trial, locked until the transaction ends. */
export function lockTrial(tx: Tx, accountId: string, id: string): Promise<Trial | undefined> {
  return trialsOf(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The only trial of a product on a device, locked until the transaction ends. */
export function lockTrialOfDevice(
  tx: Tx,
  accountId: string,
  { productId, signature }: { readonly productId: string; readonly signature: string },
): Promise<Trial | undefined> {
  return trialsOf(tx, accountId)
    .where('productId', '=', productId)
    .where('deviceSignature', '=', signature)
    .forUpdate()
    .executeTakeFirst();
}

/** The only trial of a product on a device. */
export function findTrialOfDevice(
  db: Reader,
  accountId: string,
  { productId, signature }: { readonly productId: string; readonly signature: string },
): Promise<Trial | undefined> {
  return trialsOf(db, accountId)
    .where('productId', '=', productId)
    .where('deviceSignature', '=', signature)
    .executeTakeFirst();
}

/** The number of trials of the account that have not ended. */
export async function countRunningTrials(db: Reader, accountId: string, now: Date): Promise<number> {
  const { trials } = await db
    .tables<LicensingTables>()
    .selectFrom('trials')
    .select(({ fn }) => fn.countAll<number | string>().as('trials'))
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow();
  return Number(trials);
}

/** Trials of an account, the latest first by the moment of `sortedBy` (core API, Trials). */
export function listTrials(db: Reader, accountId: string, filter: TrialFilter, now: Date): Promise<Trial[]> {
  const { status, limit, after, isOldestFirst, createdBefore, createdAfter, ...values } = filter;
  const moment = sortedBy(filter);
  const page = { limit, after, isOldestFirst, createdBefore, createdAfter, moment };
  const trials = listPage(trialsOf(db, accountId), page, { ...values });
  if (status === undefined) return trials.execute();
  return trials.where(endIs(status === 'Expired' ? 'Passed' : 'Ahead', now, page)).execute();
}

/** Adds a trial; false, and nothing changed, when the device has already had one of the product. */
export async function insertTrial(tx: Tx, trial: Trial): Promise<boolean> {
  const inserted = await tx
    .tables<LicensingTables>()
    .insertInto('trials')
    .values(trial)
    .onConflict((conflict) => conflict.columns(['accountId', 'productId', 'deviceSignature']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The usage of a device that requests its trial again. The first customer who requested it stays its owner. */
export function renewTrial(
  tx: Tx,
  accountId: string,
  id: string,
  { customerId, ...changes }: Partial<Trial> & Pick<Trial, 'customerId'>,
): Promise<Trial> {
  return tx
    .tables<LicensingTables>()
    .updateTable('trials')
    .set(changes)
    .set((eb) => ({ customerId: eb.fn.coalesce('customerId', eb.val(customerId)) }))
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a trial, increments its revision, and returns the updated trial. The caller holds its lock. */
export async function changeTrial(
  tx: Tx,
  trial: Trial,
  changes: Partial<Omit<Trial, 'accountId' | 'id' | 'revision'>>,
): Promise<Trial> {
  const revision = trial.revision + 1;
  await tx
    .tables<LicensingTables>()
    .updateTable('trials')
    .set({ ...changes, revision })
    .where('accountId', '=', trial.accountId)
    .where('id', '=', trial.id)
    .execute();
  return { ...trial, ...changes, revision };
}

/** Records that the device of a trial was licensed; true when it was the first time. */
export async function setTrialConverted(
  tx: Tx,
  accountId: string,
  device: { readonly productId: string; readonly signature: string },
  now: Date,
): Promise<boolean> {
  const converted = await tx
    .tables<LicensingTables>()
    .updateTable('trials')
    .set({ convertedAt: now })
    .where('accountId', '=', accountId)
    .where('productId', '=', device.productId)
    .where('deviceSignature', '=', device.signature)
    .where('convertedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return converted !== undefined;
}

/**
 * Makes a customer's trials anonymous, and erases the names of their devices; their signatures stay, so that no trial
 * starts again.
 */
export async function eraseTrialDevices(tx: Tx, accountId: string, customerId: string): Promise<void> {
  await tx
    .tables<LicensingTables>()
    .updateTable('trials')
    .set({ ...ERASED_DEVICE, customerId: null })
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .execute();
}

/** Gives all trials of a customer to another one; returns their number. */
export async function moveTrialRows(
  tx: Tx,
  accountId: string,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .tables<LicensingTables>()
    .updateTable('trials')
    .set((eb) => ({ customerId: into, revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('customerId', '=', from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

function trialsOf(db: Reader, accountId: string) {
  return db.tables<LicensingTables>().selectFrom('trials').selectAll().where('accountId', '=', accountId);
}

type TrialDevice = Pick<Trial, 'productId' | 'deviceSignature'>;

/** The unique key of a trial: a product on a device. */
export function trialKey({ productId, deviceSignature }: TrialDevice): string {
  return `trial/${productId}/${deviceSignature}`;
}

/** The trials on these devices, by `trialKey`. */
export async function findTrialIds(
  db: Reader,
  accountId: string,
  devices: readonly TrialDevice[],
): Promise<ReadonlyMap<string, string>> {
  if (devices.length === 0) return new Map();
  const pairs = devices.map(({ productId, deviceSignature }) => ({ productId, deviceSignature }));
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom(rowsFrom(db, { productId: 'TEXT', deviceSignature: 'TEXT' }, pairs).as('given'))
    // Not an inner join, for which SQLite would read all trials of the account first.
    .leftJoin('trials', (join) =>
      join
        .on('trials.accountId', '=', accountId)
        .onRef('trials.productId', '=', 'given.productId')
        .onRef('trials.deviceSignature', '=', 'given.deviceSignature'),
    )
    .select(['trials.id', 'trials.productId', 'trials.deviceSignature'])
    .execute();
  return new Map(
    rows.flatMap(({ id, productId, deviceSignature }) =>
      id === null || productId === null || deviceSignature === null
        ? []
        : [[trialKey({ productId, deviceSignature }), id]],
    ),
  );
}

const COLUMNS = {
  accountId: 'TEXT',
  id: 'TEXT',
  productId: 'TEXT',
  customerId: 'TEXT',
  deviceName: 'TEXT',
  deviceSignature: 'TEXT',
  expiresAt: 'TIMESTAMP',
  lastValidatedAt: 'TIMESTAMP',
  appVersion: 'TEXT',
  platform: 'TEXT',
  meta: 'JSON',
  countedDay: 'TEXT',
  signingKid: 'TEXT',
  properties: 'JSON',
  convertedAt: 'TIMESTAMP',
  recordedExpiry: 'TIMESTAMP',
  createdAt: 'TIMESTAMP',
  resetAt: 'TIMESTAMP',
  revision: 'INTEGER',
} as const satisfies Record<keyof Trial, string>;

const COLUMN_NAMES = Object.keys(COLUMNS).filter((name): name is keyof Trial => name in COLUMNS);

/**
 * Stores the trials of devices that have not had one of their product, in one statement; returns the ids of the stored
 * ones.
 */
export async function insertNewTrials(tx: Tx, trials: readonly Trial[]): Promise<ReadonlySet<string>> {
  if (trials.length === 0) return new Set();
  const db = tx.tables<LicensingTables>();
  // In a fixed order, so that two imports of the same list do not wait for each other.
  const rows = trials.toSorted((one, other) => (trialKey(one) < trialKey(other) ? -1 : 1));
  const rowIds = await db
    .insertInto('trials')
    .columns(COLUMN_NAMES)
    .expression(
      db
        .selectFrom(rowsFrom(tx, COLUMNS, rows).as('given'))
        .select(COLUMN_NAMES)
        .where(EVERY_ROW),
    )
    .onConflict((conflict) => conflict.columns(['accountId', 'productId', 'deviceSignature']).doNothing())
    .returning('id')
    .execute();
  return new Set(rowIds.map(({ id }) => id));
}
