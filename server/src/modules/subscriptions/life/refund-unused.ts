import type { CommandTx } from '../../accounts/index.ts';
import { completedOrdersOf, refundLineShare } from '../../orders/index.ts';
import type { Refund } from '../../payments/index.ts';
import { addedLineId } from '../plan/renewal-lines.ts';
import { periodAt } from '../store.ts';
import type { Period, Subscription } from '../tables.ts';

const REASON = 'The subscription ended before the end of the paid period.';

/** An order that has paid for a part of a period, and when that part began. */
interface PeriodPayment {
  readonly orderId: string;
  readonly since: Date;
}

/**
 * Refunds what was paid for the rest of the period that runs now: by its own order, and by each change of the plan since
 * it began, from the change on. The refund of the period's own order comes first; there are none for a period that was
 * given. Raises what `refundLineShare` raises.
 */
export async function refundUnused(tx: CommandTx, subscription: Subscription): Promise<Refund[]> {
  const now = tx.clock.now();
  const period = await periodAt(tx, subscription, now);
  if (period.state !== 'Paid' || period.endsAt <= now) return [];
  const { lineId } = subscription;
  const refunds: Refund[] = [];
  for (const { orderId, since } of await paymentsOf(tx, subscription, period))
    for (const id of [lineId, addedLineId(subscription)]) {
      const share = {
        part: period.endsAt.getTime() - Math.max(now.getTime(), since.getTime()),
        whole: period.endsAt.getTime() - since.getTime(),
      };
      const refund = await refundLineShare(tx, { orderId, lineId: id, share, reason: REASON });
      if (refund !== undefined) refunds.push(refund);
    }
  return refunds;
}

/** What has paid for a period, its own order first; not what went back whole, or is to. */
async function paymentsOf(
  tx: CommandTx,
  { id }: Pick<Subscription, 'id'>,
  { orderId, reason, startsAt }: Period,
): Promise<PeriodPayment[]> {
  const own = orderId === null || reason !== null ? [] : [{ orderId, since: startsAt }];
  const changes = await completedOrdersOf(tx, id, { origin: 'PlanChange', since: startsAt });
  const later = changes
    .filter((order) => order.id !== orderId && order.owed === null)
    .map((order) => ({ orderId: order.id, since: order.completedAt ?? startsAt }));
  return [...own, ...later];
}
