import { addHits, countHits } from '../../platform/counters/rate-counters.ts';
import type { CommandTx } from '../accounts/index.ts';
import type { CouponUse } from './tables.ts';

const MINUTE_MS = 60_000;
const DAY_SECONDS = 86_400;
/** How long unpaid payments from one network may have held a coupon in a day and still get its last use, in minutes. */
const MOST_HELD_MINUTES = 6 * 60;

type NetworkUse = Pick<CouponUse, 'couponId' | 'networkKey'>;

/** Records how long an unpaid payment has held a use. The caller holds the lock of the coupon. */
export async function noteHeldTime(
  tx: CommandTx,
  use: NetworkUse & Pick<CouponUse, 'createdAt'>,
): Promise<void> {
  if (use.networkKey === null) return;
  const heldMs = tx.clock.now().getTime() - use.createdAt.getTime();
  const hits = Math.max(1, Math.ceil(heldMs / MINUTE_MS));
  await addHits(tx, tx, keyOf(tx, use), { hits, windowSeconds: DAY_SECONDS });
}

/** Whether unpaid payments from the network of a use have held the coupon for too long to get its last use today. */
export async function hasHeldTooLong(tx: CommandTx, use: NetworkUse): Promise<boolean> {
  return (await countHits(tx, tx, keyOf(tx, use))) >= MOST_HELD_MINUTES;
}

function keyOf({ account }: CommandTx, { couponId, networkKey }: NetworkUse): string {
  return `coupon-held/${account.id}/${couponId}/${networkKey}`;
}
