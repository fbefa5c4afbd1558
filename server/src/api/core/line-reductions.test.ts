import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { aCoupon, enterCoupon } from '../../../test/coupons.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type OperatorAtWork, operatorAtWork } from '../../../test/operators.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';

let app: TestApp;
let vendor: OperatorAtWork;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, couponsPerMinute: 0 } });
  vendor = await operatorAtWork(app, 'Owner');
});
after(() => app.close());

async function done(...call: Parameters<OperatorAtWork['call']>) {
  const response = await vendor.call(...call);
  assert.ok(response.statusCode < 300, response.body);
  return response.json();
}

interface Reduction {
  readonly lineId: string;
  readonly kind: string;
  readonly name: string;
  readonly id?: string;
  readonly amount: { readonly amount: number };
}

/** Buys these, and returns the id of the order. */
async function buy(items: readonly object[], code?: string): Promise<string> {
  const { orderId, pay } = await checkOut(app, items);
  if (code !== undefined) await enterCoupon(app, orderId, { code });
  const payload = { name: 'Ann', email: 'ann@example.com' };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  return orderId;
}

const reductionsOf = async (orderId: string): Promise<Reduction[]> =>
  (await done('GET', `/api/orders/${orderId}`)).lineReductions;

test('an order says what made each line cheaper, for all of its units, and goes on saying it', async () => {
  const pricingTiers = [{ minQuantity: 2, prices: { EUR: 40 } }];
  await done('PATCH', '/api/products/app/variations/app-once', { pricingTiers });
  const targets = [{ type: 'Product', id: 'app' }];
  const spring = {
    id: 'spring',
    name: 'Spring sale',
    type: 'FlatAmountOffDiscount',
    amounts: { EUR: 5 },
    targets,
  };
  await done('POST', '/api/discounts', spring);
  const { code } = await aCoupon(app.ctx, { name: 'Welcome' });
  const orderId = await buy([{ ...ONE_APP, quantity: 3 }], code);
  const reductions = await reductionsOf(orderId);
  assert.deepEqual(
    reductions.map(({ kind, name, id, amount }) => [kind, name, id, amount.amount]),
    [
      ['Tier', '2', undefined, 27],
      ['Discount', 'Spring sale', 'spring', 15],
      ['Coupon', 'Welcome', code, 10.5],
    ],
  );
  const { items, total } = await done('GET', `/api/orders/${orderId}`);
  assert.ok(reductions.every(({ lineId }) => lineId === items[0].id));
  assert.equal(total.discount.amount, 25.5, 'all but the tier');
  await done('POST', '/api/discounts/spring/archive');
  assert.deepEqual(await reductionsOf(orderId), reductions);
  assert.equal(
    await reductionsOf(
      await buy([{ ...ONE_APP, type: 'Product', productId: 'synth', variationId: 'synth-once' }]),
    ),
    undefined,
  );
});

test('its timeline names the operator who did something', async () => {
  const orderId = await buy([ONE_APP]);
  await done('POST', `/api/orders/${orderId}/send-receipt`);
  const { items } = await done('GET', `/api/orders/${orderId}/timeline`);
  const { actor } = items.find(({ type }: { type: string }) => type === 'order.receipt-sent');
  assert.deepEqual(actor, { kind: 'Operator', id: vendor.operator.id, name: vendor.operator.name });
});
