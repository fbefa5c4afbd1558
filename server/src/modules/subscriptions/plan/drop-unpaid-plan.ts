import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../../accounts/index.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import type { Subscription } from '../tables.ts';
import { dropNextPlan } from '../drop-next-plan.ts';

const DAY_MS = 86_400_000;
/** How long the amounts of a change hold: the unused value of what was paid is worth less every day. */
const PAYABLE_MS = 3 * DAY_MS;

/** Until when a change can be paid that is agreed now: three days, and not beyond the paid period. */
export function payableUntil(now: Date, { paidUntil }: Pick<Subscription, 'paidUntil'>): Date {
  return new Date(Math.min(now.getTime() + PAYABLE_MS, paidUntil.getTime()));
}

/**
 * Drops a change of the plan whose payment was not begun in time; it can be agreed again, for what it costs then. A payment
 * that is on its way decides: it is looked at again after a day.
 */
export const dropUnpaidPlanJob = defineAccountJob(
  'subscriptions.drop-unpaid-plan',
  Type.Object({ subscriptionId: Type.String(), orderId: Type.String() }),
  async (ctx: Context, { subscriptionId, orderId }, job) => {
    await transaction(ctx, async (tx) => {
      await job.finish(tx);
      const locked = await lockWithOrder(tx, subscriptionId);
      if (locked.subscription.nextPlan?.orderId !== orderId) return;
      if (locked.isChangePayable) {
        await dropNextPlan(tx, locked);
        return;
      }
      const again = new Date(tx.clock.now().getTime() + DAY_MS);
      await dropUnpaidPlanJob.enqueue(tx, { subscriptionId, orderId }, again);
    });
  },
);
