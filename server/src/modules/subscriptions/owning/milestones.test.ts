import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { buyersOf } from '../../../../test/coupon-shop.ts';
import { aCoupon } from '../../../../test/coupons.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, subscribe } from '../../../../test/subscriptions.ts';
import { createVariation } from '../../catalog/index.ts';
import { pageCodes, updateCoupon } from '../../coupons/index.ts';
import { milestonesOf } from '../index.ts';
import type { Subscription } from '../tables.ts';

const MONTHLY = { recurrence: 'Monthly', prices: { EUR: 900, USD: 900 } } as const;

let app: TestApp;
let buyers: ReturnType<typeof buyersOf>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  buyers = buyersOf(app);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** A subscription whose first cycle leads to a code of a coupon. */
async function subscribedFor(couponId: string) {
  const id = `synth-${randomUUID()}`;
  const terms = { milestones: [{ afterCycles: 1, couponId }] };
  await createVariation(app.ctx, { type: 'Product', id: 'synth' }, { ...MONTHLY, id, name: 'Loyal', terms });
  const item = { type: 'Product', productId: 'synth', variationId: id } as const;
  return subscribe(app, { item, method: 'Succeeds' });
}

async function standingOf(subscription: Subscription) {
  const [coupon = assert.fail()] = (await milestonesOf(app.ctx, subscription, ['Monthly']))?.coupons ?? [];
  return coupon;
}

test('a code waits while its coupon has no use left', async () => {
  const coupon = await aCoupon(app.ctx, { maxUses: 1 });
  const cart = await buyers.cartWith([coupon]);
  assert.equal((await buyers.pay(cart, 'gus@example.com')).statusCode, 200);
  assert.deepEqual(await buyers.usesOf(coupon), [1, 'Used']);
  const { subscription } = await subscribedFor(coupon.couponId);
  assert.equal((await standingOf(subscription)).isReached, false);
  await updateCoupon(app.ctx, coupon.couponId, { maxUses: 2 });
  await nextStep(app, subscription);
  assert.equal((await standingOf(subscription)).isReached, true);
});

test('a code that an order has used stays when the money of its cycle goes back', async () => {
  const headers = await app.apiKey(app.demo, 'orders:write');
  for (const isUsed of [true, false]) {
    const { couponId } = await aCoupon(app.ctx);
    const { subscription, orderId } = await subscribedFor(couponId);
    const { code = assert.fail('nothing was reached') } = await standingOf(subscription);
    if (isUsed) {
      const cart = await buyers.cartWith([{ couponId, code, codeId: '' }]);
      assert.equal((await buyers.pay(cart, 'gus@example.com')).statusCode, 200);
    }
    assert.equal((await standingOf(subscription)).isRedeemed, isUsed);
    const payload = { subscription: 'Keep', revokeLicenses: false };
    const url = `/api/orders/${orderId}/refunds`;
    const refund = await app.inject({ method: 'POST', url, headers, payload });
    assert.equal(refund.statusCode, 201, refund.body);
    const standing = await standingOf(subscription);
    assert.deepEqual([standing.isReached, standing.code], isUsed ? [true, code] : [false, undefined]);
    const row = (await pageCodes(app.ctx, { couponId }, { limit: 9 })).find((each) => each.code === code);
    assert.equal(row?.revokedAt === null, isUsed);
  }
});
