import { sql } from 'kysely';
import type { CustomProperties } from '../../../kernel/properties.ts';
import { compiledOnce } from '../../../platform/database/compiled-once.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList, type ListRow, rowsFrom } from '../../../platform/database/lists.ts';
import { unindexed } from '../../../platform/database/unindexed.ts';
import type { CustomerTables } from '../../customers/index.ts';
import type { TokenOwner } from '../domain/claims.ts';
import type { Usage } from '../domain/usage.ts';
import type { ActivationMethod, LicensingTables, Trial } from '../tables.ts';
import { ACTIVE } from './activations.ts';
import { usableLicenses } from './ownership.ts';

/** An activation with the data of its license and owner that a token contains. */
export interface ActivationRecord {
  readonly id: string;
  readonly deviceSignature: string;
  readonly method: ActivationMethod;
  readonly activationStatus: 'Active' | 'Revoked';
  readonly appVersion: string | null;
  readonly platform: string | null;
  readonly countedDay: string | null;
  readonly signingKid: string | null;
  readonly licenseId: string;
  readonly productId: string;
  readonly customerId: string;
  readonly licenseStatus: 'Active' | 'Revoked';
  readonly expiresAt: Date | null;
  readonly subscriptionId: string | null;
  readonly updatesUntil: Date | null;
  readonly upToMajor: number | null;
  readonly licenseProperties: CustomProperties;
  readonly ownerName: string | null;
  readonly ownerEmail: string;
  readonly ownerProperties: CustomProperties;
  /** The seats that the owner has for the product, over all usable licenses, and how many of them are in use. */
  readonly totalSeats: number;
  readonly usedSeats: number;
}

/** The activations with these ids at a time, in any order; unknown ids are omitted. */
export async function findActivationRecords(
  db: Reader,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<ActivationRecord[]> {
  return ids.length === 0 ? [] : activationRecords(db, { accountId, ids, now });
}

/** What a token contains, and decisions depend on. */
const RECORD_COLUMNS = [
  'activations.id',
  'activations.deviceSignature',
  'activations.method',
  'activations.status as activationStatus',
  'activations.appVersion',
  'activations.platform',
  'activations.countedDay',
  'activations.signingKid',
  'license.id as licenseId',
  'license.productId',
  'license.customerId',
  'license.status as licenseStatus',
  'license.expiresAt',
  'license.subscriptionId',
  'license.updatesUntil',
  'license.upToMajor',
  'license.properties as licenseProperties',
  'customers.name as ownerName',
  'customers.email as ownerEmail',
  'customers.properties as ownerProperties',
] as const;

const activationRecords = compiledOnce(
  (db, { accountId, ids, now }: { accountId: string; ids: readonly string[]; now: Date }) =>
    db
      .tables<LicensingTables & CustomerTables>()
      .selectFrom('activations')
      .innerJoin('licenses as license', (join) =>
        join
          .onRef('license.accountId', '=', 'activations.accountId')
          .onRef('license.id', '=', 'activations.licenseId'),
      )
      .innerJoin('customers', (join) =>
        join
          .onRef('customers.accountId', '=', 'license.accountId')
          .onRef('customers.id', '=', 'license.customerId'),
      )
      .select(RECORD_COLUMNS)
      .select((eb) => {
        const seatsOfOwner = (column: 'maxActivations' | 'activeActivations') =>
          eb.fn.coalesce(
            usableLicenses(db, accountId, now)
              .select(({ fn }) => fn.sum<number>(column).as('seats'))
              .where('licenses.customerId', '=', eb.ref('license.customerId'))
              .where('licenses.productId', '=', eb.ref('license.productId')),
            sql.lit(0),
          );
        return [
          seatsOfOwner('maxActivations').as('totalSeats'),
          seatsOfOwner('activeActivations').as('usedSeats'),
        ];
      })
      .where('activations.accountId', '=', accountId)
      .where(inList(db, 'activations.id', ids)),
);

/** The trials with these ids, in any order. */
export async function findTrials(db: Reader, accountId: string, ids: readonly string[]): Promise<Trial[]> {
  if (ids.length === 0) return [];
  const trials = db.tables<LicensingTables>().selectFrom('trials').selectAll();
  return trials
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .execute();
}

/** The owners' data in tokens, by id, without deleted customers. */
export async function findTokenOwners(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TokenOwner>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .tables<CustomerTables>()
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'properties'])
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .where(unindexed(sql<boolean>`not ${sql.ref('isDeleted')}`))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** A validation to record: its activation or trial, and the usage that the application reported. */
interface ValidationNote {
  readonly id: string;
  readonly usage: Usage;
  /** The key of the new token. */
  readonly signingKid: string;
}

/**
 * Records validations of activations that are still active, each id once, and returns the ids of those that are: a
 * release of the device that committed first wins, and so does a revocation of its license that committed before the
 * statement began. Values that an application does not report stay unchanged.
 */
export async function noteValidations(
  tx: Tx,
  accountId: string,
  notes: readonly ValidationNote[],
  now: Date,
): Promise<Set<string>> {
  if (notes.length === 0) return new Set();
  const updated = await validationUpdate(tx, accountId, notes, now).execute();
  return new Set(updated.map(({ id }) => id));
}

/** The statement of `noteValidations`. */
export function validationUpdate(tx: Tx, accountId: string, notes: readonly ValidationNote[], now: Date) {
  return (
    tx
      .tables<LicensingTables>()
      .updateTable('activations')
      .from(rowsFrom(tx, NOTE_COLUMNS, inOneOrder(accountId, notes)).as('given'))
      .set((eb) => ({
        lastValidatedAt: now,
        appVersion: eb.fn.coalesce('given.appVersion', 'activations.appVersion'),
        platform: eb.fn.coalesce('given.platform', 'activations.platform'),
        meta: eb.fn.coalesce('given.meta', 'activations.meta'),
        signingKid: eb.ref('given.signingKid'),
      }))
      .whereRef('activations.accountId', '=', 'given.accountId')
      .whereRef('activations.id', '=', 'given.id')
      .where('activations.status', '=', ACTIVE)
      // Not a join, for which SQLite would copy the rows of both tables.
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('licenses')
            .select('licenses.id')
            .whereRef('licenses.accountId', '=', 'activations.accountId')
            .whereRef('licenses.id', '=', 'activations.licenseId')
            .where('licenses.status', '=', ACTIVE),
        ),
      )
      .returning('activations.id')
  );
}

/** Records validations of trials, each id once. Values that an application does not report stay unchanged. */
export async function noteTrialValidations(
  tx: Tx,
  accountId: string,
  notes: readonly ValidationNote[],
  now: Date,
): Promise<void> {
  if (notes.length > 0) await trialValidationUpdate(tx, accountId, notes, now).execute();
}

/** The statement of `noteTrialValidations`. */
export function trialValidationUpdate(
  tx: Tx,
  accountId: string,
  notes: readonly ValidationNote[],
  now: Date,
) {
  return tx
    .tables<LicensingTables>()
    .updateTable('trials')
    .from(rowsFrom(tx, NOTE_COLUMNS, inOneOrder(accountId, notes)).as('given'))
    .set((eb) => ({
      lastValidatedAt: now,
      appVersion: eb.fn.coalesce('given.appVersion', 'trials.appVersion'),
      platform: eb.fn.coalesce('given.platform', 'trials.platform'),
      signingKid: eb.ref('given.signingKid'),
    }))
    .whereRef('trials.accountId', '=', 'given.accountId')
    .whereRef('trials.id', '=', 'given.id');
}

/** Each note names the account: with a single parameter for it, SQLite would scan all rows of the account. */
const NOTE_COLUMNS = {
  accountId: 'TEXT',
  id: 'TEXT',
  appVersion: 'TEXT',
  platform: 'TEXT',
  meta: 'JSON',
  signingKid: 'TEXT',
} as const;

/** By id, so that two processes that record the same devices wait for each other instead of deadlocking. */
function inOneOrder(accountId: string, notes: readonly ValidationNote[]): ListRow<typeof NOTE_COLUMNS>[] {
  return notes
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, usage, signingKid }) => ({
      accountId,
      id,
      appVersion: usage.appVersion ?? null,
      platform: usage.platform ?? null,
      meta: usage.meta ?? null,
      signingKid,
    }));
}
