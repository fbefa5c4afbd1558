import { Problem } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { transaction } from '../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../accounts/index.ts';
import { performOrderRefund, refundOrder } from '../orders/index.ts';

const REASON = 'The subscription had ended, or had changed, before the payment arrived.';

/**
 * Returns money that arrived after its subscription was ended at once, or after a change of its plan no longer held. A
 * refusal, such as during a dispute, is left to the vendor.
 */
export const returnMoneyJob = defineAccountJob(
  'subscriptions.return-money',
  Type.Object({ orderId: Type.String() }),
  async (ctx: Context, { orderId }, job) => {
    const refundId = await transaction(ctx, async (tx) => {
      await job.finish(tx);
      const refund = { orderId, reason: REASON, revokesLicenses: false, decision: 'Keep' } as const;
      return (await refundOrder(tx, refund)).id;
    }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      const text = 'the money of a subscription that has ended could not be returned: refund this order';
      ctx.log.error({ orderId, reason: error.message }, text);
      return undefined;
    });
    if (refundId !== undefined) await performOrderRefund(ctx, refundId);
  },
);
