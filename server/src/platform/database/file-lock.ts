import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const RETRY_MS = 20;
const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process of this machine holds the lock of the same file; the others wait. The lock belongs
 * to the operating system and is taken by SQLite: it ends with the process that holds it, even if that crashes.
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const file = new DatabaseSync(path);
  try {
    while (!tryLock(file)) await delay(RETRY_MS);
    return await work();
  } finally {
    file.close();
  }
}

function tryLock(file: DatabaseSync): boolean {
  try {
    file.exec('begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
