import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { failRefunds } from '../../../test/failed-refunds.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';
import { payAsGuest } from '../../../test/taxed-checkout.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { keepSales } from '../../modules/reports/index.ts';
import type { ReportTables } from '../../modules/reports/tables.ts';
import { createLog } from '../../platform/log.ts';

let app: TestApp;
let vendor: Merchant;
const lines: string[] = [];
before(async () => {
  const log = createLog('error', { write: (line) => void lines.push(line) });
  app = await startTestApp({ LATCHKEY_COUNTRY_HEADER: 'cf-ipcountry' }, log);
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, {
    limits: { paymentsPerMinute: 0 },
    // Its days begin at 18:30 in UTC.
    documents: { timeZone: 'Asia/Kolkata' },
  });
  vendor = await merchantOf(app);
});
after(() => app.close());

/** Each test has months of its own. */
let year = 2_026;
beforeEach(() => {
  year += 1;
  at('10', '03:00');
  lines.length = 0;
});

const date = (day: string) => `${year}-03-${day}`;
const at = (day: string, time: string) => app.system.clock.set(new Date(`${date(day)}T${time}:00Z`));
const tables = () => app.system.database.reader.tables<ReportTables>();

async function buy(): Promise<string> {
  const { orderId, pay } = await checkOut(app, [ONE_APP]);
  const paid = await payAsGuest(app, pay, { country: 'DE' });
  assert.equal(paid.json().status, 'Completed', paid.body);
  return orderId;
}

/** Orders, and what was refunded. */
async function salesOf(from: string, to = from): Promise<[orders: number, refunded: number]> {
  const { currencies } = await vendor.call<{
    currencies: { orders: number; refunded: { amount: number } }[];
  }>('GET', `/api/reports/sales?from=${date(from)}&to=${date(to)}&payments=Test`);
  const [first] = currencies;
  return [first?.orders ?? 0, first?.refunded.amount ?? 0];
}

/** When the hours begin whose figures are kept. */
async function hoursInStore(): Promise<string[]> {
  const rows = await tables()
    .selectFrom('salesHours')
    .select('startsAt')
    .where('startsAt', '>', new Date(`${year}-01-01`))
    .orderBy('startsAt')
    .execute();
  return rows.map(({ startsAt }) => startsAt.toISOString().slice(5, 16));
}

/** When figures were computed that are kept. */
async function computedAt(): Promise<Date[]> {
  const days = await tables().selectFrom('salesDays').select('computedAt').execute();
  const hours = await tables().selectFrom('salesHours').select('computedAt').execute();
  return [...days, ...hours]
    .map((row) => row.computedAt)
    .toSorted((one, other) => Number(one) - Number(other));
}

test('of the day that runs, hours are kept one hour after their end, and count with those that run', async () => {
  at('10', '18:40');
  await buy();
  at('10', '19:29');
  await buy();
  at('10', '19:31');
  await buy();
  at('10', '20:29');
  assert.deepEqual(await salesOf('11'), [3, 0]);
  assert.deepEqual(await hoursInStore(), [], 'the first hour ended at 19:30');
  at('10', '20:31');
  assert.deepEqual(await salesOf('11'), [3, 0]);
  assert.deepEqual(await hoursInStore(), ['03-10T18:30']);
  await buy();
  assert.deepEqual(await salesOf('11'), [4, 0], 'the same, and what came since');
  at('10', '23:45');
  assert.deepEqual(await salesOf('11'), [4, 0]);
  assert.deepEqual(await hoursInStore(), ['03-10T18:30', '03-10T19:30', '03-10T20:30', '03-10T21:30']);
});

test('an hour that is kept is not read again, but for a refund of it that failed afterwards', async () => {
  at('10', '18:40');
  const orderId = await buy();
  await vendor.call('POST', `/api/orders/${orderId}/refunds`, {});
  at('10', '22:00');
  assert.deepEqual(await salesOf('11'), [1, 49]);
  const nobody = { Live: [], Test: [] };
  await app.system.database.transaction((tx) =>
    tx
      .tables<ReportTables>()
      .updateTable('salesHours')
      .set({ figures: nobody })
      .where('startsAt', '=', new Date(`${date('10')}T18:30:00Z`))
      .execute(),
  );
  assert.deepEqual(await salesOf('11'), [0, 0], 'what is kept counts');
  // Its transaction had begun before the hour was read.
  await failRefunds(app, orderId, new Date(app.system.clock.now().getTime() - 60_000));
  assert.deepEqual(await salesOf('11'), [1, 0]);
});

test('hours are dropped when their day is kept, and those of another time zone do not count twice', async () => {
  at('10', '18:40');
  await buy();
  at('10', '23:45');
  assert.deepEqual(await salesOf('11'), [1, 0]);
  assert.ok((await hoursInStore()).length > 0);
  await updateSettings(app.ctx, { documents: { timeZone: 'Europe/Berlin' } });
  try {
    assert.deepEqual(await salesOf('10'), [1, 0], 'in Berlin it is still the day before');
  } finally {
    await updateSettings(app.ctx, { documents: { timeZone: 'Asia/Kolkata' } });
  }
  at('12', '00:00');
  assert.deepEqual(await salesOf('11', '12'), [1, 0]);
  const hours = await hoursInStore();
  assert.ok(
    hours.every((hour) => hour >= '03-11T18:30'),
    hours.join(),
  );
});

test('housekeeping keeps what the start of the dashboard shows, and goes on after an account that it cannot read', async () => {
  const other = await merchantOf(app, app.other);
  at('10', '18:40');
  await buy();
  at('12', '22:00');
  assert.equal(await keepSales(app.system), 0);
  const days = await tables().selectFrom('salesDays').select('day').where('day', '>=', date('01')).execute();
  assert.deepEqual(
    days
      .map(({ day }) => day)
      .toSorted()
      .at(-1),
    date('12'),
  );
  assert.ok((await hoursInStore()).includes('03-12T19:30'));
  const before = await computedAt();
  assert.deepEqual(await salesOf('01', '13'), [1, 0]);
  assert.deepEqual(await computedAt(), before, 'a request has nothing left to keep');

  const unreadable = JSON.parse('{}');
  await app.system.database.transaction((tx) =>
    tx
      .tables<ReportTables>()
      .updateTable('salesDays')
      .set({ figures: unreadable })
      .where('day', '=', date('12'))
      .execute(),
  );
  assert.equal(await keepSales(app.system), 0);
  assert.ok(lines.some((line) => line.includes('the sales of an account could not be kept')));
  assert.equal(
    (await other.send('GET', `/api/reports/sales?from=${date('01')}&to=${date('02')}`)).statusCode,
    200,
  );
});
