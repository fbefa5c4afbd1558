import type { System } from '../../platform/system.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { QueryContext } from '../accounts/index.ts';
import { brokenBy, countBroken, listViolations, noteViolations, showViolations } from './store-invariants.ts';
import { INVARIANTS } from './store-rules.ts';
import type { ViolationRow } from './tables.ts';

/** A fault of the program may have broken thousands. */
const MOST_LINES = 100;

/**
 * Housekeeping, every night: checks the rules of subscriptions, and those of the money and documents of all orders, in the
 * database. A violation is an error in the log, counts in the metrics, and is noted for the dashboard, also in its
 * subscription. Returns 0.
 */
export async function checkSubscriptions({
  database,
  log,
  clock,
}: Pick<System, 'database' | 'log' | 'clock'>): Promise<number> {
  for (const rule of INVARIANTS) {
    try {
      const broken = await brokenBy(database.reader, rule);
      for (const { accountId, subject, sentence } of broken.slice(0, MOST_LINES))
        log.error(
          { accountId, subject },
          `${sentence}: nothing is charged twice, but look at it before its next renewal, and report it`,
        );
      const note = { broken, foundAt: clock.now() };
      await database.transaction((tx) => noteViolations(tx, rule.violation, note));
    } catch (error) {
      // The others are checked all the same; what was found before stays noted.
      log.error({ err: error, rule: rule.violation }, 'a rule of subscriptions could not be checked');
    }
  }
  await database.transaction(showViolations);
  return 0;
}

/** How much the last check, by whatever process, has found broken. */
export function countViolations({ database }: Pick<System, 'database'>): Promise<number> {
  return countBroken(database.reader);
}

/** The most that a list of them has. */
const MOST = 100;

/** What the last check has found broken in the account outside of subscriptions: in orders, refunds and documents. */
export function otherViolations(ctx: QueryContext): Promise<ViolationRow[]> {
  return listViolations(readerOf(ctx), ctx.account.id, MOST);
}
