import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { revokeCode, updateCoupon } from '../../src/modules/coupons/index.ts';
import type { CouponTables } from '../../src/modules/coupons/tables.ts';
import { testContext } from '../context.ts';
import { aCoupon } from '../coupons.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { statementsLookedAt } from '../query-plans.ts';
import { assertInvariants } from '../invariants.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../shop.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await stockShop(app, app.other);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, couponsPerMinute: 5 } });
});
after(async () => {
  await assertInvariants(app.system.database.reader);
  await app.close();
});

async function aCart(): Promise<string> {
  const orderId = randomUUID();
  await patchOrder(app, orderId, { items: [ONE_APP] });
  return orderId;
}

const enter = (orderId: string, code: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'PATCH',
    url: `/api/customer/orders/${orderId}/coupon?code=${encodeURIComponent(code)}`,
    headers,
  });

test('somebody who guesses codes is stopped, in carts and at the checkout together, with new carts and tokens, too', async () => {
  const { show } = await checkOut(app);
  const statuses: number[] = [];
  for (let guess = 0; guess < 4; guess += 1)
    statuses.push((await enter(await aCart(), `SALE${guess}`)).statusCode);
  for (let guess = 0; guess < 3; guess += 1) {
    const payload = { code: `SAVE${guess}` };
    statuses.push((await app.inject({ method: 'POST', url: `${show}/coupon`, payload })).statusCode);
  }
  assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429, 429]);
  const eve = await shopper(app);
  const { code } = await aCoupon(app.ctx);
  assert.equal((await enter(await aCart(), code, eve.auth)).statusCode, 429, 'a right guess neither');
  app.system.clock.advance(61_000);
  assert.equal((await enter(await aCart(), code)).statusCode, 200);
});

test('a code of another account is as unknown as one that never was, also by its id', async () => {
  app.system.clock.advance(61_000);
  const theirs = await aCoupon(testContext(app.system, app.other), { code: 'OTHER-SHOP' });
  const [other, never] = [await enter(await aCart(), theirs.code), await enter(await aCart(), 'NEVER-WAS')];
  const tell = ({ body }: { readonly body: string }) => body.replace(/"traceId":"[^"]*"/, '');
  assert.equal(tell(other), tell(never));
  assert.equal((await enter(await aCart(), theirs.codeId)).statusCode, 400);
});

test('unknown, revoked and used-up codes cost the server the same statements', async () => {
  app.system.clock.advance(61_000);
  const revoked = await aCoupon(app.ctx);
  await revokeCode(app.ctx, revoked.couponId, revoked.codeId);
  const usedUp = await aCoupon(app.ctx, { maxUses: 1 });
  const { orderId, pay } = await checkOut(app);
  await enter(orderId, usedUp.code);
  const payload = { name: 'Gus', email: `${randomUUID()}@example.com` };
  assert.equal((await app.inject({ method: 'POST', url: pay, payload })).json().status, 'Completed');
  const counts: number[] = [];
  for (const code of ['UNKNOWN-CODE', revoked.code, usedUp.code]) {
    const cart = await aCart();
    const before = statementsLookedAt();
    assert.equal((await enter(cart, code)).statusCode, 400);
    counts.push(statementsLookedAt() - before);
  }
  if (app.system.database.engine === 'sqlite') assert.equal(new Set(counts).size, 1, counts.join());
});

test('what a client sends in an order changes neither its coupons nor their amounts', async () => {
  app.system.clock.advance(61_000);
  const { code, codeId } = await aCoupon(app.ctx, {
    benefit: { type: 'PercentageOff', basisPoints: 10_000 },
  });
  const orderId = randomUUID();
  const forged = { code, name: 'Free', description: '', discount: { currency: 'EUR', amount: 49 } };
  const order = (
    await patchOrder(app, orderId, {
      items: [{ ...ONE_APP, coupons: [{ couponId: codeId, amountMinor: 4_900 }] }],
      couponsApplied: [forged],
      couponCodeIds: [codeId],
      coupons: [forged],
    })
  ).json();
  assert.deepEqual([order.couponsApplied, order.total.due.amount], [[], 49]);
});

test('somebody with only the id of a customer’s cart changes none of its coupons, and sees neither codes nor reasons', async () => {
  app.system.clock.advance(61_000);
  const ann = await shopper(app);
  const purchase = await checkOut(app, [ONE_APP], ann.auth);
  const payload = { name: 'Ann', email: ann.email };
  assert.equal((await app.inject({ method: 'POST', url: purchase.pay, payload })).json().status, 'Completed');
  const [personal, archived] = [await aCoupon(app.ctx), await aCoupon(app.ctx)];
  const first = await aCoupon(app.ctx, { isForFirstPurchase: true });
  const { orderId, show } = await checkOut(app, [ONE_APP], ann.auth);
  for (const { code } of [personal, archived])
    assert.equal((await enter(orderId, code, ann.auth)).statusCode, 200);
  await updateCoupon(app.ctx, archived.couponId, { isArchived: true });
  const url = `/api/customer/orders/${orderId}`;
  const stranger = new URL((await app.inject({ url: `${url}?checkout=true` })).json().checkoutUrl);
  const strangerShow = `/api${stranger.pathname}`;
  const before = (await app.inject({ url, headers: ann.auth })).json();
  app.system.clock.advance(61_000);
  for (const response of [
    await enter(orderId, first.code),
    await app.inject({ method: 'DELETE', url: `${url}/coupon?code=${personal.code}` }),
    await app.inject({ method: 'DELETE', url: `${url}/coupons` }),
    await app.inject({ method: 'POST', url: `${strangerShow}/coupon`, payload: { code: first.code } }),
    await app.inject({ method: 'DELETE', url: `${strangerShow}/coupon`, payload: { code: personal.code } }),
  ])
    assert.deepEqual([response.statusCode, response.json().errorType], [403, 'CouponsNeedCustomer']);
  assert.deepEqual((await app.inject({ url, headers: ann.auth })).json(), before);
  for (const read of [await app.inject({ url }), await app.inject({ url: strangerShow })]) {
    const { couponsApplied, unusableCoupons } = read.json();
    const discount = { currency: 'EUR', amount: 4.9 };
    assert.deepEqual(couponsApplied, [{ code: '', name: 'A coupon', description: '', discount }]);
    const message = 'This coupon cannot be used for this purchase.';
    assert.deepEqual(unusableCoupons, [{ code: '', message }]);
    assert.ok(!read.body.includes(personal.code) && !read.body.includes(archived.code));
  }
  assert.equal((await app.inject({ url: show })).json().couponsApplied[0].code, personal.code);
  const removal = { code: personal.code };
  const own = await app.inject({ method: 'DELETE', url: `${show}/coupon`, payload: removal });
  assert.deepEqual([own.statusCode, own.json().couponsApplied], [200, []], 'the customer’s own link may');
});

test('addresses that a guest tries at the checkout, to learn who used a coupon, count as guesses', async () => {
  app.system.clock.advance(61_000);
  const { code } = await aCoupon(app.ctx, { maxUsesPerCustomer: 1 });
  const payload = { name: 'Gus', email: `${randomUUID()}@example.com` };
  const statuses: number[] = [];
  for (let guess = 0; guess < 4; guess += 1) {
    const { orderId, pay } = await checkOut(app);
    statuses.push((await enter(orderId, code)).statusCode);
    statuses.push((await app.inject({ method: 'POST', url: pay, payload })).statusCode);
  }
  assert.deepEqual(statuses, [200, 200, 200, 409, 200, 429, 429, 200]);
});

test('the same coupon entered twice at once is one', async () => {
  app.system.clock.advance(61_000);
  const { code, couponId } = await aCoupon(app.ctx);
  const orderId = await aCart();
  await Promise.all([enter(orderId, code), enter(orderId, code), enter(orderId, code)]);
  const order = (await app.inject({ url: `/api/customer/orders/${orderId}` })).json();
  assert.deepEqual([order.couponsApplied.length, order.total.due.amount], [1, 44.1]);
  const db = app.system.database.reader.tables<CouponTables>();
  const rows = await db.selectFrom('coupons').select('uses').where('id', '=', couponId).execute();
  assert.equal(rows[0]?.uses, 0, 'a cart uses nothing');
});
