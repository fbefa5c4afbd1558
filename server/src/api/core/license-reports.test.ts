import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { provisionLicenses } from '../../../test/licensing.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { withGoodPlans } from '../../../test/query-plans.ts';
import { type Shopper, shopper, stockShop } from '../../../test/shop.ts';
import { subscribe } from '../../../test/subscriptions.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { findCustomer } from '../../modules/customers/index.ts';
import {
  type LicensingTables,
  requestLicenseToken,
  updateLicensedProduct,
} from '../../modules/licensing/index.ts';
import type { PaymentTables } from '../../modules/payments/tables.ts';

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  for (const id of ['app', 'synth'])
    await updateLicensedProduct(app.ctx, id, { allowsTrials: true, trialDays: 14 });
  await updateSettings(app.ctx, { documents: { timeZone: 'Europe/Berlin' } });
  vendor = await merchantOf(app);
});
after(() => app.close());

interface Trials {
  readonly items: readonly {
    readonly month: string;
    readonly productId: string;
    readonly trials: number;
    readonly soldWithin30Days: number;
    readonly sold: number;
  }[];
}
interface Activations {
  readonly items: readonly {
    readonly day: string;
    readonly productId: string;
    readonly activations: number;
  }[];
}

const trials = (from: string, to: string) => `/api/reports/trials?fromMonth=${from}&toMonth=${to}`;
const activations = (from: string, to: string) => `/api/reports/activations?from=${from}&to=${to}`;

const at = (moment: string) => app.system.clock.set(new Date(moment));

async function startTrial(
  signature: string,
  { productId = 'app', by }: { productId?: string; by?: Shopper } = {},
) {
  const started = await app.inject({
    method: 'POST',
    url: `/api/client/trials/${productId}/request`,
    headers: by?.auth ?? {},
    payload: { deviceName: 'A device', deviceSignature: signature },
  });
  assert.equal(started.statusCode, 200, started.body);
}

async function activate({ id }: Shopper, signature: string): Promise<void> {
  const customer = (await findCustomer(app.ctx, id)) ?? assert.fail();
  await requestLicenseToken(app.ctx, customer, { productId: 'app', device: { name: 'A device', signature } });
}

describe('trials', () => {
  test('are sold when their customer buys the product afterwards, or their device gets a license that was bought', async () => {
    // In Berlin, October begins at 22:00 in UTC.
    at('2026-09-30T21:30:00Z');
    await startTrial('bought-on-device');
    const early = await shopper(app);
    await subscribe(app, { customer: early });
    at('2026-09-30T22:10:00Z');
    const slow = await shopper(app);
    await startTrial('bought-late', { by: slow });
    await startTrial('bought-late-synth', { by: slow, productId: 'synth' });
    await startTrial('bought-before', { by: early });
    await activate(early, 'bought-before');
    await startTrial('never');
    const gifted = await shopper(app);
    await startTrial('gifted', { by: gifted });
    await provisionLicenses(app.ctx, { ownerId: gifted.id, requests: [{ productId: 'app', quantity: 1 }] });
    // What an order gives for nothing is no sale either.
    await subscribe(app, { customer: gifted });
    await app.system.database.transaction((tx) =>
      tx
        .tables<LicensingTables>()
        .updateTable('licenses')
        .set({ isFree: true })
        .where('customerId', '=', gifted.id)
        .execute(),
    );
    at('2026-10-10T12:00:00Z');
    const { customer: buyer } = await subscribe(app);
    await activate(buyer, 'bought-on-device');
    const before = (await vendor.call<Trials>('GET', trials('2026-09', '2026-10'))).items;
    assert.deepEqual(
      before.map(({ sold }) => sold),
      [1, 0, 0],
    );
    at('2026-11-20T12:00:00Z');
    await subscribe(app, { customer: slow });
    const { items } = await vendor.call<Trials>('GET', trials('2026-08', '2027-01'));
    assert.deepEqual(items, [
      { month: '2026-09', productId: 'app', trials: 1, soldWithin30Days: 1, sold: 1 },
      { month: '2026-10', productId: 'app', trials: 4, soldWithin30Days: 0, sold: 1 },
      { month: '2026-10', productId: 'synth', trials: 1, soldWithin30Days: 0, sold: 0 },
    ]);
  });

  test('do not count as sold by test money once the account takes real money', async () => {
    const soldOf = async () =>
      (await vendor.call<Trials>('GET', trials('2026-09', '2026-10'))).items.map(({ sold }) => sold);
    const orders = await app.system.database.transaction((tx) =>
      tx
        .tables<PaymentTables>()
        .updateTable('payments')
        .set({ terms: { merchantOfRecord: false, invoices: 'Latchkey', isTest: true } })
        .returning('subjectId')
        .execute(),
    );
    assert.ok(orders.length > 1);
    assert.deepEqual(await soldOf(), [1, 1, 0], 'the account takes test payments');
    const { paymentProvider } = app.ctx.account.settings;
    await updateSettings(app.ctx, { paymentProvider: 'none' });
    try {
      assert.deepEqual(await soldOf(), [0, 0, 0]);
    } finally {
      await updateSettings(app.ctx, { paymentProvider });
    }
  });

  test('are counted by an index, for who may read trials, and each account has its own', async () => {
    await withGoodPlans(() => vendor.call('GET', trials('2026-01', '2026-12')));
    const other = await merchantOf(app, app.other);
    assert.deepEqual((await other.call<Trials>('GET', trials('2026-01', '2026-12'))).items, []);
    const blind = await merchantOf(app, app.demo, 'orders:read');
    assert.equal((await blind.send('GET', trials('2026-01', '2026-12'))).statusCode, 403);
    const refused = await vendor.send('GET', trials('2026-12', '2026-01'));
    assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['toMonth']]);
  });

  test('are counted for at most 24 months', async () => {
    await vendor.call('GET', trials('2025-01', '2026-12'));
    const refused = await vendor.send('GET', trials('2024-12', '2026-12'));
    assert.deepEqual(
      [refused.statusCode, refused.json().errors],
      [400, { toMonth: ['The to month must be at most 23 months after fromMonth.'] }],
    );
  });
});

describe('activations', () => {
  test('are counted on the day of the account on which they began, also those that have ended', async () => {
    at('2026-12-01T22:59:00Z');
    const { customer } = await subscribe(app, { quantity: 3 });
    await activate(customer, 'one');
    at('2026-12-01T23:01:00Z');
    await activate(customer, 'two');
    await activate(customer, 'three');
    await activate(customer, 'three');
    const rows = app.system.database.reader.tables<LicensingTables>().selectFrom('activations').selectAll();
    const { licenseId, id } = await rows.where('deviceSignature', '=', 'three').executeTakeFirstOrThrow();
    await vendor.call('POST', `/api/licenses/${licenseId}/activations/${id}/revoke`, {});
    assert.deepEqual((await vendor.call<Activations>('GET', activations('2026-12-01', '2026-12-31'))).items, [
      { day: '2026-12-01', productId: 'app', activations: 1 },
      { day: '2026-12-02', productId: 'app', activations: 2 },
    ]);
  });

  test('are counted by an index, for who may read licenses, and each account has its own', async () => {
    await withGoodPlans(() => vendor.call('GET', activations('2026-12-01', '2026-12-31')));
    const other = await merchantOf(app, app.other);
    assert.deepEqual(
      (await other.call<Activations>('GET', activations('2026-12-01', '2026-12-31'))).items,
      [],
    );
    const blind = await merchantOf(app, app.demo, 'orders:read');
    assert.equal((await blind.send('GET', activations('2026-12-01', '2026-12-31'))).statusCode, 403);
    const refused = await vendor.send('GET', activations('2026-12-31', '2026-12-01'));
    assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['to']]);
  });
});
