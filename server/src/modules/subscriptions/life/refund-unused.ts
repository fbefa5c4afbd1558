import type { CommandTx } from '../../accounts/index.ts';
import { refundLineShare } from '../../orders/index.ts';
import type { Refund } from '../../payments/index.ts';
import { periodAt } from '../store.ts';
import type { Subscription } from '../tables.ts';

const REASON = 'The subscription ended before the end of the paid period.';

/** Refunds what was paid for the rest of the period that runs now; `undefined` for one that was given. */
export async function refundUnused(tx: CommandTx, subscription: Subscription): Promise<Refund | undefined> {
  const now = tx.clock.now();
  const { state, reason, orderId, startsAt, endsAt } = await periodAt(tx, subscription, now);
  if (state !== 'Paid' || reason !== null || orderId === null || endsAt <= now) return undefined;
  const share = {
    part: endsAt.getTime() - Math.max(now.getTime(), startsAt.getTime()),
    whole: endsAt.getTime() - startsAt.getTime(),
  };
  return refundLineShare(tx, { orderId, lineId: subscription.lineId, share, reason: REASON });
}
