import type { System } from '../../platform/system.ts';
import { deleteAbandonedOrders } from './store.ts';

const DAY_MS = 86_400_000;
const ABANDONED_AFTER_DAYS = 90;
const AT_ONCE = 100;

/** A chore: forgets carts that were left alone for 90 days and never paid. Anybody can make carts. */
export function purgeAbandonedOrders({ database, clock }: System): Promise<number> {
  const untouchedSince = new Date(clock.now().getTime() - ABANDONED_AFTER_DAYS * DAY_MS);
  return database.transaction((tx) => deleteAbandonedOrders(tx, untouchedSince, AT_ONCE));
}
