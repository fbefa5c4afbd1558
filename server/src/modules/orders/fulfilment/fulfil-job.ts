import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../../accounts/index.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { noteFailure } from './note-failure.ts';
import { readOrder } from '../order/store.ts';

/**
 * Delivers a paid order, in one transaction with the end of the job. Enqueued by the transaction that records the
 * payment, and retried until it succeeds; after its last attempt `fulfilLateOrders` takes over.
 */
export const fulfilJob = defineAccountJob(
  'orders.fulfil',
  Type.Object({ orderId: Type.String() }),
  async (ctx: Context, { orderId }, job) => {
    try {
      await transaction(ctx, async (tx) => {
        await fulfilOrder(tx, orderId);
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
    if (order?.status === 'Paid') await transaction(ctx, (tx) => fulfilOrder(tx, orderId));
  } catch (error) {
    ctx.log.error({ err: error, orderId }, 'a paid order could not be delivered; it will be tried again');
    await noteFailure(ctx, orderId, error);
  }
}
