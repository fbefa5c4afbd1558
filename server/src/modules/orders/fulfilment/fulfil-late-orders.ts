import { transaction } from '../../../platform/context/context.ts';
import type { System } from '../../../platform/system.ts';
import { findAccount } from '../../accounts/index.ts';
import { loadCatalog } from '../../catalog/index.ts';
import { countPaidOrders, listPaidOrders, type PaidOrder } from './store-paid.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { noteFailure } from './fulfil-job.ts';

/** The time after the payment, in milliseconds, by which a working job has long delivered an order. */
export const LATE_AFTER_MS = 10 * 60_000;
const STUCK_AFTER_MS = 5 * 60_000;
const AT_ONCE = 100;

/** The number of orders, of every account, that have been paid for five minutes and are not delivered. */
export function countUndelivered({ database, clock }: System): Promise<number> {
  return countPaidOrders(database.reader, new Date(clock.now().getTime() - STUCK_AFTER_MS));
}

/**
 * Housekeeping: delivers the orders of every account that have been paid for ten minutes, so that none depends on its
 * job, which may have failed for the last time. Further failures are logged as errors, and tried again the next time.
 * Returns 0: one call handles all of them.
 */
export async function fulfilLateOrders(system: System): Promise<number> {
  const paidBefore = new Date(system.clock.now().getTime() - LATE_AFTER_MS);
  let page: PaidOrder[];
  let after: PaidOrder | undefined;
  do {
    page = await listPaidOrders(system.database.reader, { paidBefore, after, limit: AT_ONCE });
    for (const order of page) await fulfilLate(system, order);
    after = page.at(-1);
  } while (page.length === AT_ONCE);
  return 0;
}

async function fulfilLate(system: System, { accountId, id: orderId, paidAt }: PaidOrder): Promise<void> {
  const account = await findAccount(system, accountId);
  if (account === undefined) return;
  const ctx = { ...system, account, actor: { kind: 'Job', id: 'orders.fulfil-late' } as const };
  try {
    const catalog = await loadCatalog(ctx);
    await transaction(ctx, (tx) => fulfilOrder(tx, catalog, orderId));
    system.log.warn({ accountId, orderId, paidAt }, 'an order was delivered late');
  } catch (error) {
    system.log.error({ err: error, accountId, orderId, paidAt }, 'a paid order cannot be delivered');
    await noteFailure(ctx, orderId, error);
  }
}
