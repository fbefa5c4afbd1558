import { tryWriteTo } from './data-folder.ts';
import { DatabaseTooNew, DatabaseUnavailable } from './database/errors.ts';
import type { System } from './system.ts';

/** A load balancer waits no longer for its answer. */
const DATABASE_CHECK_MS = 3_000;
const NO_RESPONSE = 'The database does not respond.';

/**
 * Says in a sentence why the database cannot be used; undefined if it can. Probes that come while a check waits for the
 * database share it, so that they do not take connections from requests.
 */
export function createDatabaseCheck({ database, log }: System): () => Promise<string | undefined> {
  let running: Promise<string | undefined> | undefined;
  const check = async (): Promise<string | undefined> => {
    try {
      await database.ready();
      return undefined;
    } catch (error) {
      log.warn({ err: error }, 'the database is not ready');
      if (error instanceof DatabaseUnavailable) return error.message;
      return error instanceof DatabaseTooNew
        ? 'The schema of the database is that of a newer version, which this one does not work with.'
        : NO_RESPONSE;
    }
  };
  return async () => {
    running ??= check().finally(() => (running = undefined));
    const { promise, resolve } = Promise.withResolvers<string>();
    const patience = setTimeout(() => resolve(NO_RESPONSE), DATABASE_CHECK_MS);
    return Promise.race([running, promise]).finally(() => clearTimeout(patience));
  };
}

/** The minimum time between two write checks, regardless of the number of requests. */
const DISK_CHECK_MS = 5_000;

/**
 * Checks whether the data folder is writable, by writing a file, unless neither the database nor release files are in
 * it.
 */
export function createDiskCheck({ clock, config, database, log }: System): {
  isWritable(): Promise<boolean>;
} {
  const isUsed = database.engine === 'sqlite' || config.s3 === undefined;
  let lastAttemptAt = Number.NEGATIVE_INFINITY;
  let last: Promise<boolean> = Promise.resolve(true);
  const trial = async (): Promise<boolean> => {
    try {
      if (isUsed) await tryWriteTo(config.dataDir);
      return true;
    } catch (error) {
      log.error({ err: error }, 'the data folder is not writable');
      return false;
    }
  };
  return {
    isWritable() {
      const now = clock.now().getTime();
      if (now - lastAttemptAt >= DISK_CHECK_MS) {
        lastAttemptAt = now;
        last = trial();
      }
      return last;
    },
  };
}
