import { Problem } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { transaction } from '../../platform/context/context.ts';
import { type CommandTx, type Context, defineAccountJob } from '../accounts/index.ts';
import { completedOrdersOf, getOrder, type Order, performOrderRefund, soldOrder } from '../orders/index.ts';
import { getSubscription, type Subscription, subscriptionsOfOrder } from '../subscriptions/index.ts';
import { grantWithdrawal } from './decide.ts';
import { linesOf } from './store.ts';
import type { WithdrawalLine } from './tables.ts';

/**
 * Grants the lines of a withdrawal that the law gives the buyer. Where a refund is refused, such as during a dispute, the
 * withdrawal stays open for the vendor. So does that from a change to another plan: what was paid for the plan before
 * goes on, and only the vendor can say how; and that from an order of a subscription which others have paid for since: it
 * would end with their money kept.
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
      for (const line of entitled)
        if (!(await isOtherPlan(tx, line)) && !(await isPaidSince(tx, line))) lineIds.push(line.lineId);
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

const LATER = ['Renewal', 'PlanChange', 'Payoff'] as const;

/** Whether the subscription of a line has been paid for since by orders whose money has not gone back; units that were added are sold apart. */
async function isPaidSince(tx: CommandTx, { orderId, lineId }: WithdrawalLine): Promise<boolean> {
  const { completedAt } = await getOrder(tx, orderId);
  const subscription = (await subscriptionsIn(tx, orderId)).find((one) => one.lineId === lineId);
  if (completedAt === null || subscription === undefined) return false;
  for (const origin of LATER)
    for (const order of await completedOrdersOf(tx, subscription.id, { origin, since: completedAt }))
      if (order.id !== orderId && (await isPaidFor(tx, order, lineId))) return true;
  return false;
}

/** The subscriptions that an order began, or the one that it was placed for. */
async function subscriptionsIn(tx: CommandTx, orderId: string): Promise<readonly Subscription[]> {
  const { subscriptionId } = await getOrder(tx, orderId);
  return subscriptionId === null
    ? subscriptionsOfOrder(tx, orderId)
    : [await getSubscription(tx, subscriptionId)];
}

/** Whether money that was paid for a line of an order has not gone back, and is not to. */
async function isPaidFor(tx: CommandTx, { number, owed }: Order, lineId: string): Promise<boolean> {
  const sold = owed?.lineId === null ? undefined : await soldOrder(tx, number ?? '');
  const line = sold?.lines.find(({ id }) => id === lineId);
  return line !== undefined && line.dueMinor > line.returnedMinor;
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
