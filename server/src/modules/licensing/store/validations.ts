import type { Tx } from '../../../platform/database/database.ts';
import { type ListRow, rowsFrom } from '../../../platform/database/lists.ts';
import type { Usage } from '../domain/usage.ts';
import { ACTIVE } from './activations.ts';
import type { LicensingTables } from '../tables.ts';

/** A validation to record: its activation or trial, and the usage that the application reported. */
export interface ValidationNote {
  readonly id: string;
  readonly usage: Usage;
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
  const updated = await validationUpdate(tx, accountId, notes, now).execute();
  return new Set(updated.map(({ id }) => id));
}

/** The statement of `noteValidations`, which joins the notes with the activations and their licenses. */
export function validationUpdate(tx: Tx, accountId: string, notes: readonly ValidationNote[], now: Date) {
  return tx
    .tables<LicensingTables>()
    .updateTable('activations')
    .from([rowsFrom(tx, NOTE_COLUMNS, inOneOrder(accountId, notes)).as('given'), 'licenses'])
    .set((eb) => ({
      lastValidatedAt: now,
      appVersion: eb.fn.coalesce('given.appVersion', 'activations.appVersion'),
      platform: eb.fn.coalesce('given.platform', 'activations.platform'),
      meta: eb.fn.coalesce('given.meta', 'activations.meta'),
    }))
    .whereRef('activations.accountId', '=', 'given.accountId')
    .whereRef('activations.id', '=', 'given.id')
    .where('activations.status', '=', ACTIVE)
    .whereRef('licenses.accountId', '=', 'activations.accountId')
    .whereRef('licenses.id', '=', 'activations.licenseId')
    .where('licenses.status', '=', 'Active')
    .returning('activations.id');
}

/** Records validations of trials, each id once. Values that an application does not report stay unchanged. */
export async function noteTrialValidations(
  tx: Tx,
  accountId: string,
  notes: readonly ValidationNote[],
  now: Date,
): Promise<void> {
  await trialValidationUpdate(tx, accountId, notes, now).execute();
}

/** The statement of `noteTrialValidations`, which joins the notes with the trials. */
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
} as const;

/** By id, so that two processes that record the same devices wait for each other instead of deadlocking. */
function inOneOrder(accountId: string, notes: readonly ValidationNote[]): ListRow<typeof NOTE_COLUMNS>[] {
  return notes
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, usage }) => ({
      accountId,
      id,
      appVersion: usage.appVersion ?? null,
      platform: usage.platform ?? null,
      meta: usage.meta ?? null,
    }));
}
