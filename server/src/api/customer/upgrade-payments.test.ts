import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { DECLINED, report } from '../../../test/payments.ts';
import { checkOut, type Shopper } from '../../../test/shop.ts';
import { type LicenseView, upgradeShop } from '../../../test/upgrade-shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { addMonths } from '../../modules/licensing/domain/days.ts';
import type { LicensingTables } from '../../modules/licensing/tables.ts';

let app: TestApp;
let shop: Awaited<ReturnType<typeof upgradeShop>>;
let owner: Shopper;
before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
  shop = await upgradeShop(app);
  owner = await shop.shopper();
});
after(async () => {
  await assertInvariants(app.system.database.reader);
  await app.close();
});

/** A product whose license of 2 can become one of 3, and whose updates can be renewed. */
async function upgradable(): Promise<string> {
  const productId = await shop.product({
    two: { releaseAccess: { upToMajor: 2 } },
    three: { releaseAccess: { upToMajor: 3 } },
    year: { releaseAccess: { updatesMonths: 12 } },
  });
  await shop.sellTo(productId, 'three', { kind: 'Upgrade', from: [`${productId}-two`] });
  await shop.sellTo(productId, 'year', { kind: 'Renewal', from: [productId] });
  return productId;
}

/** Starts the payment of a new cart, which the bank does not answer yet. */
async function startPaying(line: object) {
  const { orderId, pay } = await checkOut(app, [line], owner.auth);
  const again = () =>
    app.inject({
      method: 'POST',
      url: pay,
      payload: { name: 'Ann', email: owner.email, sandboxOutcome: 'Delay' },
    });
  return { orderId, again, answer: await again() };
}

/** The bank declines the payment of an order. */
async function decline(orderId: string): Promise<void> {
  const { payments } = await shop.merchant.call<{ payments: { id: string }[] }>(
    'GET',
    `/api/orders/${orderId}`,
  );
  await report(app.ctx, payments[0] ?? assert.fail('no payment'), DECLINED);
}

async function ordersOf(orderIds: readonly string[]) {
  return Promise.all(
    orderIds.map((id) =>
      shop.merchant.call<{ status: string; deliveryFailure?: string }>('GET', `/api/orders/${id}`),
    ),
  );
}

test('while an upgrade of a license is being paid, nobody can pay for another change of that license', async () => {
  const productId = await upgradable();
  const licenseId = await shop.buyLicense(owner, productId, 'two');
  const otherId = await shop.buyLicense(owner, productId, 'two');
  const first = await startPaying(shop.lineOf(productId, 'three', licenseId));
  assert.equal(first.answer.json().status, 'PaymentProcessing', first.answer.body);
  assert.equal((await first.again()).statusCode, 200, 'the same payment');
  const refused = [];
  for (const variation of ['three', 'year']) {
    const second = await startPaying(shop.lineOf(productId, variation, licenseId));
    const { errorType, detail } = second.answer.json();
    assert.deepEqual([second.answer.statusCode, errorType], [409, 'UpgradeInPayment'], second.answer.body);
    assert.match(detail, /Nothing was charged here\./);
    refused.push(second);
  }
  const other = await startPaying(shop.lineOf(productId, 'three', otherId));
  assert.equal(other.answer.json().status, 'PaymentProcessing', 'another license');
  await decline(first.orderId);
  const [second = assert.fail()] = refused;
  assert.equal((await second.again()).json().status, 'PaymentProcessing', 'once nothing else is being paid');
  app.system.clock.advance(60_000);
  await shop.runJobs();
  assert.equal((await shop.look(licenseId)).upToMajor, 3);
  const statuses = await ordersOf([first, second, other].map(({ orderId }) => orderId));
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ['Open', 'Completed', 'Completed'],
  );
});

test('renewals of one license may be paid at the same time, and wait for no other order than an upgrade', async () => {
  const productId = await upgradable();
  const licenseId = await shop.buyLicense(owner, productId, 'year');
  const before = (await shop.look(licenseId)).updatesUntil;
  const year = shop.lineOf(productId, 'year', licenseId);
  const orders = [await startPaying(year), await startPaying(year)];
  for (const { answer } of orders) assert.equal(answer.json().status, 'PaymentProcessing', answer.body);
  app.system.clock.advance(60_000);
  await shop.runJobs();
  const { updatesUntil = '' } = await shop.look(licenseId);
  assert.deepEqual(new Date(updatesUntil), addMonths(new Date(before ?? ''), 24));
});

test('an upgrade that the vendor gives while it is being paid is delivered as nothing, and the order says that it has to be refunded', async () => {
  const productId = await upgradable();
  const licenseId = await shop.buyLicense(owner, productId, 'two');
  const { orderId, answer } = await startPaying(shop.lineOf(productId, 'three', licenseId));
  assert.equal(answer.json().status, 'PaymentProcessing', answer.body);
  await shop.merchant.call('PATCH', `/api/licenses/${licenseId}`, { upToMajor: 3 });
  app.system.clock.advance(60_000);
  await shop.runJobs();
  const [failed] = await ordersOf([orderId]);
  assert.equal(failed?.status, 'Paid');
  assert.match(JSON.stringify(failed), /already upgraded in this way\. Refund the order/);
  const next = await startPaying(shop.lineOf(productId, 'year', licenseId));
  assert.equal(next.answer.json().errorType, 'UpgradeInPayment', 'that order is still to be delivered');
  await shop.refund(orderId);
  assert.equal((await next.again()).json().status, 'PaymentProcessing', 'it is not any more');
});

/** Pays for a change of a license whose purchase is taken back, in one way or another, before the money arrives. */
async function changeOfTakenBack(variation: string, takeBack: (baseId: string) => Promise<unknown>) {
  const productId = await upgradable();
  const baseId = await shop.buy(owner, shop.lineOf(productId, variation === 'year' ? 'year' : 'two'));
  const { licenses } = await shop.merchant.call<{ licenses: { id: string }[] }>(
    'GET',
    `/api/orders/${baseId}`,
  );
  const licenseId = licenses[0]?.id ?? assert.fail('no license');
  const before = await shop.look(licenseId);
  const { orderId } = await startPaying(shop.lineOf(productId, variation, licenseId));
  await takeBack(baseId);
  app.system.clock.advance(60_000);
  await shop.runJobs();
  const [order] = await ordersOf([orderId]);
  return { baseId, orderId, order, licenseId, before, license: await shop.look(licenseId) };
}

test('a license that was refunded while its change is being paid is not changed, and the order says that it has to be refunded', async () => {
  for (const variation of ['three', 'year']) {
    const { order, orderId, license, before } = await changeOfTakenBack(variation, (baseId) =>
      shop.refund(baseId, { confirm: true }),
    );
    assert.equal(order?.status, 'Paid', variation);
    assert.match(JSON.stringify(order), /was revoked meanwhile\. Refund the order, or restore the license/);
    const { upToMajor, updatesUntil } = license;
    assert.deepEqual([license.status, upToMajor], ['Revoked', before.upToMajor]);
    assert.equal(updatesUntil, before.updatesUntil);
    await shop.refund(orderId);
  }
});

test('a license that the vendor revokes while its upgrade is being paid gets the upgrade once it is restored', async () => {
  const { order, licenseId, orderId } = await changeOfTakenBack('three', async (baseId) => {
    const { licenses } = await shop.merchant.call<{ licenses: { id: string }[] }>(
      'GET',
      `/api/orders/${baseId}`,
    );
    await shop.merchant.call('POST', `/api/licenses/${licenses[0]?.id}/revoke`);
  });
  assert.equal(order?.status, 'Paid');
  await shop.merchant.call('POST', `/api/licenses/${licenseId}/restore`);
  app.system.clock.advance(60_000);
  await shop.runJobs();
  assert.equal((await ordersOf([orderId]))[0]?.status, 'Completed');
  assert.partialDeepStrictEqual(await shop.look(licenseId), { status: 'Active', upToMajor: 3 });
});

test('a license whose payment is disputed while its upgrade is being paid gets the upgrade, which counts once the dispute is won', async () => {
  const { order, licenseId, license, baseId } = await changeOfTakenBack('three', (id) =>
    shop.happen(id, 'DisputeOpened'),
  );
  assert.equal(order?.status, 'Completed');
  assert.equal(license.status, 'Revoked');
  await shop.happen(baseId, 'DisputeWon');
  assert.partialDeepStrictEqual(await shop.look(licenseId), { status: 'Active', upToMajor: 3 });
});

test('a refund of one of two units takes the unchanged license, also where the other was upgraded to another product', async () => {
  const lite = await shop.product({ once: {} });
  const pro = await shop.product({ once: {} });
  await shop.sellTo(pro, 'once', { kind: 'Upgrade', from: [lite] });
  const orderId = await shop.buy(owner, { ...shop.lineOf(lite, 'once'), quantity: 2, id: 'two' });
  const licenses = async () =>
    (await shop.merchant.call<{ items: LicenseView[] }>('GET', `/api/licenses?orderId=${orderId}`)).items;
  const [upgraded = assert.fail(), other = assert.fail()] = await licenses();
  await shop.buy(owner, shop.lineOf(pro, 'once', upgraded.id));
  await shop.refund(orderId, { lines: [{ lineId: 'two', quantity: 1 }], confirm: true });
  const statuses = async () => new Map((await licenses()).map(({ id, status }) => [id, status]));
  assert.deepEqual(
    [(await statuses()).get(upgraded.id), (await statuses()).get(other.id)],
    ['Active', 'Revoked'],
  );
  await shop.refund(orderId, { lines: [{ lineId: 'two', quantity: 1 }], confirm: true });
  assert.deepEqual([...(await statuses()).values()], ['Revoked', 'Revoked']);
});

test('a license is again the newest of its purchase once its upgrade to another product is refunded', async () => {
  const lite = await shop.product({ once: {} });
  const pro = await shop.product({ once: {} });
  await shop.sellTo(pro, 'once', { kind: 'Upgrade', from: [lite] });
  const orderId = await shop.buy(owner, { ...shop.lineOf(lite, 'once'), quantity: 3, id: 'three' });
  const newest = await app.system.database.reader
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select('id')
    .where('orderId', '=', orderId)
    .orderBy('orderOrdinal', 'desc')
    .executeTakeFirstOrThrow();
  const upgrade = await shop.buy(owner, shop.lineOf(pro, 'once', newest.id));
  await shop.refund(upgrade);
  await shop.refund(orderId, { lines: [{ lineId: 'three', quantity: 1 }] });
  assert.equal((await shop.look(newest.id)).status, 'Revoked');
});

test('a license of a bundle can be upgraded to another product of the bundle, for which there is one, too', async () => {
  const lite = await shop.product({ once: {} });
  const pro = await shop.product({ once: {} });
  await shop.sellTo(pro, 'once', { kind: 'Upgrade', from: [lite] });
  const variations = [{ id: 'both-once', name: 'Once', prices: { EUR: 100, USD: 110 } }];
  await shop.merchant.call('POST', '/api/bundles', {
    id: 'both',
    name: 'Both',
    productIds: [lite, pro],
    variations,
  });
  const orderId = await shop.buy(owner, {
    type: 'Bundle',
    bundleId: 'both',
    variationId: 'both-once',
    quantity: 1,
  });
  const { items } = await shop.merchant.call<{ items: LicenseView[] }>(
    'GET',
    `/api/licenses?orderId=${orderId}`,
  );
  const { id } = items.find(({ productId }) => productId === lite) ?? assert.fail('no license');
  await shop.buy(owner, shop.lineOf(pro, 'once', id));
  assert.equal((await shop.look(id)).productId, pro);
});

test('an additional license can be bought again once the first purchase of it is refunded, or while it is disputed', async () => {
  const lite = await shop.product({ once: {} });
  const pro = await shop.product({ once: {} });
  await shop.sellTo(pro, 'once', { kind: 'Upgrade', from: [lite], oldLicense: 'Kept' });
  for (const fate of ['Refunded', 'Disputed']) {
    const licenseId = await shop.buyLicense(owner, lite, 'once');
    const first = await shop.buy(owner, shop.lineOf(pro, 'once', licenseId));
    if (fate === 'Refunded') await shop.refund(first);
    else await shop.happen(first, 'DisputeOpened');
    const second = await shop.buy(owner, shop.lineOf(pro, 'once', licenseId));
    const { items } = await shop.merchant.call<{ items: LicenseView[] }>(
      'GET',
      `/api/licenses?orderId=${second}`,
    );
    assert.deepEqual(
      items.map(({ productId, status }) => [productId, status]),
      [[pro, 'Active']],
      fate,
    );
  }
});
