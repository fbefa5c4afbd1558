import type { System } from '../../platform/system.ts';
import { brokenInvariants, noteViolations } from './store-invariants.ts';

/** A fault of the program may have broken thousands. */
const MOST_LINES = 100;

/** The violations that the last check of this process has found, by its database. */
const LAST_COUNT = new WeakMap<System['database'], number>();

/**
 * Housekeeping, every night: checks the rules of subscriptions in the database. A violation is an error in the log, counts
 * in the metrics, and is noted in its subscription, for the dashboard. Returns 0.
 */
export async function checkSubscriptions({
  database,
  log,
}: Pick<System, 'database' | 'log'>): Promise<number> {
  const broken = await brokenInvariants(database.reader);
  for (const { accountId, subject, sentence } of broken.slice(0, MOST_LINES))
    log.error(
      { accountId, subject },
      `${sentence}: nothing is charged twice, but look at it before its next renewal, and report it`,
    );
  await database.transaction((tx) => noteViolations(tx, broken));
  LAST_COUNT.set(database, broken.length);
  return 0;
}

/** The violations that the last check of this process has found; 0 before the first one. */
export function countViolations({ database }: Pick<System, 'database'>): number {
  return LAST_COUNT.get(database) ?? 0;
}
