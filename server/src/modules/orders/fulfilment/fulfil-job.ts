import { Problem } from '../../../kernel/problem.ts';
import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../../accounts/index.ts';
import { loadCatalog } from '../../catalog/index.ts';
import { recordOrderEvent } from '../events.ts';
import { changeOrder, lockOrder, readOrder } from '../order/store.ts';
import { fulfilOrder } from './fulfil-order.ts';

/**
 * Delivers a paid order, in one transaction with the end of the job. Requested by the transaction that records the
 * payment, and retried until it succeeds; after its last attempt `fulfilLateOrders` takes over.
 */
export const fulfilJob = defineAccountJob(
  'orders.fulfil',
  Type.Object({ orderId: Type.String() }),
  async (ctx: Context, { orderId }, job) => {
    try {
      const catalog = await loadCatalog(ctx);
      await transaction(ctx, async (tx) => {
        await fulfilOrder(tx, catalog, orderId);
        await job.finish(tx);
      });
    } catch (error) {
      await noteFailure(ctx, orderId, error);
      throw error;
    }
  },
);

/**
 * Delivers an order if it is paid, so that a waiting buyer does not depend on the job. Never rejects: a failure is
 * logged, and the job delivers it later.
 */
export async function fulfilNow(ctx: Context, orderId: string): Promise<void> {
  try {
    const order = await readOrder(ctx.database.reader, ctx.account.id, orderId);
    if (order?.status !== 'Paid') return;
    const catalog = await loadCatalog(ctx);
    await transaction(ctx, (tx) => fulfilOrder(tx, catalog, orderId));
  } catch (error) {
    ctx.log.error({ err: error, orderId }, 'a paid order could not be delivered; it will be tried again');
    await noteFailure(ctx, orderId, error);
  }
}

/** Failures of the database and of libraries may quote rows, and so personal data. */
const UNEXPECTED = 'An unexpected error, which the log of the server shows with the id of the order.';

/**
 * Stores on a paid order why it could not be delivered, for the vendor, and in the journal when the reason is new.
 * Never rejects: a failure of this is logged.
 */
export async function noteFailure(ctx: Context, orderId: string, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  try {
    await transaction(ctx, async (tx) => {
      const order = await lockOrder(tx, tx.account.id, orderId);
      if (order?.status !== 'Paid' || order.lastFulfilmentFailure === reason) return;
      await changeOrder(tx, order, { lastFulfilmentFailure: reason, updatedAt: tx.clock.now() });
      recordOrderEvent(tx, {
        type: 'order.fulfilment-failed',
        subjects: { order: order.id, customer: order.customerId },
        data: { reason },
      });
    });
  } catch (noteError) {
    ctx.log.error({ err: noteError, orderId }, 'the failure of a fulfilment could not be noted');
  }
}

/** Refusals of the domain are sentences; so are the errors that this server throws itself. */
function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  const isOwn = error instanceof Error && error.constructor === Error && !('code' in error);
  return isOwn ? error.message : UNEXPECTED;
}
