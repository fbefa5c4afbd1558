import type { Tx } from '../../../platform/database/database.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { ORDER_KIND } from '../../orders/index.ts';
import { paymentsOf, takesTestMoney } from '../../payments/index.ts';
import { movementOf, revenueSince } from '../domain/monthly-revenue.ts';
import { readSubscription } from '../store.ts';
import { insertRevenueChange, lastRevenueChange } from '../store-revenue.ts';
import type { Subscription } from '../tables.ts';

/** The subscriptions that open transactions have changed. The contexts of a transaction share the set of its changes. */
const changedSubscriptions = new WeakMap<Tx['changed'], Set<string>>();

/**
 * Records, before the transaction commits, what a subscription brings each month if that is something else than was recorded
 * last: the changes of all subscriptions add up to the recurring revenue at any moment (dashboard, Reports). However often a
 * transaction changes it, only what it is in the end counts. The caller holds its lock.
 */
export function recordRevenue(tx: CommandTx, { id }: Pick<Subscription, 'id'>): void {
  const ids = changedSubscriptions.get(tx.changed);
  if (ids !== undefined) {
    ids.add(id);
    return;
  }
  const fresh = new Set([id]);
  changedSubscriptions.set(tx.changed, fresh);
  tx.beforeCommit(async () => {
    for (const each of fresh) await recordChange(tx, each);
  });
}

async function recordChange(tx: CommandTx, subscriptionId: string): Promise<void> {
  const subscription = await readSubscription(tx, tx.account.id, subscriptionId);
  if (subscription === undefined) return;
  const { accountId, currency, productId, bundleId } = subscription;
  const last = await lastRevenueChange(tx, subscription);
  const afterMinor = revenueSince(subscription, last);
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
    itemId: productId ?? bundleId ?? '',
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
