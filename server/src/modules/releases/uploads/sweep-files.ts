import { Type } from '../../../kernel/schema.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { System } from '../../../platform/system.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { folderOf } from './places.ts';
import { deleteUnusedFiles, deleteUploads, findFile, listStored } from './store-uploads.ts';

/** A request that began before the upload's expiry may still be running. */
const GRACE_MS = 6 * 3_600_000;
/** The time in which a file without a release may be attached to another one. */
const UNUSED_MS = 24 * 3_600_000;
const MOST = 50;

/** A file or an upload whose row is deleted, or the folder of an upload whose row stays. */
interface StoredBytes {
  readonly accountId: string;
  readonly key: string;
  readonly storageKey?: string | undefined;
}

const Bytes = Type.Object({
  accountId: Type.String(),
  key: Type.String(),
  storageKey: Type.Optional(Type.String()),
});

/** Removes bytes whose rows are deleted: a whole file, or the remains of an upload without its file. */
export const sweepJob = defineJob(
  'files.sweep',
  Type.Object({ files: Type.Array(Bytes) }),
  (system: System, { files }) => removeBytes(system, files),
);

/** Removes bytes that no row of a file names. */
export async function removeBytes(
  { database, storage }: System,
  files: readonly StoredBytes[],
): Promise<void> {
  for (const { accountId, key, storageKey } of files) {
    const file = await findFile(database.reader, accountId, key);
    if (storageKey !== undefined && storageKey !== file?.storageKey) await storage.delete(storageKey);
    for (const entry of await storage.list(folderOf(key))) {
      if (entry.key !== file?.storageKey) await storage.delete(entry.key);
    }
  }
}

/** Deletes some uploads that have ended, and schedules the removal of their bytes; returns their number. */
export function purgeUploads(system: System): Promise<number> {
  const endedBefore = new Date(system.clock.now().getTime() - GRACE_MS);
  return system.database.transaction(async (tx) => {
    const uploads = await deleteUploads(tx, endedBefore, MOST);
    await sweep(
      system,
      tx,
      uploads.map(({ accountId, key }) => ({ accountId, key })),
    );
    return uploads.length;
  });
}

/**
 * Deletes some files that no release has had for a day, and schedules the removal of their bytes; returns their number.
 */
export function purgeUnusedFiles(system: System): Promise<number> {
  const unusedBefore = new Date(system.clock.now().getTime() - UNUSED_MS);
  return system.database.transaction(async (tx) => {
    const files = await deleteUnusedFiles(tx, unusedBefore, MOST);
    await sweep(
      system,
      tx,
      files.map(({ accountId, key, storageKey }) => ({ accountId, key, storageKey })),
    );
    return files.length;
  });
}

/** Removes the remains of interrupted writers from the storage; returns the number of files. */
export function purgeBrokenFiles({ storage, clock }: System): Promise<number> {
  return storage.removeAbandoned(new Date(clock.now().getTime() - GRACE_MS));
}

/**
 * Schedules jobs that remove all bytes of an account's files and uploads once this transaction, which deletes their
 * rows, is committed. Returns the files and uploads.
 */
export async function sweepAccount(tx: CommandTx): Promise<StoredBytes[]> {
  const accountId = tx.account.id;
  const rows = await listStored(tx, accountId);
  const files = rows.map((row): StoredBytes => ({ accountId, ...row }));
  for (let start = 0; start < files.length; start += MOST)
    await sweep(tx, tx, files.slice(start, start + MOST));
  return files;
}

async function sweep(
  source: Pick<System, 'ids' | 'clock'>,
  tx: Tx,
  files: readonly StoredBytes[],
): Promise<void> {
  const payload = {
    files: files.map(({ storageKey, ...file }) => ({
      ...file,
      ...(storageKey !== undefined && { storageKey }),
    })),
  };
  if (files.length > 0) await sweepJob.enqueue(source, tx, { payload });
}
