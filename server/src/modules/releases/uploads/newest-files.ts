import type { System } from '../../../platform/system.ts';
import { listNewestFiles } from './store-uploads.ts';

/** Where the newest files of all accounts lie in the storage, at most so many. */
export async function newestStorageKeys({ database }: System, most: number): Promise<string[]> {
  return (await listNewestFiles(database.reader, most)).map(({ storageKey }) => storageKey);
}
