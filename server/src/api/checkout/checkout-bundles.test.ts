import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createBundle } from '../../modules/catalog/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

test('the checkout names the products that a bundle gives the buyer', async () => {
  const variation = { id: 'all-once', name: 'Perpetual', prices: { EUR: 12_900, USD: 13_900 } };
  const names = async (headers: Record<string, string> = {}) => {
    const bundle = { id: 'all', type: 'Bundle', bundleId: 'all', variationId: 'all-once', quantity: 1 };
    const { show } = await checkOut(app, [bundle], headers);
    return (await app.inject({ url: show })).json().lines[0].contents;
  };
  await createBundle(app.ctx, {
    id: 'all',
    name: 'All',
    productIds: ['app', 'synth'],
    variations: [variation],
  });
  assert.deepEqual(await names(), ['App', 'Synth']);
  const owner = await shopper(app);
  const { pay: payUrl } = await checkOut(app, [ONE_APP], owner.auth);
  assert.equal(
    (await app.inject({ method: 'POST', url: payUrl, payload: { name: 'Ann', email: owner.email } })).json()
      .status,
    'Completed',
  );
  assert.deepEqual(await names(owner.auth), ['App', 'Synth']);
  await updateSettings(app.ctx, { allowsPartialBundles: true });
  assert.deepEqual(await names(owner.auth), ['Synth']);
});
