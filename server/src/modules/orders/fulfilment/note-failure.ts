import { Problem } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { recordOrderEvent } from '../events.ts';
import { changeOrder, lockOrder } from '../order/store.ts';

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
