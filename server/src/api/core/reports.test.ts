import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { failRefunds } from '../../../test/failed-refunds.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { statementsOf } from '../../../test/query-plans.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { randomUUID } from 'node:crypto';
import { checkOut, ONE_APP, patchOrder, stockShop } from '../../../test/shop.ts';
import { payAsGuest } from '../../../test/taxed-checkout.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import type { ReportTables } from '../../modules/reports/tables.ts';
import type { PaymentTables } from '../../modules/payments/tables.ts';

const HOUR_MS = 3_600_000;
const ZONE = 'Europe/Berlin';

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp({ LATCHKEY_COUNTRY_HEADER: 'cf-ipcountry' });
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, {
    seller: { name: 'Demo GmbH', address: ['Hafenstraße 1'], country: 'DE' },
    limits: { paymentsPerMinute: 0 },
    tax: { mode: 'own', collectsIn: ['EU'] },
    documents: { timeZone: ZONE },
  });
  vendor = await merchantOf(app);
  app.system.clock.set(new Date('2026-09-30T20:00:00Z'));
});
after(() => app.close());

interface Money {
  readonly amount: number;
}
interface Sums {
  readonly gross: Money;
  readonly tax: Money;
  readonly refunded: Money;
  readonly refundedTax: Money;
}
interface Sales {
  readonly timeZone: string;
  readonly payments: string;
  readonly currencies: readonly (Sums & {
    readonly currency: string;
    readonly orders: number;
    readonly refunds: number;
    readonly days: readonly (Sums & { readonly day: string })[];
    readonly items: readonly (Sums & { readonly itemId: string; readonly units: number })[];
    readonly taxes: readonly (Sums & { readonly country?: string; readonly rate?: number })[];
    readonly campaigns: readonly (Sums & {
      readonly source?: string;
      readonly medium?: string;
      readonly campaign?: string;
      readonly orders: number;
    })[];
  })[];
}

const sales = (from: string, to: string, more = '') =>
  vendor.call<Sales>('GET', `/api/reports/sales?from=${from}&to=${to}${more}`);

const SYNTH = { type: 'Product', productId: 'synth', variationId: 'synth-once', quantity: 2 };

async function buy(country: string, items: readonly object[] = [ONE_APP]): Promise<string> {
  const { orderId, pay } = await checkOut(app, items);
  const paid = await payAsGuest(app, pay, { country });
  assert.equal(paid.json().status, 'Completed', paid.body);
  return orderId;
}

const refund = (orderId: string, body: object = {}) =>
  vendor.call('POST', `/api/orders/${orderId}/refunds`, body);

const cents = ({ amount }: Money) => Math.round(amount * 100);

/**
 * The same in another way: from the lists of orders and refunds of the Core API, and the days of the time zone as another
 * library of the platform writes them.
 */
async function recount(from: string, to: string) {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE });
  const isIn = (at: string | undefined) => {
    const day = at === undefined ? '' : format.format(new Date(at));
    return day >= from && day <= to;
  };
  const result = { orders: 0, gross: 0, tax: 0, refunded: 0, refundedTax: 0 };
  const { items } = await vendor.call<{ items: { id: string; status: string }[] }>(
    'GET',
    '/api/orders?pageSize=100',
  );
  for (const { id } of items.filter(({ status }) => status === 'Completed')) {
    const order = await vendor.call<{
      paidAt: string;
      total: { due: Money };
      taxes?: { amount: number }[];
      refunds: { status: string; settledAt?: string; amount: Money }[];
    }>('GET', `/api/orders/${id}`);
    if (isIn(order.paidAt)) {
      result.orders += 1;
      result.gross += cents(order.total.due);
      result.tax += (order.taxes ?? []).reduce((sum, tax) => sum + cents(tax), 0);
    }
    const refunds = order.refunds.filter(
      ({ status, settledAt }) => status === 'Succeeded' && isIn(settledAt),
    );
    result.refunded += refunds.reduce((sum, { amount }) => sum + cents(amount), 0);
    const documents = await vendor.call<{
      items: { kind: string; issuedAt: string; tax: Money }[];
    }>('GET', `/api/orders/${id}/documents`);
    for (const { kind, issuedAt, tax } of documents.items)
      if (kind === 'CreditNote' && isIn(issuedAt)) result.refundedTax -= cents(tax);
  }
  return result;
}

async function report(from: string, to: string) {
  const [euro] = (await sales(from, to, '&payments=Test')).currencies;
  return {
    orders: euro?.orders ?? 0,
    gross: cents(euro?.gross ?? { amount: 0 }),
    tax: cents(euro?.tax ?? { amount: 0 }),
    refunded: cents(euro?.refunded ?? { amount: 0 }),
    refundedTax: cents(euro?.refundedTax ?? { amount: 0 }),
  };
}

describe('sales', () => {
  test('equal a recount from the orders to the cent, in the time zone of the account, with refunds in their own month', async () => {
    // 21:59 in UTC is the last minute of September in Berlin, and 22:00 is October.
    app.system.clock.set(new Date('2026-09-30T21:58:00Z'));
    const september = await buy('DE', [ONE_APP, SYNTH]);
    app.system.clock.set(new Date('2026-09-30T22:00:01Z'));
    await buy('AT');
    app.system.clock.set(new Date('2026-10-14T10:00:00Z'));
    const october = await buy('FR', [SYNTH]);
    await refund(september, { amount: { currency: 'EUR', amount: 33.33 } });
    app.system.clock.set(new Date('2026-11-02T10:00:00Z'));
    await refund(october);

    for (const [from, to] of [
      ['2026-09-01', '2026-09-30'],
      ['2026-10-01', '2026-10-31'],
      ['2026-11-01', '2026-11-30'],
      ['2026-07-01', '2026-09-30'],
      ['2026-09-01', '2026-11-30'],
    ] as const) {
      const expected = await recount(from, to);
      assert.deepEqual(await report(from, to), expected, `${from} to ${to}`);
      assert.deepEqual(await report(from, to), expected, 'the same from what was kept');
    }
    const [september9, october10] = [
      await report('2026-09-01', '2026-09-30'),
      await report('2026-10-01', '2026-10-31'),
    ];
    assert.deepEqual([september9.orders, september9.refunded], [1, 0]);
    assert.deepEqual([october10.orders, october10.refunded], [2, 3_333]);
  });

  test('are by country and rate, and by item, and both add up to the whole', async () => {
    const { timeZone, currencies } = await sales('2026-09-01', '2026-11-30', '&payments=Test');
    const [euro = assert.fail()] = currencies;
    assert.equal(timeZone, ZONE);
    assert.deepEqual(euro.taxes.map(({ country, rate }) => `${country} ${rate}`).toSorted(), [
      'AT 0.2',
      'DE 0.19',
      'FR 0.2',
    ]);
    assert.deepEqual(euro.items.map(({ itemId, units }) => `${units} ${itemId}`).toSorted(), [
      '2 app',
      '4 synth',
    ]);
    for (const parts of [euro.taxes, euro.items, euro.days]) {
      const total = (name: keyof Sums) => parts.reduce((sum, part) => sum + cents(part[name]), 0);
      for (const name of ['gross', 'tax', 'refunded', 'refundedTax'] as const)
        assert.equal(total(name), cents(euro[name]), name);
    }
  });

  test('a day that is over is kept, and read again when a refund of it fails afterwards', async () => {
    const orderId = await buy('DE');
    await refund(orderId);
    const before = await report('2026-11-02', '2026-11-02');
    const storedDays = () =>
      app.system.database.reader
        .tables<ReportTables>()
        .selectFrom('salesDays')
        .select('day')
        .where('day', '=', '2026-11-02')
        .execute();
    assert.deepEqual(await storedDays(), [], 'today is not over');
    app.system.clock.advance(24 * HOUR_MS);
    assert.deepEqual(await report('2026-11-02', '2026-11-02'), before);
    assert.equal((await storedDays()).length, 1);
    await failRefunds(app, orderId);
    const afterwards = await report('2026-11-02', '2026-11-02');
    assert.equal(afterwards.refunded, before.refunded - 4_900);
  });

  test('of a year are read month by month, and before the first order nothing is read or kept', async () => {
    const year = ['2026-01-01', '2026-12-31'] as const;
    const whole = await report(...year);
    await app.system.database.transaction((tx) =>
      tx.tables<ReportTables>().deleteFrom('salesDays').execute(),
    );
    const statements = await statementsOf(async () => assert.deepEqual(await report(...year), whole));
    const reads = statements.filter((text) => text.startsWith('select') && text.includes('from "orders"'));
    assert.ok(reads.length < 12, `${reads.length} statements read orders`);
    const rows = app.system.database.reader.tables<ReportTables>().selectFrom('salesDays').select('day');
    const days = (await rows.execute()).map(({ day }) => day);
    assert.ok(days.length > 30 && days.every((day) => day >= '2026-09-30'), String(days[0]));
  });

  test('of test payments are apart from those of real money', async () => {
    const { payments } = await sales('2026-09-01', '2026-11-30');
    assert.equal(payments, 'Test', 'the account takes test payments');
    assert.deepEqual((await sales('2026-09-01', '2026-11-30', '&payments=Live')).currencies, []);
  });

  test('to other member states are in the one-stop-shop return of their quarter, and refunds correct it', async () => {
    interface Oss {
      readonly home?: string;
      readonly currencies: readonly {
        readonly currency: string;
        readonly supplies: readonly { country: string; rate: number; net: Money; tax: Money }[];
        readonly corrections: readonly { quarter: string; country: string; net: Money; tax: Money }[];
      }[];
    }
    app.system.clock.set(new Date('2027-01-05T10:00:00Z'));
    const oss = (quarter: string) =>
      vendor.call<Oss>('GET', `/api/reports/oss?quarter=${quarter}&payments=Test`);
    const spain = await buy('ES');
    const managed = await buy('FR');
    await app.system.database.transaction((tx) =>
      tx
        .tables<PaymentTables>()
        .updateTable('payments')
        .set({ terms: { merchantOfRecord: true, invoices: 'Provider', isTest: true } })
        .where('subjectId', '=', managed)
        .execute(),
    );
    const italy = await buy('IT');
    await buy('DE');
    await refund(italy);
    const [euro = assert.fail()] = (await oss('2027-Q1')).currencies;
    const order = await vendor.call<{ total: { due: Money }; taxes: { amount: number }[] }>(
      'GET',
      `/api/orders/${spain}`,
    );
    const tax = order.taxes.reduce((sum, each) => sum + cents(each), 0);
    const rows = euro.supplies.map((each) => [each.country, each.rate, cents(each.net), cents(each.tax)]);
    assert.deepEqual(rows, [['ES', 0.21, cents(order.total.due) - tax, tax]]);
    assert.deepEqual(euro.corrections, []);

    app.system.clock.set(new Date('2027-04-02T10:00:00Z'));
    await refund(spain);
    const { home, currencies } = await oss('2027-Q2');
    assert.equal(home, 'DE');
    const corrections = currencies.map((each) =>
      each.corrections.map(({ quarter, country, net, tax: back }) => [
        quarter,
        country,
        cents(net),
        cents(back),
      ]),
    );
    assert.deepEqual(corrections, [[['2027-Q1', 'ES', tax - cents(order.total.due), -tax]]]);
    assert.equal(
      cents(euro.supplies[0]?.tax ?? assert.fail()),
      tax,
      'the quarter before stays as it was declared',
    );
    assert.deepEqual((await oss('2027-Q1')).currencies, [euro]);
    const homes: unknown[] = [];
    for (const country of ['es', 'MC', 'DE']) {
      await updateSettings(app.ctx, { seller: { country } });
      const at = await oss('2027-Q1');
      homes.push([at.home, at.currencies[0]?.supplies.map((each) => each.country) ?? []]);
    }
    assert.deepEqual(homes, [
      ['ES', ['DE']],
      ['FR', ['DE', 'ES']],
      ['DE', ['ES']],
    ]);
    const refused = await vendor.send('GET', '/api/reports/oss?quarter=2027-Q5');
    assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['quarter']]);
    const other = await merchantOf(app, app.other);
    const nowhere = await other.send('GET', '/api/reports/oss?quarter=2027-Q1');
    assert.deepEqual([nowhere.statusCode, nowhere.json().errorType], [409, 'SellerCountryMissing']);
    assert.match(nowhere.json().detail, /seller\.country/);
    await updateSettings({ ...app.ctx, account: app.other }, { seller: { country: 'AT' } });
    assert.deepEqual((await other.call<Oss>('GET', '/api/reports/oss?quarter=2027-Q1')).currencies, []);
    const developer = await operatorAtWork(app, 'Developer');
    assert.equal((await developer.call('GET', '/api/reports/oss?quarter=2027-Q1')).statusCode, 403);
  });

  test('are by campaign, also on days that were kept before campaigns were counted', async () => {
    app.system.clock.set(new Date('2027-05-05T10:00:00Z'));
    const utm = '&utm_source=news&utm_medium=mail&utm_campaign=spring';
    const cart = await patchOrder(app, randomUUID(), { items: [ONE_APP] }, { query: `?checkout=true${utm}` });
    const { pathname, search } = new URL(cart.json<{ checkoutUrl: string }>().checkoutUrl);
    const paid = await payAsGuest(app, `/api${pathname}/pay${search}`, { country: 'DE' });
    assert.equal(paid.json().status, 'Completed', paid.body);
    await buy('DE');
    app.system.clock.set(new Date('2027-05-07T10:00:00Z'));
    const campaigns = async () => {
      const [euro] = (await sales('2027-05-05', '2027-05-05', '&payments=Test')).currencies;
      return euro?.campaigns
        .map(({ source, medium, campaign, orders, gross }) =>
          [source, medium, campaign, orders, gross.amount].join(' '),
        )
        .toSorted();
    };
    const expected = ['   1 49', 'news mail spring 1 49'];
    assert.deepEqual(await campaigns(), expected);
    const rows = app.system.database.reader.tables<ReportTables>().selectFrom('salesDays').selectAll();
    const row = (await rows.where('day', '=', '2027-05-05').executeTakeFirst()) ?? assert.fail();
    const older = row.figures.Test.map((each) => ({ ...each, campaigns: undefined, coupons: undefined }));
    await app.system.database.transaction((tx) =>
      tx
        .tables<ReportTables>()
        .updateTable('salesDays')
        .set({ figures: { Live: [], Test: older } })
        .where('day', '=', '2027-05-05')
        .execute(),
    );
    assert.deepEqual(await campaigns(), expected);
  });

  test('of a span that ends before it begins, or of more than a year, are refused', async () => {
    for (const [from, to] of [
      ['2026-10-02', '2026-10-01'],
      ['2025-01-01', '2026-10-01'],
    ] as const) {
      const refused = await vendor.send('GET', `/api/reports/sales?from=${from}&to=${to}`);
      assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['to']]);
    }
  });

  test('of another account are its own, and not for developers', async () => {
    const other = await merchantOf(app, app.other);
    const url = '/api/reports/sales?from=2026-09-01&to=2026-11-30&payments=Test';
    assert.deepEqual((await other.call<Sales>('GET', url)).currencies, []);
    const developer = await operatorAtWork(app, 'Developer');
    assert.equal((await developer.call('GET', url)).statusCode, 403);
    const finance = await operatorAtWork(app, 'Finance');
    assert.equal((await finance.call('GET', url)).statusCode, 200);
  });
});
