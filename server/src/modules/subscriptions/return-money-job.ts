import { Problem } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { transaction } from '../../platform/context/context.ts';
import { type CommandTx, type Context, defineAccountJob } from '../accounts/index.ts';
import {
  isReturnPending,
  noteRefusedReturn,
  performOrderRefund,
  refundLineShare,
  refundOrder,
} from '../orders/index.ts';

const REASON = 'The subscription had ended, or had changed, before the payment arrived.';
const PAID_TWICE = 'A part of this was paid by the renewal already.';

/** How soon it is tried again to return what could not be returned. */
const AGAIN_MS = 24 * 3_600_000;

interface Return {
  readonly orderId: string;
  /** The part of a line that was paid too much; absent: all of it goes back. */
  readonly surplus?: { readonly lineId: string; readonly part: number; readonly whole: number } | undefined;
  /** It could not be returned before. */
  readonly isAgain?: boolean | undefined;
}

/**
 * Returns money that arrived for what was no longer open, or after a change of its plan no longer held, and what a payoff
 * paid too much. A refusal, such as during a dispute, lists the order among those with money that is not due, and is tried
 * again every day, until somebody has returned it.
 */
export const returnMoneyJob = defineAccountJob(
  'subscriptions.return-money',
  Type.Object({
    orderId: Type.String(),
    surplus: Type.Optional(
      Type.Object({ lineId: Type.String(), part: Type.Integer(), whole: Type.Integer() }),
    ),
    isAgain: Type.Optional(Type.Boolean()),
  }),
  async (ctx: Context, payload, job) => {
    const refundId = await transaction(ctx, async (tx) => {
      await job.finish(tx);
      return returnMoney(tx, payload);
    }).catch(async (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      const { orderId } = payload;
      const reason = error.detail ?? error.title;
      ctx.log.error({ orderId, reason }, 'money of a subscription could not be returned: refund this order');
      await transaction(ctx, async (tx) => {
        await job.finish(tx);
        const at = new Date(tx.clock.now().getTime() + AGAIN_MS);
        if (await noteRefusedReturn(tx, orderId, reason))
          await returnMoneyJob.enqueue(tx, { ...payload, isAgain: true }, at);
      });
      return undefined;
    });
    if (refundId !== undefined) await performOrderRefund(ctx, refundId);
  },
);

/** Returns the id of the refund; `undefined` when there is nothing to return any more. */
async function returnMoney(
  tx: CommandTx,
  { orderId, surplus, isAgain = false }: Return,
): Promise<string | undefined> {
  if (isAgain && !(await isReturnPending(tx, orderId))) return undefined;
  if (surplus !== undefined) {
    const { lineId, ...share } = surplus;
    return (await refundLineShare(tx, { orderId, lineId, share, reason: PAID_TWICE }))?.id;
  }
  const refund = { orderId, reason: REASON, revokesLicenses: false, decision: 'Keep' } as const;
  return (await refundOrder(tx, refund)).id;
}
