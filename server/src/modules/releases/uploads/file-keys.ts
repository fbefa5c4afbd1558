import type { Reader } from '../../../platform/database/database.ts';
import { keysOfOthers, usedStorageKeys } from './store-uploads.ts';

/** Those of the keys that an upload or a file of another account has. */
export function foreignFileKeys(db: Reader, accountId: string, keys: readonly string[]): Promise<string[]> {
  return keysOfOthers(db, accountId, keys);
}

/** Those of the storage keys that a file of any account has. */
export function storageKeysInUse(db: Reader, storageKeys: readonly string[]): Promise<Set<string>> {
  return usedStorageKeys(db, storageKeys);
}
