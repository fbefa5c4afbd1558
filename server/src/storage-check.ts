import { newestStorageKeys } from './modules/releases/index.ts';
import { openStorage } from './open-system.ts';
import { ConfigError } from './platform/config.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { System } from './platform/system.ts';

const SAMPLE = 3;

/**
 * Detects at startup, from the newest release files, when the configuration names another storage than the one that
 * contains them. Rejects with `ConfigError` when they are on the disk and a bucket without them is configured; other
 * missing files are a warning in the log, so that a server that has lost its files still serves licenses.
 */
export async function checkStorage(system: System): Promise<void> {
  const { config, log, storage } = system;
  const keys = await newestStorageKeys(system, SAMPLE);
  let absent: string[];
  try {
    absent = await absentIn(storage, keys);
  } catch (error) {
    log.warn(
      { err: error },
      'the storage does not respond: files of releases cannot be uploaded or downloaded',
    );
    return;
  }
  if (absent.length === 0) return;
  if (absent.length === keys.length && config.s3 !== undefined && (await areOnDisk(system, keys)))
    throw new ConfigError([
      `S3_BUCKET is ${config.s3.bucket}, but the files of your releases are on the disk, in ${config.dataDir}/files: if the variable is for another program, do not pass it to Latchkey; to move to the bucket, copy the folder into it first, as the operating guide describes`,
    ]);
  const place = config.s3 === undefined ? `${config.dataDir}/files` : `the bucket ${config.s3.bucket}`;
  log.warn(
    `${absent.length} of the ${keys.length} newest files of releases are missing from ${place}: customers cannot download them; check the S3_ variables and LATCHKEY_DATA_DIR, or restore the files from your backup`,
  );
}

async function areOnDisk({ config }: System, keys: readonly string[]): Promise<boolean> {
  const disk = await openStorage({ ...config, s3: undefined });
  try {
    return (await absentIn(disk, keys)).length < keys.length;
  } finally {
    disk.close();
  }
}

async function absentIn(storage: Storage, keys: readonly string[]): Promise<string[]> {
  const stats = await Promise.all(keys.map((key) => storage.stat(key)));
  return keys.filter((_key, index) => stats[index] === undefined);
}
