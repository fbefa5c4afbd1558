import type { System } from '../../platform/system.ts';
import { deleteAbandonedOrders } from './store.ts';

const DAY_MS = 86_400_000;
/** Anybody can make carts, so those of guests go first. */
const ABANDONED_AFTER_DAYS = { Guests: 30, Everybodys: 90 } as const;
const AT_ONCE = 100;

/**
 * A chore: forgets carts that were left alone for 30 days, or 90 where they are a customer's, and were never paid: nobody
 * tried, or every try failed.
 */
export async function purgeAbandonedOrders({ database, clock }: System): Promise<number> {
  let purged = 0;
  for (const whose of ['Guests', 'Everybodys'] as const) {
    const untouchedSince = new Date(clock.now().getTime() - ABANDONED_AFTER_DAYS[whose] * DAY_MS);
    purged += await database.transaction((tx) => deleteAbandonedOrders(tx, whose, untouchedSince, AT_ONCE));
  }
  return purged;
}
