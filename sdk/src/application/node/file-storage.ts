import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type { LicenseStorage } from '../storage.ts';

/** Longer than any update takes, so that a lock of this age belongs to a process that hangs. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 10;
const RENAME_ATTEMPTS = 10;

/**
 * Keeps the text in a file that only its user may read (mode 0600; folders that are missing are made with 0700). A write
 * replaces the file as a whole, so a process that is killed leaves the old text or the new one. A lock file beside it
 * (`<file>.lock`) makes updates of several processes follow each other; that of a process that has ended is ignored.
 * Raises the errors of the file system.
 */
export function fileStorage(file: string): LicenseStorage {
  const read = () => textOf(file);
  return {
    read,
    update: async (change) => {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await withLock(`${file}.lock`, async () => {
        const before = await read();
        const next = change(before);
        if (next === before) return;
        if (next === undefined) await rm(file, { force: true });
        else await replace(file, next);
      });
    },
  };
}

/** The text of a file; undefined when there is none. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isFailure(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function replace(file: string, text: string): Promise<void> {
  // Only the holder of the lock writes it, so what a killed process left is overwritten.
  const draft = `${file}.tmp`;
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await renameOver(draft, file);
  await syncFolder(path.dirname(file));
}

/** Windows refuses while somebody, such as a virus scanner, reads the file. */
async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isFailure(error, 'EPERM', 'EACCES', 'EBUSY') || attempt === RENAME_ATTEMPTS) throw error;
      await delay(PAUSE_MS * attempt);
    }
  }
}

/** The new name of the file survives a power failure, too, where folders can be synced. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function withLock(lock: string, work: () => Promise<void>): Promise<void> {
  const token = `${process.pid} ${randomUUID()} ${hostname()}`;
  await acquire(lock, token);
  try {
    await work();
  } finally {
    await release(lock, token);
  }
}

async function acquire(lock: string, token: string): Promise<void> {
  let rival: string | undefined;
  let since = performance.now();
  while (!(await create(lock, token))) {
    const holder = await textOf(lock);
    if (holder !== rival) {
      rival = holder;
      since = performance.now();
    }
    // The wall clock may be wrong, so the age is what this process has seen.
    const isOver = holder !== undefined && (performance.now() - since > PATIENCE_MS || hasEnded(holder));
    if (isOver) await release(lock, holder);
    else await delay(PAUSE_MS);
  }
}

/** Whether the lock is ours now: making a file that must not exist is atomic. */
async function create(lock: string, token: string): Promise<boolean> {
  try {
    const handle = await open(lock, 'wx', 0o600);
    try {
      await handle.writeFile(token);
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    // Windows refuses while the file of the previous holder is being removed.
    if (isFailure(error, 'EEXIST') || (process.platform === 'win32' && isFailure(error, 'EPERM')))
      return false;
    throw error;
  }
}

/** Removes the lock if this is still its text. */
async function release(lock: string, token: string): Promise<void> {
  if ((await textOf(lock)) === token) await rm(lock, { force: true });
}

/**
 * Whether the process of a lock has ended, as far as this machine can tell. An empty lock is one that is just being
 * written.
 */
function hasEnded(holder: string): boolean {
  const [pid, , host] = holder.split(' ');
  const id = Number(pid);
  if (host !== hostname() || !Number.isSafeInteger(id) || id <= 0) return false;
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return isFailure(error, 'ESRCH');
  }
}

function isFailure(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => error.code === code);
}
