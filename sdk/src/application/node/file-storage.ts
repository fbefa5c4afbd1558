import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { LicenseStorage } from '../storage.ts';
import { type FileLock, isFailure, renameOver, textOf, withFileLock } from './file-lock.ts';

/** The suffixes for drafts of a file, of its lock and of the lock's claims. */
const DRAFT_ENDING = /^(?:\.lock(?:\.claim)*)?\.[0-9a-f-]{36}\.tmp$/;

/**
 * Keeps the text in a file that only its user may read (mode 0600; missing folders are created with 0700). A write
 * replaces the file as a whole, so a killed process leaves the old text or the new one. A lock file beside it
 * (`<file>.lock`) serializes updates of several processes; that of a process that has ended is taken over. Raises the
 * errors of the file system.
 */
export function fileStorage(file: string): LicenseStorage {
  return {
    read: () => textOf(file),
    update: async (change) => {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const attempt = () => withFileLock(`${file}.lock`, (lock) => updateOnce(file, lock, change));
      while (!(await attempt()));
    },
  };
}

/** Whether it was done: not if another process took the lock over because this one had stopped for long. */
async function updateOnce(
  file: string,
  lock: FileLock,
  change: (text: string | undefined) => string | undefined,
): Promise<boolean> {
  if (lock.wasTakenOver) await removeDrafts(file);
  const before = await textOf(file);
  const next = change(before);
  if (next === before) return true;
  if (next !== undefined) return replace(file, next, lock);
  const isHeld = await lock.isHeld();
  if (isHeld) await rm(file, { force: true });
  return isHeld;
}

async function replace(file: string, text: string, lock: FileLock): Promise<boolean> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // A process that takes the lock over from now on removes the draft, so that it replaces nothing newer.
    if (!(await lock.isHeld())) return false;
    await renameOver(draft, file);
  } catch (error) {
    if (isFailure(error, 'ENOENT') && !(await lock.isHeld())) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(path.dirname(file));
  return true;
}

/** Removes the drafts of killed processes. */
async function removeDrafts(file: string): Promise<void> {
  const folder = path.dirname(file);
  const name = path.basename(file);
  const drafts = (await readdir(folder)).filter(
    (each) => each.startsWith(name) && DRAFT_ENDING.test(each.slice(name.length)),
  );
  for (const each of drafts) await rm(path.join(folder, each), { force: true });
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
