import { Problem } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { transaction } from '../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../accounts/index.ts';
import { performOrderRefund } from '../orders/index.ts';
import { grantWithdrawal } from './decide.ts';
import { linesOf } from './store.ts';

/**
 * Grants the lines of a withdrawal that the law gives the buyer. Where a refund is refused, such as during a dispute,
 * the withdrawal stays open for the vendor.
 */
export const grantJob = defineAccountJob(
  'withdrawals.grant',
  Type.Object({ withdrawalId: Type.String() }),
  async (ctx: Context, { withdrawalId }, job) => {
    const refundId = await transaction(ctx, async (tx) => {
      await job.finish(tx);
      const lines = await linesOf(tx, tx.account.id, [withdrawalId]);
      const lineIds = lines
        .filter(({ entitlement, status }) => entitlement === 'Entitled' && status === 'Open')
        .map(({ lineId }) => lineId);
      return lineIds.length === 0 ? undefined : (await grantWithdrawal(tx, { withdrawalId, lineIds }))?.id;
    }).catch((error: unknown) => leaveOpen(ctx, withdrawalId, error));
    if (refundId !== undefined) await performOrderRefund(ctx, refundId);
  },
);

/** A refusal is final until somebody acts; anything else is tried again. */
function leaveOpen(ctx: Context, withdrawalId: string, error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
  ctx.log.warn(
    { withdrawalId, reason: error.message },
    'a withdrawal waits for the vendor: its refund was refused',
  );
  return undefined;
}
