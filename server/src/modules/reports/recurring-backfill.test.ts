import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { recurringRevenue } from '../../../migrations/0045-recurring-revenue.ts';
import { testEngine } from '../../../test/database.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { stockShop } from '../../../test/shop.ts';
import { nextStep, rentToOwn, subscribe } from '../../../test/subscriptions.ts';
import { address } from '../../../test/taxed-checkout.ts';
import { portableDdl } from '../../platform/database/migrate.ts';
import { findAccount, updateSettings } from '../accounts/index.ts';
import type { RevenueChange, Subscription, SubscriptionTables } from '../subscriptions/tables.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

async function collectTaxes(prices: 'inclusive' | 'exclusive'): Promise<void> {
  await updateSettings(app.ctx, {
    seller: { country: 'DE', taxId: 'DE136695976' },
    tax: { mode: 'own', prices, collectsIn: ['EU'] },
  });
  const account = (await findAccount(app.system, app.demo.id)) ?? assert.fail();
  app = { ...app, demo: account, ctx: { ...app.ctx, account } };
}

/** A subscription of 49 € with German taxes, which was renewed once. */
async function subscribeInBerlin(): Promise<Subscription> {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const headers = await app.apiKey(app.demo, 'customers:write');
  const payload = { address: { ...address('DE', '10115'), locality: 'Berlin' } };
  const answer = await app.inject({
    method: 'PATCH',
    url: `/api/customers/${customer.id}`,
    headers,
    payload,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return nextStep(app, subscription);
}

/** Everything as the release before has left it: no amount without taxes, and no changes; then the migration fills them. */
async function upgrade(): Promise<void> {
  await app.system.database.transaction(async (tx) => {
    const tables = tx.tables<SubscriptionTables>();
    for (const { id, total } of await tables.selectFrom('subscriptions').selectAll().execute()) {
      const { netMinor: _, ...before } = total;
      await tables.updateTable('subscriptions').set({ total: before }).where('id', '=', id).execute();
    }
    await tables.deleteFrom('revenueChanges').execute();
    for (const statement of recurringRevenue.statements)
      if (typeof statement === 'string' && statement.startsWith('insert into'))
        await sql.raw(portableDdl(statement, testEngine())).execute(tables);
  });
}

async function changesOf({ id }: Pick<Subscription, 'id'>): Promise<[RevenueChange['movement'], number][]> {
  const rows = app.system.database.reader.tables<SubscriptionTables>().selectFrom('revenueChanges');
  const changes = await rows.selectAll().where('subscriptionId', '=', id).orderBy('number').execute();
  return changes.map(({ movement, afterMinor }) => [movement, afterMinor]);
}

for (const [prices, netMinor, dueMinor] of [
  ['inclusive', 4_118, 4_900],
  ['exclusive', 4_900, 5_831],
] as const)
  test(`a subscription from before counts without its ${prices} taxes, and its renewal is no contraction`, async () => {
    await collectTaxes(prices);
    const subscription = await subscribeInBerlin();
    assert.equal(subscription.total.dueMinor, dueMinor);
    await upgrade();
    assert.deepEqual(await changesOf(subscription), [['New', netMinor]]);
    const renewed = await nextStep(app, subscription);
    assert.deepEqual([renewed.paymentState, renewed.total.netMinor], ['Paid', netMinor]);
    assert.deepEqual(await changesOf(subscription), [['New', netMinor]]);
  });

test('a change of plan to one that costs nothing brings nothing any more', async () => {
  await collectTaxes('inclusive');
  const subscription = await subscribeInBerlin();
  const { price, variationId, quantity, cycleLength, ownAfterCycles } = subscription;
  const nextPlan = {
    orderId: null,
    paidUntil: subscription.paidUntil.toISOString(),
    variationId,
    quantity,
    cycleLength,
    ownAfterCycles,
    price: { ...price, unitOriginalMinor: 0, adjustments: [], reductions: [] },
  };
  await rentToOwn(app, subscription, { nextPlan });
  const renewed = await nextStep(app, subscription);
  const { originalMinor, discountMinor, subtotalMinor, dueMinor, taxesMinor, netMinor } = renewed.total;
  assert.deepEqual(
    [originalMinor, discountMinor, subtotalMinor, dueMinor, taxesMinor, netMinor],
    [0, 0, 0, 0, 0, 0],
  );
  assert.deepEqual((await changesOf(subscription)).at(-1), ['Churn', 0]);
});
