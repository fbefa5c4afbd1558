import type { System } from '../../../platform/system.ts';
import { listNewestFiles } from './store-uploads.ts';

/** The storage keys of the newest files of all accounts, at most `most`. */
export async function newestStorageKeys({ database }: System, most: number): Promise<string[]> {
  return (await listNewestFiles(database.reader, most)).map(({ storageKey }) => storageKey);
}
