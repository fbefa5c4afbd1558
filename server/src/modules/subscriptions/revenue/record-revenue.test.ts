import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { stockShop } from '../../../../test/shop.ts';
import { subscribe } from '../../../../test/subscriptions.ts';
import { transaction } from '../../../platform/context/context.ts';
import { lockSubscription } from '../store.ts';
import type { Subscription, SubscriptionTables } from '../tables.ts';
import { recordRevenue } from './record-revenue.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

test('what a release before wrote, whose price includes taxes, neither grows nor shrinks when something else of it changes', async () => {
  const { subscription } = await subscribe(app);
  const { id } = subscription;
  const { netMinor: _, ...total } = subscription.total;
  const withTaxes = { ...total, subtotalMinor: 5_831 };
  const change = (values: Partial<Subscription>) =>
    transaction(app.ctx, async (tx) => {
      await lockSubscription(tx, tx.account.id, id);
      const rows = tx.tables<SubscriptionTables>().updateTable('subscriptions');
      await rows.set(values).where('id', '=', id).execute();
      recordRevenue(tx, { id });
    });
  await change({ total: withTaxes });
  await change({ status: 'Cancelled', cancelledAt: app.system.clock.now() });
  await change({ status: 'Expired', endedAt: app.system.clock.now(), dueAt: null });
  await change({ status: 'Active', endedAt: null, cancelledAt: null, dueAt: subscription.dueAt });
  await change({ total: { ...withTaxes, netMinor: 9_800 } });
  const rows = app.system.database.reader.tables<SubscriptionTables>().selectFrom('revenueChanges');
  const changes = await rows.selectAll().where('subscriptionId', '=', id).orderBy('number').execute();
  assert.deepEqual(
    changes.map(({ movement, beforeMinor, afterMinor }) => [movement, beforeMinor, afterMinor]),
    [
      ['New', 0, 4_900],
      ['Churn', 4_900, 0],
      ['Reactivation', 0, 4_900],
      ['Expansion', 4_900, 9_800],
    ],
  );
});
