import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { provisionLicenses } from '../../../test/licensing.ts';
import { checkOut, ONE_APP, type Shopper, shopper, stockShop } from '../../../test/shop.ts';
import { subscribe } from '../../../test/subscriptions.ts';
import { createBundle } from '../../modules/catalog/index.ts';
import { transferLicense } from '../../modules/licensing/index.ts';
import { transaction } from '../../platform/context/context.ts';

const BOTH = { type: 'Bundle', bundleId: 'both', variationId: 'both-once', quantity: 1 };
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await createBundle(app.ctx, {
    id: 'both',
    name: 'Both of them',
    productIds: ['app', 'synth'],
    variations: [{ id: 'both-once', name: 'Perpetual licenses', prices: { EUR: 9_000, USD: 9_900 } }],
  });
});
after(() => app.close());

/** What the owner is told about the licenses of a product, newest first. */
async function originsOf({ auth }: Shopper, productId: string) {
  const url = `/api/customer/inventory/products/${productId}/licenses`;
  const { items } = (await app.inject({ url, headers: auth })).json();
  return items.map(
    ({ variationName, bundleName, orderNumber, nextPaymentScheduledAt }: Record<string, string>) => ({
      variationName,
      bundleName,
      orderNumber,
      nextPaymentScheduledAt,
    }),
  );
}

async function buy(buyer: Shopper, item: object): Promise<string> {
  const { pay } = await checkOut(app, [item], buyer.auth);
  const payload = { name: 'Ann', email: buyer.email };
  const paid = (await app.inject({ method: 'POST', url: pay, payload })).json();
  assert.equal(paid.status, 'Completed', JSON.stringify(paid));
  return String(paid.orderNumber);
}

test('a license says which order and which bundle it came with, and one that was granted says nothing', async () => {
  const owner = await shopper(app);
  await provisionLicenses(app.ctx, { ownerId: owner.id, requests: [{ productId: 'app' }] });
  const alone = await buy(owner, ONE_APP);
  const together = await buy(owner, BOTH);
  const none = { bundleName: undefined, nextPaymentScheduledAt: undefined };
  assert.deepEqual(await originsOf(owner, 'app'), [
    { ...none, variationName: 'Perpetual licenses', bundleName: 'Both of them', orderNumber: together },
    { ...none, variationName: 'Perpetual', orderNumber: alone },
    { ...none, variationName: undefined, orderNumber: undefined },
  ]);
});

test('a license of a subscription says when that is charged next, until it is cancelled', async () => {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  const [running] = await originsOf(customer, 'synth');
  assert.equal(running.nextPaymentScheduledAt, subscription.paidUntil.toISOString());
  const cancelled = await app.inject({
    method: 'POST',
    url: `/api/customer/inventory/subscriptions/${subscription.id}/cancel`,
    headers: customer.auth,
  });
  assert.equal(cancelled.statusCode, 200, cancelled.body);
  const [ending] = await originsOf(customer, 'synth');
  assert.equal(ending.nextPaymentScheduledAt, undefined);
});

test('a license that somebody else bought does not show its new owner the order', async () => {
  const [giver, owner] = [await shopper(app), await shopper(app)];
  await buy(giver, ONE_APP);
  const url = '/api/customer/inventory/products/app/licenses';
  const [{ id: licenseId }] = (await app.inject({ url, headers: giver.auth })).json().items;
  await transaction(app.ctx, (tx) => transferLicense(tx, licenseId, { ownerId: owner.id }));
  const [license] = await originsOf(owner, 'app');
  assert.deepEqual([license.variationName, license.orderNumber], ['Perpetual', undefined]);
});
