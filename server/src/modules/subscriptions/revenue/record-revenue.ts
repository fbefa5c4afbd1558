import type { CommandTx } from '../../accounts/index.ts';
import { ORDER_KIND } from '../../orders/index.ts';
import { paymentsOf, takesTestMoney } from '../../payments/index.ts';
import { monthlyRevenue, movementOf } from '../domain/monthly-revenue.ts';
import { insertRevenueChange, lastRevenueChange } from '../store-revenue.ts';
import type { Subscription } from '../tables.ts';

/**
 * Records what a subscription brings each month if it brings something else now, in the transaction in which it changes:
 * the changes of all subscriptions add up to the recurring revenue at any moment (dashboard, Reports). `before` is the
 * subscription before the change; absent: it begins. The caller holds its lock.
 */
export async function recordRevenue(
  tx: CommandTx,
  before: Subscription | undefined,
  subscription: Subscription,
): Promise<void> {
  const { accountId, id: subscriptionId, currency } = subscription;
  const afterMinor = monthlyRevenue(subscription);
  const isPayment = before?.renewedAt?.getTime() !== subscription.renewedAt?.getTime();
  if (before !== undefined && !isPayment && monthlyRevenue(before) === afterMinor) return;
  // What counts is what was recorded: free days are forgotten when their subscription moves to another customer.
  const last =
    before === undefined ? undefined : await lastRevenueChange(tx, { accountId, id: subscriptionId });
  const beforeMinor = last?.afterMinor ?? 0;
  const movement = movementOf({ beforeMinor, afterMinor, isFirst: last === undefined });
  if (movement === undefined) return;
  await insertRevenueChange(tx, {
    accountId,
    subscriptionId,
    number: (last?.number ?? 0) + 1,
    at: tx.clock.now(),
    movement,
    currency,
    itemId: subscription.productId ?? subscription.bundleId ?? '',
    isTest: last?.isTest ?? (await isTestSale(tx, subscription)),
    beforeMinor,
    afterMinor,
  });
}

/** Whether no money moved when it was bought; of an imported one, whether the account takes none now. */
async function isTestSale(tx: CommandTx, { orderId }: Pick<Subscription, 'orderId'>): Promise<boolean> {
  const [payment] = await paymentsOf(tx, { kind: ORDER_KIND, ids: [orderId] });
  return payment?.terms?.isTest ?? (await takesTestMoney(tx));
}
