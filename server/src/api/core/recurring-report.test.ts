import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { withGoodPlans } from '../../../test/query-plans.ts';
import { stockShop } from '../../../test/shop.ts';
import { nextStep, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { transaction } from '../../platform/context/context.ts';
import type { SubscriptionTables } from '../../modules/subscriptions/tables.ts';
import { changeSubscription } from '../../modules/subscriptions/store.ts';
import { updateSubscription } from '../../modules/subscriptions/subscription-change.ts';

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await merchantOf(app);
  app.system.clock.set(new Date('2027-01-10T12:00:00Z'));
});
after(() => app.close());

interface Money {
  readonly amount: number;
}
interface Report {
  readonly currencies: readonly {
    readonly currency: string;
    readonly months: readonly {
      readonly month: string;
      readonly start: Money;
      readonly new: Money;
      readonly churn: Money;
      readonly end: Money;
      readonly subscribers: Readonly<Record<'start' | 'new' | 'lost' | 'end', number>>;
      readonly subscriberChurn?: number;
      readonly revenueChurn?: number;
    }[];
    readonly items: readonly {
      readonly itemId: string;
      readonly revenue: Money;
      readonly subscribers: number;
    }[];
  }[];
}

// The provider of these tests moves money, while the account takes test payments.
const url = (from: string, to: string, payments = 'Live') =>
  `/api/reports/recurring?fromMonth=${from}&toMonth=${to}&payments=${payments}`;

describe('recurring revenue', () => {
  test('begins with a subscription, without its taxes, and ends with it', async () => {
    const { subscription } = await subscribe(app, { cycle: 'Yearly', method: 'Succeeds' });
    const second = await subscribe(app, { cycle: 'Monthly' });
    // Its price includes taxes.
    const total = { ...subscription.total, netMinor: 4_118 };
    await transaction(app.ctx, (tx) => updateSubscription(tx, subscription, { total }, { isOpen: false }));
    let { status } = second.subscription;
    while (status !== 'Expired') ({ status } = await nextStep(app, second.subscription));
    app.system.clock.set(new Date('2027-03-05T12:00:00Z'));
    const unpaid = await subscriptionNow(app, second.subscription);
    assert.equal(unpaid.total.netMinor, 4_900, 'also that of a renewal that nobody has paid');
    const { currencies } = await vendor.call<Report>('GET', url('2027-01', '2027-03'));
    const [euro = assert.fail()] = currencies;
    assert.deepEqual(
      euro.months.map(({ month, start, end, subscribers }) => [
        month,
        start.amount,
        end.amount,
        subscribers.end,
      ]),
      [
        ['2027-01', 0, 52.43, 2],
        ['2027-02', 52.43, 3.43, 1],
        ['2027-03', 3.43, 3.43, 1],
      ],
    );
    const february = euro.months[1] ?? assert.fail();
    assert.deepEqual(
      [february.churn.amount, february.subscribers.lost, february.subscriberChurn, february.revenueChurn],
      [49, 1, 0.5, 0.9346],
    );
    assert.equal('subscriberChurn' in (euro.months[0] ?? {}), false, 'of nothing, no share is lost');
    assert.deepEqual(euro.items, [
      { itemId: subscription.productId, revenue: { currency: 'EUR', amount: 3.43 }, subscribers: 1 },
    ]);
  });

  test('is read by an index', () =>
    withGoodPlans(async () => {
      await vendor.call('GET', url('2026-12', '2027-03'));
    }));

  test('of test payments is apart, and months to come are left out', async () => {
    const current = await vendor.call<Report & { readonly payments: string }>(
      'GET',
      '/api/reports/recurring?fromMonth=2027-01&toMonth=2027-03',
    );
    assert.deepEqual([current.payments, current.currencies], ['Test', []]);
    const [euro] = (await vendor.call<Report>('GET', url('2027-01', '2031-12'))).currencies;
    assert.ok((euro?.months.at(-1)?.month ?? '') < '2028');
    assert.deepEqual((await vendor.call<Report>('GET', url('2026-01', '2026-12'))).currencies, []);
  });

  test('of another account is its own, and not for developers', async () => {
    const other = await merchantOf(app, app.other);
    assert.deepEqual((await other.call<Report>('GET', url('2027-01', '2027-03'))).currencies, []);
    const developer = await operatorAtWork(app, 'Developer');
    assert.equal((await developer.call('GET', url('2027-01', '2027-03'))).statusCode, 403);
  });

  test('of no month, a span that ends before it begins, or more than five years is refused', async () => {
    for (const [from, to, field] of [
      ['2027-13', '2027-12', 'fromMonth'],
      ['2027-03', '2027-02', 'toMonth'],
      ['2022-03', '2027-03', 'toMonth'],
    ] as const) {
      const refused = await vendor.send('GET', url(from, to));
      assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, [field]]);
    }
  });

  test('moves once for all that a transaction changes', async () => {
    const { subscription } = await subscribe(app, { cycle: 'Monthly' });
    await transaction(app.ctx, async (tx) => {
      const changes = { cycleLength: 'Yearly', pausedUntil: null } as const;
      const yearly = await updateSubscription(tx, subscription, changes, { isOpen: false });
      const total = { ...subscription.total, netMinor: 120_000 };
      await updateSubscription(tx, yearly, { total }, { isOpen: false });
    });
    const rows = app.system.database.reader.tables<SubscriptionTables>().selectFrom('revenueChanges');
    const changes = await rows
      .selectAll()
      .where('subscriptionId', '=', subscription.id)
      .orderBy('number')
      .execute();
    assert.deepEqual(
      changes.map(({ movement, beforeMinor, afterMinor }) => [movement, beforeMinor, afterMinor]),
      [
        ['New', 0, 4_900],
        ['Expansion', 4_900, 10_000],
      ],
    );
    await transaction(app.ctx, (tx) =>
      updateSubscription(tx, subscription, { status: 'Expired' } as const, { isOpen: false }),
    );
  });

  test('heals from what a server of the release before has changed without a record', async () => {
    const { subscription } = await subscribe(app, { cycle: 'Monthly' });
    const later = new Date(app.system.clock.now().getTime() + 1_000);
    const changed = await app.system.database.transaction((tx) =>
      changeSubscription(tx, subscription, {
        total: { ...subscription.total, netMinor: 1_000 },
        updatedAt: later,
      }),
    );
    await transaction(app.ctx, (tx) => updateSubscription(tx, changed, { attempts: 0 }, { isOpen: false }));
    const month = later.toISOString().slice(0, 7);
    const [euro = assert.fail()] = (await vendor.call<Report>('GET', url(month, month))).currencies;
    assert.deepEqual([euro.months[0]?.end.amount, euro.months[0]?.subscribers.new], [13.43, 2]);
  });
});
