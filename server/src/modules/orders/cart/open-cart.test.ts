import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCouponShop } from '../../../../test/coupon-shop.ts';
import { ONE_APP, patchOrder, shopper } from '../../../../test/shop.ts';
import { readOrder } from '../order/store.ts';

let shop: Awaited<ReturnType<typeof openCouponShop>>;
before(async () => {
  shop = await openCouponShop();
});
after(() => shop.app.close());

const GUS = { name: 'Gus', email: 'gus@example.com', businessName: 'Gus Ltd' };
const ANN = { name: 'Ann', email: 'ann@example.com' };

/** Everything that a signed-in customer can do with a cart. */
const touches = {
  'reads it': { method: 'GET', path: '' },
  'updates it': { method: 'PATCH', path: '', payload: { items: [ONE_APP] } },
  'updates nothing of it': { method: 'PATCH', path: '', payload: {} },
  'enters a coupon': { method: 'PATCH', path: '/coupon?code=' },
  'removes a coupon': { method: 'DELETE', path: '/coupon?code=' },
  'removes all coupons': { method: 'DELETE', path: '/coupons' },
  'removes the offer': { method: 'DELETE', path: '/offer' },
  'enters billing details': { method: 'PATCH', path: '/billing-details', payload: ANN },
  'resets the billing details': { method: 'DELETE', path: '/billing-details' },
} as const;

for (const [what, { method, path, ...body }] of Object.entries(touches))
  test(`a customer who ${what} has the cart of a guest from then on, without what the guest entered`, async () => {
    const { app, cartWith, coupon } = shop;
    const { code } = await coupon();
    const { orderId } = await cartWith([]);
    const cart = `/api/customer/orders/${orderId}`;
    const billing = { method: 'PATCH', url: `${cart}/billing-details`, payload: GUS } as const;
    assert.equal((await app.inject(billing)).statusCode, 200);
    const before = await readRow(orderId);
    assert.deepEqual([before.customerId, before.billing.name], [null, 'Gus']);
    assert.notEqual(before.billingOrigin, null);
    const { id, auth } = await shopper(app);
    const url = `${cart}${path}${path.endsWith('=') ? code : ''}`;
    const response = await app.inject({ method, url, headers: auth, ...body });
    assert.equal(response.statusCode, 200, response.body);
    assert.doesNotMatch(response.body, /Gus/);
    const row = await readRow(orderId);
    assert.deepEqual([row.customerId, row.billingOrigin], [id, null]);
    assert.equal(row.billing.name, path === '/billing-details' && method === 'PATCH' ? 'Ann' : undefined);
    assert.equal(row.billing.businessName ?? null, null);
    const stranger = await patchOrder(app, orderId, {}, { headers: (await shopper(app)).auth });
    assert.equal(stranger.statusCode, 403);
  });

async function readRow(orderId: string) {
  const { app } = shop;
  return (await readOrder(app.system.database.reader, app.demo.id, orderId)) ?? assert.fail();
}
