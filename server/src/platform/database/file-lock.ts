import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const RETRY_MS = 20;
const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process of this machine runs something under the same file; the others wait. The lock
 * is one of the operating system, taken by SQLite: it ends with the process that holds it, however that ends.
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
