import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { ONE_APP, patchOrder, stockShop } from '../../../test/shop.ts';

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD', 'JPY'] });
  vendor = await merchantOf(app);
});
after(() => app.close());

const SYNTH = { type: 'Product', productId: 'synth', variationId: 'synth-once', quantity: 1, id: 'gone' };

/** A cart whose first line is withdrawn afterwards. */
async function cartWithWithdrawnLine(): Promise<string> {
  const id = randomUUID();
  await vendor.call('PATCH', '/api/products/synth', { purchasable: true });
  const { statusCode } = await patchOrder(app, id, { items: [SYNTH, ONE_APP] });
  assert.equal(statusCode, 200);
  await vendor.call('PATCH', '/api/products/synth', { purchasable: false });
  return id;
}

test('a cart tells its withdrawn lines until its lines are next changed', async () => {
  const id = await cartWithWithdrawnLine();
  const order = (await app.inject({ url: `/api/customer/orders/${id}` })).json();
  assert.deepEqual(order.withdrawnLines, [{ id: 'gone', name: 'Synth', position: 0 }]);
  assert.equal(order.items.length, 1);
  const changed = await patchOrder(app, id, { items: order.items });
  assert.deepEqual([changed.statusCode, 'withdrawnLines' in changed.json()], [200, false]);
});

test('a withdrawn line is in the way of no other currency; the others are, counted as they are shown', async () => {
  const id = await cartWithWithdrawnLine();
  const inDollars = await patchOrder(app, id, { currency: 'USD' });
  assert.deepEqual([inDollars.statusCode, inDollars.json().total?.due.amount], [200, 55]);
  const inYen = await patchOrder(app, id, { currency: 'JPY' });
  assert.deepEqual([inYen.statusCode, Object.keys(inYen.json().errors)], [400, ['items[0].currency']]);
});
