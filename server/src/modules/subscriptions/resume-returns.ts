import type { CommandTxOf } from '../../platform/context/context.ts';
import { waitingJobIds } from '../../platform/jobs/operate-jobs.ts';
import type { System } from '../../platform/system.ts';
import { owedOrders } from '../orders/index.ts';
import { ensureReturn, returnJobId } from './return-money-job.ts';

/**
 * Housekeeping: lets owed money of every account be returned that no job waits for, because its job failed for the last
 * time or was discarded. Returns 0: one call handles all of it.
 */
export async function wakeReturns({ database, clock, log }: System): Promise<number> {
  for await (const orders of owedOrders(database.reader)) {
    const waiting = await waitingJobIds(database.reader, orders.map(returnJobId));
    const idle = orders.filter((order) => !waiting.has(returnJobId(order)));
    if (idle.length === 0) continue;
    log.warn({ orders: idle.length }, 'owed money had no job that returns it');
    await database.transaction(async (tx) => {
      for (const order of idle) await ensureReturn({ clock }, tx, order);
    });
  }
  return 0;
}

/** Lets the owed money of an account be returned that moved here, without the jobs that were to return it. */
export async function resumeReturns(tx: CommandTxOf<{ readonly id: string }>): Promise<void> {
  for await (const orders of owedOrders(tx, { accountId: tx.account.id }))
    for (const order of orders) await ensureReturn(tx, tx, order);
}
