import type { System } from '../../platform/system.ts';
import { lockMovedAccounts } from '../accounts/index.ts';
import { usedIconKeys, usedImageKeys, usedMediaKeys } from '../catalog/index.ts';
import { usedDocumentKeys } from '../documents/index.ts';
import { storageKeysInUse } from '../releases/index.ts';
import type { Manifest } from './manifest.ts';
import { namedFiles } from './named-files.ts';
import { copyIn } from './stored-files.ts';

/** The folder of an export, and its manifest. */
interface Source {
  readonly folder: string;
  readonly manifest: Manifest;
}

export interface FileOptions {
  /** Whether the import continues without release files that are neither in the folder nor in the storage. */
  readonly acceptsMissingFiles: boolean;
  /** Whether the files in the storage are copies, which no other instance uses. */
  readonly filesAreCopies?: boolean;
}

/**
 * Copies the missing files into the storage and returns their keys. Throws when files are missing or damaged, or when
 * all of them already exist without confirmation that they are copies; then none is kept.
 */
export async function addFiles(
  system: System,
  { folder, manifest }: Source,
  { acceptsMissingFiles, filesAreCopies = false }: FileOptions,
): Promise<Set<string>> {
  const added = new Set<string>();
  const missing: string[] = [];
  const releases = { added: 0, present: 0, missing: 0 };
  return withRemoval(system, added, async () => {
    for await (const file of namedFiles(system.database.reader, folder, manifest)) {
      const result = await copyIn(system.storage, folder, file);
      if (result === 'added') added.add(file.key);
      if (result === 'missing' && file.kind !== 'document') missing.push(file.key);
      if (file.kind === 'release') releases[result] += 1;
    }
    if (missing.length > 0 && !acceptsMissingFiles) {
      throw new Error(
        `${missing.length} files are neither in the export nor in the storage of this instance, such as ${missing[0]}: export ` +
          'with --files, or copy the files of the old storage to the new one first',
      );
    }
    if (releases.present > 0 && releases.added + releases.missing === 0 && !filesAreCopies) {
      throw new Error(
        'the storage of this instance has all files of releases already. If it is that of the old instance, give this one a ' +
          'bucket or data folder of its own: each deletes files that its own database does not name. If they are copies, add ' +
          '--files-copied',
      );
    }
    return added;
  });
}

/** Runs `work`; if it fails, removes those of the files that no row names. */
export async function withRemoval<Result>(
  system: System,
  keys: ReadonlySet<string>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await removeUnnamed(system, [...keys]).catch((failure: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `${reason}; then not all of its files could be removed: ${String(failure)}`;
      throw new Error(message, { cause: error });
    });
    throw error;
  }
}

/**
 * Another import may have added the same account meanwhile: it commits before this reads the rows, or checks its files
 * afterwards.
 */
async function removeUnnamed({ database, storage }: System, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await database.transaction(async (tx) => {
    await lockMovedAccounts(tx);
    const inUse = [
      await storageKeysInUse(tx, keys),
      await usedIconKeys(tx, keys),
      await usedImageKeys(tx, keys),
      await usedMediaKeys(tx, keys),
      await usedDocumentKeys(tx, keys),
    ];
    for (const key of keys) if (!inUse.some((names) => names.has(key))) await storage.delete(key);
  });
}

/**
 * Checks all files of an imported account, and copies again what a failed import has removed meanwhile; returns the
 * number of missing ones.
 */
export async function restoreFiles(
  { database, storage }: System,
  { folder, manifest }: Source,
  added: ReadonlySet<string>,
): Promise<number> {
  let missing = 0;
  try {
    for await (const file of namedFiles(database.reader, folder, manifest)) {
      const present = await storage.stat(file.key);
      const isSame = present !== undefined && (file.size ?? present.size) === present.size;
      if (isSame && !added.has(file.key)) continue;
      const result = await copyIn(storage, folder, file);
      if (result === 'missing' && file.kind !== 'document') missing += 1;
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the account is imported, but not all of its files are there: ${reason}`, {
      cause: error,
    });
  }
  return missing;
}
