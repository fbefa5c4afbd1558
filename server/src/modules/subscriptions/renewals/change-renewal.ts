import type { CommandTx } from '../../accounts/index.ts';
import { subscribedLicenses } from '../../licensing/index.ts';
import { changeLines, getOrder, type OrderLine } from '../../orders/index.ts';
import { type AgreedPrice, priceOfPayment, pricesAfter } from '../../pricing/index.ts';
import type { LockedSubscription } from '../locked-subscription.ts';
import { renewalLines } from '../plan/renewal-lines.ts';
import { changePeriod, type CountedCycles, countCycles } from '../store.ts';
import type { Subscription } from '../tables.ts';

/**
 * An open renewal is of the units that the subscription has now: its order stays, and so do the links to it. What is paid
 * already, or whose payment is on its way, stays as it is: what is too much of it goes back when it arrives, and if it fails,
 * `leaveOutReturnedUnits` follows. The caller holds the locks of the order and of the subscription.
 */
export async function changeRenewal(
  tx: CommandTx,
  { subscription, period, isPayable }: Pick<LockedSubscription, 'subscription' | 'period' | 'isPayable'>,
): Promise<void> {
  const { orderId } = period;
  if (!isPayable || orderId === null) return;
  const order = await getOrder(tx, orderId);
  const isForBuyer = order.lines.some(({ agreed }) => agreed?.comesAgain !== undefined);
  const charged = isForBuyer ? { ...subscription, methodId: null } : subscription;
  const agreed = agreedPrice(charged, await countCycles(tx, subscription));
  await changeLines(tx, orderId, await linesToRenew(tx, subscription, agreed));
  await changePeriod(tx, period, { units: subscription.quantity, updatedAt: tx.clock.now() });
}

/**
 * The same for a renewal whose payment has just failed, if units went back while it was on its way. The caller holds the
 * locks of the order and of the subscription.
 */
export async function leaveOutReturnedUnits(
  tx: CommandTx,
  renewal: Parameters<typeof changeRenewal>[1],
): Promise<void> {
  const { orderId } = renewal.period;
  if (orderId === null) return;
  const { lines } = await getOrder(tx, orderId);
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (units > renewal.subscription.quantity) await changeRenewal(tx, renewal);
}

/** The lines of the order of a renewal, at a price that was agreed. */
export async function linesToRenew(
  tx: CommandTx,
  subscription: Subscription,
  agreed: AgreedPrice,
): Promise<OrderLine[]> {
  const isMore = subscription.unitsToGrant > 0;
  const productIds = isMore ? (await subscribedLicenses(tx, subscription.id)).productIds : [];
  return renewalLines(subscription, { agreed, productIds });
}

/** Without a method, nothing was charged any more: whoever pays agrees to the later charges again. */
export function agreedPrice(
  { price, methodId, cycleLength, ownAfterCycles }: Subscription,
  { payments, ofAllUnits }: CountedCycles,
): AgreedPrice {
  const agreed = priceOfPayment(price, payments);
  const isLast = ownAfterCycles !== null && ofAllUnits + 1 >= ownAfterCycles;
  if (methodId !== null || isLast) return agreed;
  const prices = pricesAfter(price, payments + 1).map((later) => ({
    payment: later.payments - payments + 1,
    price: later.price,
  }));
  return { ...agreed, comesAgain: { cycle: cycleLength, prices } };
}
