import type { System } from '../../platform/system.ts';
import { brokenInvariants, countBroken, noteViolations } from './store-invariants.ts';

/** A fault of the program may have broken thousands. */
const MOST_LINES = 100;

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
  return 0;
}

/** The subscriptions in which the last check, by whatever process, has found a broken rule. */
export function countViolations({ database }: Pick<System, 'database'>): Promise<number> {
  return countBroken(database.reader);
}
