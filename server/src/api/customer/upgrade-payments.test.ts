import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { checkOut, type Shopper } from '../../../test/shop.ts';
import { type LicenseView, upgradeShop } from '../../../test/upgrade-shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

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

test('an upgrade that is paid twice at the same time is delivered once, and the other order says that it has to be refunded', async () => {
  const productId = await shop.product({
    two: { releaseAccess: { upToMajor: 2 } },
    three: { releaseAccess: { upToMajor: 3 } },
  });
  await shop.sellTo(productId, 'three', { kind: 'Upgrade', from: [`${productId}-two`] });
  const licenseId = await shop.buyLicense(owner, productId, 'two');
  const line = shop.lineOf(productId, 'three', licenseId);
  const orderIds: string[] = [];
  for (let index = 0; index < 2; index += 1) {
    const { orderId, pay } = await checkOut(app, [line], owner.auth);
    const payload = { name: 'Ann', email: owner.email, sandboxOutcome: 'Delay' };
    const paying = await app.inject({ method: 'POST', url: pay, payload });
    assert.equal(paying.json().status, 'PaymentProcessing', paying.body);
    orderIds.push(orderId);
  }
  app.system.clock.advance(60_000);
  await shop.runJobs();
  assert.equal((await shop.look(licenseId)).upToMajor, 3);
  const orders = await Promise.all(
    orderIds.map((id) =>
      shop.merchant.call<{ status: string; deliveryFailure?: string }>('GET', `/api/orders/${id}`),
    ),
  );
  assert.deepEqual(orders.map(({ status }) => status).toSorted(), ['Completed', 'Paid']);
  const failed = orders.find(({ status }) => status === 'Paid');
  assert.match(JSON.stringify(failed), /already upgraded in this way\. Refund the order/);
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
