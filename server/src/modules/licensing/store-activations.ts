import type { CustomProperties } from '../../kernel/properties.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList, rowsFrom } from '../../platform/database/lists.ts';
import type { CustomerTables } from '../customers/index.ts';
import type { Usage } from './domain/usage.ts';
import type { Activation, ActivationMethod, LicensingTables } from './tables.ts';

/** An activation with what a token says of its license and owner. */
export interface ActivationRecord {
  readonly id: string;
  readonly deviceSignature: string;
  readonly method: ActivationMethod;
  readonly activationStatus: 'Active' | 'Revoked';
  readonly appVersion: string | null;
  readonly platform: string | null;
  readonly countedDay: string | null;
  readonly licenseId: string;
  readonly productId: string;
  readonly customerId: string;
  readonly licenseStatus: 'Active' | 'Revoked';
  readonly expiresAt: Date | null;
  readonly subscriptionId: string | null;
  readonly licenseProperties: CustomProperties;
  readonly ownerName: string | null;
  readonly ownerEmail: string;
  readonly ownerProperties: CustomProperties;
}

/** The activations with these ids, in any order; ids that the account does not know are left out. */
export function findActivationRecords(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ActivationRecord[]> {
  return db
    .tables<LicensingTables & CustomerTables>()
    .selectFrom('activations')
    .innerJoin('licenses', (join) =>
      join
        .onRef('licenses.accountId', '=', 'activations.accountId')
        .onRef('licenses.id', '=', 'activations.licenseId'),
    )
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.accountId', '=', 'licenses.accountId')
        .onRef('customers.id', '=', 'licenses.customerId'),
    )
    .select([
      'activations.id',
      'activations.deviceSignature',
      'activations.method',
      'activations.status as activationStatus',
      'activations.appVersion',
      'activations.platform',
      'activations.countedDay',
      'licenses.id as licenseId',
      'licenses.productId',
      'licenses.customerId',
      'licenses.status as licenseStatus',
      'licenses.expiresAt',
      'licenses.subscriptionId',
      'licenses.properties as licenseProperties',
      'customers.name as ownerName',
      'customers.email as ownerEmail',
      'customers.properties as ownerProperties',
    ])
    .where('activations.accountId', '=', accountId)
    .where(inList(db, 'activations.id', ids))
    .execute();
}

/** A validation to be written down: of which activation, and what the application told. */
export interface ValidationNote {
  readonly id: string;
  readonly usage: Usage;
}

const NOTE_COLUMNS = { id: 'TEXT', appVersion: 'TEXT', platform: 'TEXT', meta: 'JSON' } as const;

/**
 * Writes down validations of activations that are still active, each id once, and returns the ids of those that
 * are: a release that was committed first wins. What an application does not tell stays as it was.
 */
export async function noteValidations(
  tx: Tx,
  accountId: string,
  notes: readonly ValidationNote[],
  now: Date,
): Promise<Set<string>> {
  const updated = await validationUpdate(tx, accountId, notes, now).execute();
  return new Set(updated.map(({ id }) => id));
}

/** The statement of `noteValidations`: both of its joins go from the notes to the activations, whatever their number. */
export function validationUpdate(tx: Tx, accountId: string, notes: readonly ValidationNote[], now: Date) {
  const rows = rowsFrom(
    tx,
    NOTE_COLUMNS,
    notes.map(({ id, usage }) => ({
      id,
      appVersion: usage.appVersion ?? null,
      platform: usage.platform ?? null,
      meta: usage.meta ?? null,
    })),
  );
  return (
    tx
      .tables<LicensingTables>()
      // Locked in one order everywhere, so that two processes with the same devices wait instead of deadlocking.
      .with(
        (held) => held('held').materialized(),
        (db) =>
          db
            .selectFrom(rows.as('given'))
            // SQLite keeps the order of a cross join. Left to itself it walks through all activations of the account.
            .crossJoin('activations')
            .select(['activations.accountId', 'activations.id'])
            .select(['given.appVersion', 'given.platform', 'given.meta'])
            .where('activations.accountId', '=', accountId)
            .whereRef('activations.id', '=', 'given.id')
            .where('activations.status', '=', 'Active')
            .orderBy('activations.id')
            .forUpdate('activations'),
      )
      .updateTable('activations')
      .from('held')
      .set((eb) => ({
        lastValidatedAt: now,
        appVersion: eb.fn.coalesce('held.appVersion', 'activations.appVersion'),
        platform: eb.fn.coalesce('held.platform', 'activations.platform'),
        meta: eb.fn.coalesce('held.meta', 'activations.meta'),
      }))
      .whereRef('activations.accountId', '=', 'held.accountId')
      .whereRef('activations.id', '=', 'held.id')
      .returning('activations.id')
  );
}

/** The active activation of a device among the customer's usable licenses of a product. */
export function findActivationOfDevice(
  db: Reader,
  accountId: string,
  device: { readonly customerId: string; readonly productId: string; readonly signature: string },
  now: Date,
): Promise<Activation | undefined> {
  return db
    .tables<LicensingTables>()
    .selectFrom('activations')
    .innerJoin('licenses', (join) =>
      join
        .onRef('licenses.accountId', '=', 'activations.accountId')
        .onRef('licenses.id', '=', 'activations.licenseId'),
    )
    .selectAll('activations')
    .where('licenses.accountId', '=', accountId)
    .where('licenses.customerId', '=', device.customerId)
    .where('licenses.productId', '=', device.productId)
    .where('licenses.status', '=', 'Active')
    .where((eb) => eb.or([eb('licenses.expiresAt', 'is', null), eb('licenses.expiresAt', '>', now)]))
    .where('activations.deviceSignature', '=', device.signature)
    .where('activations.status', '=', 'Active')
    .orderBy('activations.createdAt')
    .limit(1)
    .executeTakeFirst();
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

export async function insertActivation(tx: Tx, row: Activation): Promise<void> {
  await tx.tables<LicensingTables>().insertInto('activations').values(row).execute();
}

/** What a device tells when it takes its seat again; `undefined` when the seat was released meanwhile. */
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
    .where('status', '=', 'Active')
    .returningAll()
    .executeTakeFirst();
}

/** True when it was active until now. */
export async function setActivationRevoked(
  tx: Tx,
  accountId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .tables<LicensingTables>()
    .updateTable('activations')
    .set({ status: 'Revoked', revokedAt: now })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'Active')
    .returning('id')
    .execute();
  return changed.length > 0;
}
