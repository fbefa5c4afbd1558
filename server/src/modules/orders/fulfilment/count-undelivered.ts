import type { System } from '../../../platform/system.ts';
import { countPaidOrders } from './store-paid.ts';

const STUCK_AFTER_MS = 5 * 60_000;

/** The number of orders, of every account, that have been paid for five minutes and are not delivered. */
export function countUndelivered({ database, clock }: System): Promise<number> {
  return countPaidOrders(database.reader, new Date(clock.now().getTime() - STUCK_AFTER_MS));
}
