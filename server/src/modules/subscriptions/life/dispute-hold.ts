import type { CommandTx } from '../../accounts/index.ts';
import { subscribedLicenses } from '../../licensing/index.ts';
import { isSubscriptionDisputed } from '../../orders/index.ts';
import { NOTHING_OPEN, type SubscriptionChanges } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';

/** Nothing is charged until a dispute has ended: only its end ends this hold. */
export const DISPUTED = {
  paymentState: 'Held',
  holdReason: 'Disputed',
} as const satisfies SubscriptionChanges;

type Hold = Pick<Subscription, 'id' | 'orderId' | 'holdReason'>;

/** Whether a dispute holds a subscription, also one that was held before it for another reason. */
async function isHeldByDispute(
  tx: CommandTx,
  { id: subscriptionId, orderId: firstOrderId, holdReason }: Hold,
): Promise<boolean> {
  if (holdReason === null || holdReason === 'Disputed') return holdReason !== null;
  const { granted } = await subscribedLicenses(tx, subscriptionId);
  return granted === 0 && (await isSubscriptionDisputed(tx, { subscriptionId, firstOrderId }));
}

/** What an open or held renewal leaves behind once it is given away: `NOTHING_OPEN`, and the hold of a dispute. */
export async function settledWithHold(tx: CommandTx, subscription: Hold): Promise<SubscriptionChanges> {
  return { ...NOTHING_OPEN, ...((await isHeldByDispute(tx, subscription)) && DISPUTED) };
}
