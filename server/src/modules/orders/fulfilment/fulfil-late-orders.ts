import { transaction } from '../../../platform/context/context.ts';
import type { System } from '../../../platform/system.ts';
import { findAccount } from '../../accounts/index.ts';
import { listPaidOrders, type PaidOrder } from './store-paid.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { LATE_AFTER_MS } from './late.ts';
import { noteFailure } from './note-failure.ts';

const AT_ONCE = 100;

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
    await transaction(ctx, (tx) => fulfilOrder(tx, orderId));
    system.log.warn({ accountId, orderId, paidAt }, 'an order was delivered late');
  } catch (error) {
    system.log.error({ err: error, accountId, orderId, paidAt }, 'a paid order cannot be delivered');
    await noteFailure(ctx, orderId, error);
  }
}
