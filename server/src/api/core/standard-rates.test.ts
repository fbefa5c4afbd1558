import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { REVIEWED_ON } from '../../modules/taxes/domain/standard-rates.ts';

let app: TestApp;
let merchant: Merchant;
before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
});
after(() => app.close());

interface StandardRates {
  readonly reviewedOn: string;
  readonly checkedOn: string;
  readonly isOutdated: boolean;
  readonly rates: readonly {
    readonly country: string;
    readonly rate: number;
    readonly isReplaced: boolean;
  }[];
  readonly collectable: readonly string[];
}

const read = () => merchant.call<StandardRates>('GET', '/api/tax-rates/standard');
const set = (tax: object) => merchant.send('PATCH', '/api/settings', { tax });

/** Moves the clock to the middle of a day. */
function goTo(day: string): void {
  app.system.clock.advance(Date.parse(`${day}T12:00:00Z`) - app.system.clock.now().getTime());
}

const daysAfter = (day: string, months: number, days = 0) =>
  Temporal.PlainDate.from(day).add({ months, days }).toString();

test('an account that calculates its taxes sees its rates, which are out of date half a year after somebody checked them', async () => {
  goTo(REVIEWED_ON);
  const { collectable, ...state } = await read();
  assert.deepEqual(state, {
    reviewedOn: REVIEWED_ON,
    checkedOn: REVIEWED_ON,
    isOutdated: false,
    rates: [],
  });
  assert.equal((await set({ collectsIn: collectable })).statusCode, 200);
  assert.deepEqual(
    [collectable[0], collectable.includes('PT'), collectable.includes('JP')],
    ['EU', true, false],
  );
  await updateSettings(app.ctx, {
    seller: { country: 'DE' },
    tax: { mode: 'own', collectsIn: ['DE', 'CH'] },
  });
  const { rates } = await read();
  assert.deepEqual(
    rates.map(({ country, rate, isReplaced }) => [country, rate, isReplaced]),
    [
      ['CH', 0.081, false],
      ['DE', 0.19, false],
    ],
  );
  goTo(daysAfter(REVIEWED_ON, 6));
  assert.equal((await read()).isOutdated, false);
  const late = daysAfter(REVIEWED_ON, 6, 1);
  goTo(late);
  assert.equal((await read()).isOutdated, true);

  assert.equal((await set({ ratesCheckedOn: late })).statusCode, 200);
  const checked = await read();
  assert.deepEqual([checked.checkedOn, checked.isOutdated], [late, false]);
  goTo(daysAfter(late, 6, 1));
  assert.equal((await read()).isOutdated, true);
});

test('rates are not out of date where none of the table is charged', async () => {
  goTo(daysAfter(REVIEWED_ON, 30));
  assert.equal((await read()).isOutdated, true);
  for (const country of ['DE', 'CH']) await merchant.call('POST', '/api/tax-rates', { country, rate: 0.2 });
  const replaced = await read();
  assert.deepEqual(
    [replaced.isOutdated, replaced.rates.every(({ isReplaced }) => isReplaced)],
    [false, true],
  );
  assert.equal((await set({ collectsIn: ['DE', 'CH', 'FR'] })).statusCode, 200);
  assert.equal((await read()).isOutdated, true);
  assert.equal((await set({ mode: 'none' })).statusCode, 200);
  const off = await read();
  assert.deepEqual([off.isOutdated, off.rates], [false, []]);
});

test('the day of a check is a day, and not to come', async () => {
  const today = app.system.clock.now();
  const day = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  for (const ratesCheckedOn of ['2026-02-30', 'today', day(2)]) {
    const refused = await set({ ratesCheckedOn });
    assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['tax.ratesCheckedOn']]);
  }
  for (const ratesCheckedOn of [day(1), day(0), null])
    assert.equal((await set({ ratesCheckedOn })).statusCode, 200);
});

test('it needs the scope of the settings', async () => {
  const clerk = await merchantOf(app, app.demo, 'orders:read');
  assert.equal((await clerk.send('GET', '/api/tax-rates/standard')).statusCode, 403);
});
