import { Problem } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { transaction } from '../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../accounts/index.ts';
import { performOrderRefund, refundLineShare, refundOrder } from '../orders/index.ts';

const REASON = 'The subscription had ended, or had changed, before the payment arrived.';
const PAID_TWICE = 'A part of this was paid by the renewal already.';

/**
 * Returns money that arrived after its subscription was ended at once, or after a change of its plan no longer held, and
 * what a payoff paid too much. A refusal, such as during a dispute, is left to the vendor.
 */
export const returnMoneyJob = defineAccountJob(
  'subscriptions.return-money',
  Type.Object({
    orderId: Type.String(),
    /** The part of a line that was paid too much; absent: all of it goes back. */
    surplus: Type.Optional(
      Type.Object({ lineId: Type.String(), part: Type.Integer(), whole: Type.Integer() }),
    ),
  }),
  async (ctx: Context, { orderId, surplus }, job) => {
    const refundId = await transaction(ctx, async (tx) => {
      await job.finish(tx);
      if (surplus !== undefined) {
        const { lineId, ...share } = surplus;
        return (await refundLineShare(tx, { orderId, lineId, share, reason: PAID_TWICE }))?.id;
      }
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
