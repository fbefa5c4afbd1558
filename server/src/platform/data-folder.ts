import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from './config.ts';

/**
 * Creates the data folder if it is missing, readable by its owner only. Rejects with `ConfigError` when it cannot be
 * created, is not a folder, or is not writable.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError([
      `the data folder ${dataDir} cannot be made or written to (${codeOf(error) ?? String(error)}): ` +
        'set LATCHKEY_DATA_DIR to a folder that can',
    ]);
  }
}

/** The size of a small file; on a full disk, writing it fails, or at the latest closing it. */
const TRIAL_BYTES = Buffer.alloc(16_384, 1);

/** Writes a file into the folder and removes it. Rejects, with the reason from the disk, when that fails. */
export async function tryWriteTo(folder: string): Promise<void> {
  const path = join(folder, `trial-${randomUUID()}`);
  try {
    await writeFile(path, TRIAL_BYTES, { mode: 0o600, flush: true });
  } finally {
    await rm(path, { force: true });
  }
}

/** Step by step: where a file system cannot contain folders, such as /proc, Node's own recursive version never ends. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await makeOne(folder);
  }
}

/** Creates a folder unless it exists; a file with its name fails with ENOTDIR. */
async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    await access(`${folder}/.`);
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
