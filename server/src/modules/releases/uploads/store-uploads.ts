import type { ExpressionBuilder } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { FileRow, PartHoldRow, ReleaseTables, UploadRow } from '../tables.ts';

export function findUpload(db: Reader, accountId: string, key: string): Promise<UploadRow | undefined> {
  return uploadByKey(db, accountId, key).executeTakeFirst();
}

/** Keeps others from completing the upload until the transaction ends. */
export function lockUpload(tx: Tx, accountId: string, key: string): Promise<UploadRow | undefined> {
  return uploadByKey(tx, accountId, key).forUpdate().executeTakeFirst();
}

function uploadByKey(db: Reader, accountId: string, key: string) {
  return db
    .tables<ReleaseTables>()
    .selectFrom('uploads')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('key', '=', key);
}

export async function insertUpload(tx: Tx, row: UploadRow): Promise<void> {
  await tx.tables<ReleaseTables>().insertInto('uploads').values(row).execute();
}

/** Sets the deadline of the current writer of an upload's file. */
export async function setAssembly(
  tx: Tx,
  { accountId, key }: Pick<UploadRow, 'accountId' | 'key'>,
  assembledUntil: Date,
): Promise<void> {
  await tx
    .tables<ReleaseTables>()
    .updateTable('uploads')
    .set({ assembledUntil })
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .execute();
}

/** Records that the file is no longer being written, unless another writer has begun since. */
export async function endAssembly(
  tx: Tx,
  { accountId, key }: Pick<UploadRow, 'accountId' | 'key'>,
  assembledUntil: Date,
): Promise<void> {
  await tx
    .tables<ReleaseTables>()
    .updateTable('uploads')
    .set({ assembledUntil: null })
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .where('assembledUntil', '=', assembledUntil)
    .execute();
}

/** The current writer of a part; `undefined` when there is none. */
export function findPartHold(
  tx: Tx,
  { accountId, key, number }: Omit<PartHoldRow, 'heldUntil'>,
): Promise<PartHoldRow | undefined> {
  return tx
    .tables<ReleaseTables>()
    .selectFrom('uploadPartHolds')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** Sets the deadline of the current writer of a part, replacing an earlier writer. */
export async function savePartHold(tx: Tx, row: PartHoldRow): Promise<void> {
  await tx
    .tables<ReleaseTables>()
    .insertInto('uploadPartHolds')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'key', 'number']).doUpdateSet({ heldUntil: row.heldUntil }),
    )
    .execute();
}

/** Records that a part is no longer being written, unless another writer has begun since. */
export async function endPartHold(tx: Tx, { accountId, key, number, heldUntil }: PartHoldRow): Promise<void> {
  await tx
    .tables<ReleaseTables>()
    .deleteFrom('uploadPartHolds')
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .where('number', '=', number)
    .where('heldUntil', '=', heldUntil)
    .execute();
}

/** Deletes some uploads that ended before a time, and returns them. */
export async function deleteUploads(tx: Tx, endedBefore: Date, most: number): Promise<UploadRow[]> {
  const tables = tx.tables<ReleaseTables>();
  const ended = await tables
    .selectFrom('uploads')
    .select(['accountId', 'key'])
    .where('expiresAt', '<', endedBefore)
    .orderBy('expiresAt')
    .limit(most)
    .execute();
  const deleted = await Promise.all(
    ended.map(({ accountId, key }) =>
      tables
        .deleteFrom('uploads')
        .where('accountId', '=', accountId)
        .where('key', '=', key)
        .where('expiresAt', '<', endedBefore)
        .returningAll()
        .executeTakeFirst(),
    ),
  );
  return deleted.filter((row) => row !== undefined);
}

export function findFile(db: Reader, accountId: string, key: string): Promise<FileRow | undefined> {
  return db
    .tables<ReleaseTables>()
    .selectFrom('releaseFiles')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Files by their keys, in no order; unknown keys are omitted. */
export function findFiles(db: Reader, accountId: string, keys: readonly string[]): Promise<FileRow[]> {
  return db
    .tables<ReleaseTables>()
    .selectFrom('releaseFiles')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(inList(db, 'key', keys))
    .execute();
}

/** Adds a file; `false`, and nothing changed, when this key already exists. */
export async function insertFile(tx: Tx, row: FileRow): Promise<boolean> {
  const inserted = await tx
    .tables<ReleaseTables>()
    .insertInto('releaseFiles')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Records that a release has these files, and returns the existing ones; none of them is removed before the transaction
 * ends.
 */
export function useFiles(tx: Tx, accountId: string, keys: readonly string[]): Promise<FileRow[]> {
  return tx
    .tables<ReleaseTables>()
    .updateTable('releaseFiles')
    .set({ unusedSince: null })
    .where('accountId', '=', accountId)
    .where(inList(tx, 'key', keys))
    .returningAll()
    .execute();
}

/** Records which of these files no longer belong to any release. */
export async function markUnused(
  tx: Tx,
  accountId: string,
  keys: readonly string[],
  now: Date,
): Promise<void> {
  const tables = tx.tables<ReleaseTables>();
  // Waits for a concurrent transaction that attaches such a file to another release: later statements see that release.
  await tables
    .selectFrom('releaseFiles')
    .select('key')
    .where('accountId', '=', accountId)
    .where(inList(tx, 'key', keys))
    .orderBy('key')
    .forUpdate()
    .execute();
  await tables
    .updateTable('releaseFiles')
    .set({ unusedSince: now })
    .where('accountId', '=', accountId)
    .where(inList(tx, 'key', keys))
    .where(isInNoRelease)
    .execute();
}

function isInNoRelease(eb: ExpressionBuilder<ReleaseTables, 'releaseFiles'>) {
  const use = eb
    .selectFrom('releaseDownloads')
    .select('releaseDownloads.downloadKey')
    .whereRef('releaseDownloads.accountId', '=', 'releaseFiles.accountId')
    .whereRef('releaseDownloads.downloadKey', '=', 'releaseFiles.key');
  return eb.not(eb.exists(use));
}

/** Deletes some files that no release has had since, and returns them. */
export async function deleteUnusedFiles(tx: Tx, unusedBefore: Date, most: number): Promise<FileRow[]> {
  const tables = tx.tables<ReleaseTables>();
  const unused = await tables
    .selectFrom('releaseFiles')
    .select(['accountId', 'key'])
    .where('unusedSince', '<', unusedBefore)
    .where(isInNoRelease)
    .orderBy('unusedSince')
    .limit(most)
    .execute();
  const deleted = await Promise.all(
    unused.map(({ accountId, key }) =>
      tables
        .deleteFrom('releaseFiles')
        .where('accountId', '=', accountId)
        .where('key', '=', key)
        // A release that took it in the meantime keeps it.
        .where('unusedSince', '<', unusedBefore)
        .returningAll()
        .executeTakeFirst(),
    ),
  );
  return deleted.filter((row) => row !== undefined);
}

/** The files of releases that were stored last, of all accounts. */
export function listNewestFiles(db: Reader, most: number): Promise<Pick<FileRow, 'storageKey'>[]> {
  return db
    .tables<ReleaseTables>()
    .selectFrom('releaseFiles')
    .select('storageKey')
    .orderBy('storedAt', 'desc')
    .limit(most)
    .execute();
}

/** All stored files and uploads of an account. */
export async function listStored(
  db: Reader,
  accountId: string,
): Promise<{ readonly key: string; readonly storageKey?: string }[]> {
  const tables = db.tables<ReleaseTables>();
  const [files, uploads] = await Promise.all([
    tables
      .selectFrom('releaseFiles')
      .select(['key', 'storageKey'])
      .where('accountId', '=', accountId)
      .execute(),
    tables.selectFrom('uploads').select('key').where('accountId', '=', accountId).execute(),
  ]);
  return [...files, ...uploads];
}

/** Those of the keys that an upload or a file of another account has. */
export async function keysOfOthers(
  db: Reader,
  accountId: string,
  keys: readonly string[],
): Promise<string[]> {
  const ofTable = (table: 'releaseFiles' | 'uploads') =>
    db
      .tables<ReleaseTables>()
      .selectFrom(table)
      .select('key')
      .where('accountId', '<>', accountId)
      .where(inList(db, 'key', keys))
      .execute();
  const rows = [...(await ofTable('releaseFiles')), ...(await ofTable('uploads'))];
  return rows.map(({ key }) => key);
}

/** Those of the storage keys that a file of any account has. */
export async function usedStorageKeys(db: Reader, storageKeys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .tables<ReleaseTables>()
    .selectFrom('releaseFiles')
    .select('storageKey')
    .where(inList(db, 'storageKey', storageKeys))
    .execute();
  return new Set(rows.map(({ storageKey }) => storageKey));
}
