import type { Reader } from '../../../platform/database/database.ts';
import type { System } from '../../../platform/system.ts';
import { keysOfOthers, listNewestFiles, usedStorageKeys } from './store-uploads.ts';

/** Those of the keys that an upload or a file of another account has. */
export function foreignFileKeys(db: Reader, accountId: string, keys: readonly string[]): Promise<string[]> {
  return keysOfOthers(db, accountId, keys);
}

/** Those of the storage keys that a file of any account has. */
export function storageKeysInUse(db: Reader, storageKeys: readonly string[]): Promise<Set<string>> {
  return usedStorageKeys(db, storageKeys);
}

/** The storage keys of the newest files of all accounts, at most `most`. */
export async function newestStorageKeys({ database }: System, most: number): Promise<string[]> {
  return (await listNewestFiles(database.reader, most)).map(({ storageKey }) => storageKey);
}
