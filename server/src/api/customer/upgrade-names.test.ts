import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import type { Shopper } from '../../../test/shop.ts';
import { upgradeShop } from '../../../test/upgrade-shop.ts';
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
after(() => app.close());

test('a line names the license that it changes, by the end of its id where two would read the same', async () => {
  const productId = await shop.product({
    two: { releaseAccess: { upToMajor: 2 } },
    three: { releaseAccess: { upToMajor: 3 } },
  });
  await shop.sellTo(productId, 'three', { kind: 'Upgrade', from: [`${productId}-two`] });
  const title = `App ${productId.slice(3)}, two`;
  const nameOf = async (licenseId: string) => {
    const cart = await shop.fill(owner, shop.lineOf(productId, 'three', licenseId));
    return cart.json().items[0].upgrade.licenseName;
  };
  const url = `/api/customer/storefront/products/${productId}`;
  const offered = async () => {
    const { variations } = (await app.inject({ url, headers: owner.auth })).json();
    return variations.find(({ id }: { id: string }) => id === `${productId}-three`).upgrade.licenseName;
  };
  const first = await shop.buyLicense(owner, productId, 'two');
  assert.deepEqual([await nameOf(first), await offered()], [title, title]);
  const second = await shop.buyLicense(owner, productId, 'two');
  const names = [first, second].map((id) => `${title} (${id.slice(-8).toUpperCase()})`);
  assert.deepEqual([await nameOf(first), await nameOf(second)], names);
  assert.equal(await offered(), names[0], 'of several, the oldest is changed');
  const orderId = await shop.buy(owner, shop.lineOf(productId, 'three', second));
  const order = await app.inject({ url: `/api/customer/orders/${orderId}`, headers: owner.auth });
  assert.equal(order.json().items[0].upgrade.licenseName, names[1], 'an order keeps the name that it had');
  assert.equal(await nameOf(first), title);
});

test('the account has the edition of a license, and none of one that was granted without', async () => {
  const productId = await shop.product({ two: {} });
  await shop.buyLicense(owner, productId, 'two');
  await shop.merchant.call('POST', '/api/licenses/provision', {
    ownerId: owner.id,
    requests: [{ productId }],
  });
  const url = `/api/customer/inventory/products/${productId}/licenses`;
  const { items } = (await app.inject({ url, headers: owner.auth })).json();
  const names = items.map(({ variationName }: { variationName?: string }) => variationName ?? null);
  assert.deepEqual(new Set(names), new Set([null, 'two']));
});
