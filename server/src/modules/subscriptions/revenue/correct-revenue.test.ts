import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { stockShop } from '../../../../test/shop.ts';
import { subscribe } from '../../../../test/subscriptions.ts';
import { CHORES } from '../../../jobs.ts';
import type { Subscription, SubscriptionTables } from '../tables.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

async function changesOf({ id }: Subscription): Promise<[string, number, number][]> {
  const rows = app.system.database.reader.tables<SubscriptionTables>().selectFrom('revenueChanges');
  const changes = await rows.selectAll().where('subscriptionId', '=', id).orderBy('number').execute();
  return changes.map(({ movement, beforeMinor, afterMinor }) => [movement, beforeMinor, afterMinor]);
}

test('what a server of the release before has changed without recording it is recorded at night, once', async () => {
  const [ended, fresh, smaller, right, taxed] = [
    (await subscribe(app)).subscription,
    (await subscribe(app)).subscription,
    (await subscribe(app, { quantity: 2 })).subscription,
    (await subscribe(app)).subscription,
    (await subscribe(app)).subscription,
  ];
  await app.system.database.transaction(async (tx) => {
    const tables = tx.tables<SubscriptionTables>();
    const change = (id: string, values: Partial<Subscription>) =>
      tables.updateTable('subscriptions').set(values).where('id', '=', id).execute();
    await change(ended.id, { status: 'Expired', endedAt: app.system.clock.now(), dueAt: null });
    await change(smaller.id, { total: right.total });
    // Its total includes taxes, and does not say which.
    const { netMinor: _, ...total } = taxed.total;
    await change(taxed.id, { total: { ...total, subtotalMinor: 5_831 } });
    await tables.deleteFrom('revenueChanges').where('subscriptionId', '=', fresh.id).execute();
  });
  const [, correct] = CHORES['subscriptions.correct-revenue'] ?? assert.fail('no such chore');
  for (let night = 1; night <= 2; night += 1) {
    assert.equal(await correct(app.system), 0);
    assert.deepEqual(await Promise.all([ended, fresh, smaller, right, taxed].map(changesOf)), [
      [
        ['New', 0, 4_900],
        ['Churn', 4_900, 0],
      ],
      [['New', 0, 4_900]],
      [
        ['New', 0, 9_800],
        ['Contraction', 9_800, 4_900],
      ],
      [['New', 0, 4_900]],
      [['New', 0, 4_900]],
    ]);
  }
});
