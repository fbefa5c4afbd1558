import { Problem } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { transaction } from '../../platform/context/context.ts';
import { type CommandTx, type Context, defineAccountJob } from '../accounts/index.ts';
import { getOrder, performOrderRefund } from '../orders/index.ts';
import { getSubscription } from '../subscriptions/index.ts';
import { grantWithdrawal } from './decide.ts';
import { linesOf } from './store.ts';
import type { WithdrawalLine } from './tables.ts';

/**
 * Grants the lines of a withdrawal that the law gives the buyer. Where a refund is refused, such as during a dispute, the
 * withdrawal stays open for the vendor, and so does that from a change to another plan: what was paid for the plan before
 * goes on, and only the vendor can say how.
 */
export const grantJob = defineAccountJob(
  'withdrawals.grant',
  Type.Object({ withdrawalId: Type.String() }),
  async (ctx: Context, { withdrawalId }, job) => {
    const refundId = await transaction(ctx, async (tx) => {
      await job.finish(tx);
      const lines = await linesOf(tx, tx.account.id, [withdrawalId]);
      const entitled = lines.filter(
        ({ entitlement, status }) => entitlement === 'Entitled' && status === 'Open',
      );
      const lineIds: string[] = [];
      for (const line of entitled) if (!(await isOtherPlan(tx, line))) lineIds.push(line.lineId);
      return lineIds.length === 0 ? undefined : (await grantWithdrawal(tx, { withdrawalId, lineIds }))?.id;
    }).catch((error: unknown) => leaveOpen(ctx, withdrawalId, error));
    if (refundId !== undefined) await performOrderRefund(ctx, refundId);
  },
);

/** Whether a line is a change to another plan, not units that were added. */
async function isOtherPlan(tx: CommandTx, { orderId, lineId }: WithdrawalLine): Promise<boolean> {
  const { origin, subscriptionId } = await getOrder(tx, orderId);
  if (origin !== 'PlanChange' || subscriptionId === null) return false;
  return lineId === (await getSubscription(tx, subscriptionId)).lineId;
}

/** A refusal is final until somebody acts; anything else is tried again. */
function leaveOpen(ctx: Context, withdrawalId: string, error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
  ctx.log.warn(
    { withdrawalId, reason: error.message },
    'a withdrawal waits for the vendor: its refund was refused',
  );
  return undefined;
}
