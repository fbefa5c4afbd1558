import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import { ACTIVE } from './activations.ts';
import type { LicensingTables } from '../tables.ts';

/** An end that has come and has no event yet. */
export interface Expiry {
  readonly accountId: string;
  readonly id: string;
}

/** An end for which an event has to be recorded. */
interface RecordableExpiry {
  readonly id: string;
  readonly customerId: string | null;
  readonly productId: string;
  readonly expiresAt: Date;
}

// In the words of the partial indexes, which both engines use only for a query that repeats them.
const UNRECORDED = sql<boolean>`(recorded_expiry is null or recorded_expiry < expires_at)`;

/** Licenses of all accounts that have ended without an event, those that ended first. */
export function findLicenseExpiries(db: Reader, now: Date, limit: number): Promise<Expiry[]> {
  return db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select(['accountId', 'id'])
    .where('status', '=', ACTIVE)
    .where('expiresAt', 'is not', null)
    .where(UNRECORDED)
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(limit)
    .execute();
}

/** Trials of all accounts that have ended without an event, those that ended first. */
export function findTrialExpiries(db: Reader, now: Date, limit: number): Promise<Expiry[]> {
  return db
    .tables<LicensingTables>()
    .selectFrom('trials')
    .select(['accountId', 'id'])
    .where(UNRECORDED)
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(limit)
    .execute();
}

/** Marks the ends of these licenses as recorded, and returns those that have ended and had no event. */
export async function markLicenseExpiries(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<RecordableExpiry[]> {
  const rows = await tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set((eb) => ({ recordedExpiry: eb.ref('expiresAt') }))
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .where('status', '=', ACTIVE)
    .where(UNRECORDED)
    .where('expiresAt', '<=', now)
    .returning(['id', 'customerId', 'productId', 'expiresAt'])
    .execute();
  return rows.flatMap(({ expiresAt, ...row }) => (expiresAt === null ? [] : [{ ...row, expiresAt }]));
}

/** The same for trials. */
export function markTrialExpiries(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<RecordableExpiry[]> {
  return tx
    .tables<LicensingTables>()
    .updateTable('trials')
    .set((eb) => ({ recordedExpiry: eb.ref('expiresAt') }))
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .where(UNRECORDED)
    .where('expiresAt', '<=', now)
    .returning(['id', 'customerId', 'productId', 'expiresAt'])
    .execute();
}
