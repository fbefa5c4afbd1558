import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

/** A lock that this process holds. */
export interface FileLock {
  /** Whether the previous holder ended or hangs, and may have left something half done. */
  readonly wasTakenOver: boolean;
  /** Whether this process still holds it: it loses the lock to another one when it hangs. */
  readonly isHeld: () => Promise<boolean>;
}

const PAUSE_MS = 10;
/**
 * A lock that is unchanged after this many checks belongs to a process that hangs. Checks instead of time, because a
 * sleeping computer also stops the holder.
 */
const PATIENCE_LOOKS = 500;
const RENAME_ATTEMPTS = 10;

/**
 * Runs work while no other process holds the lock, which is a file. The lock of a process of this computer that has
 * ended is taken over immediately, any other that stays after 5 seconds. Raises the errors of the work and of the file
 * system.
 */
export async function withFileLock<Result>(
  lock: string,
  work: (held: FileLock) => Promise<Result>,
): Promise<Result> {
  const token = `${process.pid} ${randomUUID()} ${hostname()}`;
  const wasTakenOver = await acquire(lock, token);
  try {
    return await work({ wasTakenOver, isHeld: async () => (await holderOf(lock)) === token });
  } finally {
    await release(lock, token);
  }
}

/** The text of a file; undefined when there is none. */
export async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isFailure(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Windows refuses while another program, such as a virus scanner, reads the file. */
export async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isFailure(error, 'EPERM', 'EACCES', 'EBUSY') || attempt === RENAME_ATTEMPTS) throw error;
      await delay(PAUSE_MS * attempt);
    }
  }
}

/** Waits for the lock. Returns whether it was taken over. */
async function acquire(lock: string, token: string): Promise<boolean> {
  let rival: string | undefined;
  let looks = 0;
  for (;;) {
    const holder = await holderOf(lock);
    if (holder === undefined && (await place(lock, token))) return false;
    looks = holder === rival ? looks + 1 : 0;
    rival = holder;
    const isOver = holder !== undefined && (looks > PATIENCE_LOOKS || hasEnded(holder));
    if (isOver && (await takeOver(lock, token, holder))) return true;
    if (!isOver) await delay(PAUSE_MS);
  }
}

/**
 * Replaces the token of a holder that has ended. Several processes may have found out; only one of them succeeds, and
 * none of them replaces what another one has written there. Returns whether this one did.
 */
export async function takeOver(lock: string, token: string, holder: string): Promise<boolean> {
  const claim = await claimOf(lock, token);
  if ((await holderOf(lock)) !== holder) {
    await removeOwn(claim, token);
    return false;
  }
  await renameOver(claim, lock);
  return true;
}

/** Ends the lock, unless it was taken over. */
async function release(lock: string, token: string): Promise<void> {
  if ((await holderOf(lock)) !== token) return;
  const claim = await claimOf(lock, token);
  await removeOwn(lock, token);
  await removeOwn(claim, token);
}

/**
 * Acquires the claim of a lock, which is a lock, too: only its holder may replace or remove the lock, so that what it
 * has read of the lock stays true until then.
 */
async function claimOf(lock: string, token: string): Promise<string> {
  const claim = `${lock}.claim`;
  await acquire(claim, token);
  return claim;
}

async function removeOwn(lock: string, token: string): Promise<void> {
  if ((await holderOf(lock)) === token) await rm(lock, { force: true });
}

/** The token in a lock; undefined when it is free. */
async function holderOf(lock: string): Promise<string | undefined> {
  try {
    return await textOf(lock);
  } catch (error) {
    if (isOfMoment(error)) return '';
    throw error;
  }
}

/** Writes a token into a free lock. Returns whether nobody else was faster. */
async function place(lock: string, token: string): Promise<boolean> {
  const draft = `${lock}.${randomUUID()}.tmp`;
  await writeFile(draft, token, { mode: 0o600 });
  try {
    await linkOrCopy(draft, lock);
    return true;
  } catch (error) {
    // The process that takes over a lock removes all drafts.
    if (isFailure(error, 'EEXIST', 'ENOENT') || isOfMoment(error)) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The new file appears with its content, and only where none exists. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isFailure(error, 'EEXIST', 'ENOENT')) throw error;
    // Some file systems, such as those of USB sticks, have no links. A copy appears empty first, without an owner.
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

/** Whether the process of a lock has ended, as far as this computer can tell. */
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

/** Windows refuses while the file of the previous holder is being removed. */
function isOfMoment(error: unknown): boolean {
  return process.platform === 'win32' && isFailure(error, 'EPERM', 'EBUSY');
}

/** Whether a file system error has one of these codes. */
export function isFailure(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => error.code === code);
}
