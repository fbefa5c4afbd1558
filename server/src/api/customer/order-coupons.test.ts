import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { revokeCode, updateCoupon } from '../../modules/coupons/index.ts';
import { aCoupon, type CouponFields } from '../../../test/coupons.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, couponsPerMinute: 0 } });
});
after(() => app.close());
// Prevents the limit of sign-ups per minute and address from affecting the tests.
beforeEach(() => app.system.clock.advance(60_000));

type Headers = Record<string, string>;

const send = (method: 'PATCH' | 'DELETE', orderId: string, path: string, headers: Headers = {}) =>
  app.inject({ method, url: `/api/customer/orders/${orderId}/${path}`, headers });
const enter = (orderId: string, code: string, headers: Headers = {}) =>
  send('PATCH', orderId, `coupon?code=${encodeURIComponent(code)}`, headers);
const get = async (orderId: string, headers: Headers = {}) =>
  (await app.inject({ url: `/api/customer/orders/${orderId}`, headers })).json();

async function aCart(items: readonly object[] = [ONE_APP], headers: Headers = {}): Promise<string> {
  const orderId = randomUUID();
  assert.equal((await patchOrder(app, orderId, { items }, { headers })).statusCode, 200);
  return orderId;
}

const coupon = (fields?: CouponFields) => aCoupon(app.ctx, fields);
const eur = (amount: number) => ({ currency: 'EUR', amount });

describe('a coupon', () => {
  test('reduces the order, whatever the case, spaces and dashes of the code, and stays with it', async () => {
    const { code } = await coupon({ code: 'Summer 10', name: 'Summer', description: 'Ten off' });
    assert.equal(code, 'Summer 10');
    const orderId = await aCart();
    const response = await enter(orderId, ' sum-MER 10 ');
    assert.equal(response.statusCode, 200, response.body);
    const order = response.json();
    assert.deepEqual(order.couponsApplied, [
      { code: 'Summer 10', name: 'Summer', description: 'Ten off', discount: eur(4.9) },
    ]);
    assert.deepEqual(
      [order.total.original, order.total.discount, order.total.due],
      [eur(49), eur(4.9), eur(44.1)],
    );
    const [line] = order.items;
    assert.deepEqual(line.total.due, eur(44.1));
    const reduction = { name: 'Summer', description: 'Ten off', isExclusive: false, total: { EUR: 4.9 } };
    assert.deepEqual(line.appliedDiscount, { type: 'PercentageOffDiscount', percentage: 0.1, ...reduction });
    assert.deepEqual([line.variation.hasDiscount, line.price], [false, { EUR: 49 }]);
    assert.equal('unusableCoupons' in order, false);
    assert.deepEqual(await get(orderId), order);
    assert.deepEqual((await enter(orderId, 'SUMMER10')).json(), order, 'entering it again changes nothing');
    const two = (await patchOrder(app, orderId, { items: [{ ...ONE_APP, quantity: 2 }] })).json();
    assert.deepEqual(two.total.due, eur(88.2));
  });

  test('without a description has an empty one', async () => {
    const { code } = await coupon();
    assert.equal((await enter(await aCart(), code)).json().couponsApplied[0].description, '');
  });

  test('is removed by its code; all of them together; removing an absent one is not an error', async () => {
    const [a, b] = [await coupon(), await coupon()];
    const orderId = await aCart();
    await enter(orderId, a.code);
    assert.equal((await enter(orderId, b.code)).json().couponsApplied.length, 2);
    const one = (await send('DELETE', orderId, `coupon?code=${a.code.toUpperCase()}`)).json();
    assert.deepEqual(
      one.couponsApplied.map(({ code }: { code: string }) => code),
      [b.code],
    );
    assert.equal((await send('DELETE', orderId, 'coupon?code=never-was')).statusCode, 200);
    await enter(orderId, a.code);
    const none = await send('DELETE', orderId, 'coupons');
    assert.deepEqual(
      [none.statusCode, none.json().couponsApplied, none.json().total.due],
      [200, [], eur(49)],
    );
    assert.equal((await send('DELETE', orderId, 'coupon')).statusCode, 400, 'a code is missing');
  });

  test('that does not fit the cart any more is shown with the reason, and applies again when it fits', async () => {
    const { code } = await coupon({ minimumTotal: { EUR: 6_000 }, code: 'BIG-CART' });
    const orderId = await aCart([{ ...ONE_APP, quantity: 2 }]);
    await enter(orderId, code);
    const small = (await patchOrder(app, orderId, { items: [ONE_APP] })).json();
    assert.deepEqual(small.couponsApplied, []);
    assert.deepEqual(small.unusableCoupons, [
      {
        code: 'BIG-CART',
        message: 'The coupon BIG-CART needs a total of at least €60.00.',
        reason: 'TotalTooLow',
      },
    ]);
    const big = (await patchOrder(app, orderId, { items: [{ ...ONE_APP, quantity: 2 }] })).json();
    assert.deepEqual([big.couponsApplied.length, 'unusableCoupons' in big], [1, false]);
  });

  test('adds up with others, line by line, to the cent', async () => {
    const flat = await coupon({ name: 'Flat', benefit: { type: 'FlatAmountOff', amounts: { EUR: 101 } } });
    const percent = await coupon({ benefit: { type: 'PercentageOff', basisPoints: 3_333 } });
    const synth = { ...ONE_APP, productId: 'synth', variationId: 'synth-once' };
    const orderId = await aCart([ONE_APP, { ...synth, quantity: 3 }]);
    await enter(orderId, flat.code);
    const order = (await enter(orderId, percent.code)).json();
    const sum = (amounts: { amount: number }[]) =>
      Math.round(amounts.reduce((total, { amount }) => total + amount, 0) * 100);
    const lines: {
      total: { discount: { amount: number }; due: { amount: number } };
      appliedDiscount: { type: string; name: string; total: object };
    }[] = order.items;
    const coupons: { discount: { amount: number } }[] = order.couponsApplied;
    assert.equal(sum(coupons.map(({ discount }) => discount)), sum([order.total.discount]));
    assert.equal(sum(lines.map(({ total }) => total.discount)), sum([order.total.discount]));
    assert.equal(sum(lines.map(({ total }) => total.due)), sum([order.total.due]));
    for (const { total, appliedDiscount } of lines) {
      const { type, name, total: off } = appliedDiscount;
      const all = ['FlatAmountOffDiscount', 'Flat', { EUR: total.discount.amount }];
      assert.deepEqual([type, name, off], all, 'all that came off, under the name of the first');
    }
  });
});

describe('a coupon that cannot be used is refused with its reason:', () => {
  async function refusal(orderId: string, code: string, headers: Headers = {}) {
    const before = await get(orderId, headers);
    const response = await enter(orderId, code, headers);
    assert.deepEqual(
      [response.statusCode, response.json().errorType],
      [400, 'CouponNotUsable'],
      response.body,
    );
    assert.match(response.json().reason, /^[A-Z][A-Za-z]+$/, 'as a code, too');
    assert.deepEqual(await get(orderId, headers), before, 'and nothing changes');
    return response.json().detail;
  }

  const yesterday = () => new Date(app.system.clock.now().getTime() - 86_400_000);
  const tomorrow = () => new Date(app.system.clock.now().getTime() + 86_400_000);
  const REASONS: readonly (readonly [string, () => CouponFields, RegExp])[] = [
    ['too early', () => ({ startsAt: tomorrow() }), /^The coupon \S+ cannot be used yet\.$/],
    ['too late', () => ({ endsAt: yesterday() }), /^The coupon \S+ has expired\.$/],
    [
      'another currency',
      () => ({ benefit: { type: 'FlatAmountOff', amounts: { USD: 500 } } }),
      /^The coupon \S+ does not apply to orders in this currency\.$/,
    ],
    [
      'too small a cart',
      () => ({ minimumTotal: { EUR: 4_901 } }),
      /^The coupon \S+ needs a total of at least €49\.01\.$/,
    ],
    [
      'other items',
      () => ({ targets: [{ type: 'Product', id: 'synth', variationIds: [] }] }),
      /^The coupon \S+ does not apply to anything in your cart\.$/,
    ],
    [
      'nothing to take off',
      () => ({ benefit: { type: 'PercentageOff', basisPoints: 1 } }),
      /^The coupon \S+ does not reduce the price of your cart\.$/,
    ],
  ];
  for (const [name, fields, expected] of REASONS)
    test(name, async () => {
      const { code } = await coupon(fields());
      assert.match(await refusal(await aCart(), code), expected);
    });

  test('unknown, malformed, withdrawn', async () => {
    const orderId = await aCart();
    const unknown = 'There is no coupon with this code. Check its spelling.';
    for (const code of ['NOSUCHCODE', '!', '  ', 'x'.repeat(100), "' or 1=1 --"])
      assert.equal(await refusal(orderId, code), unknown, code);
    const archived = await coupon();
    await updateCoupon(app.ctx, archived.couponId, { isArchived: true });
    assert.equal(await refusal(orderId, archived.code), `The coupon ${archived.code} has been withdrawn.`);
    const revoked = await coupon();
    await revokeCode(app.ctx, revoked.couponId, revoked.codeId);
    assert.equal(await refusal(orderId, revoked.code), `The coupon ${revoked.code} has been withdrawn.`);
  });

  test('an empty cart, too many of them, two codes of one coupon', async () => {
    const first = await coupon();
    assert.match(await refusal(await aCart([]), first.code), /^Your cart is empty\./);
    const orderId = await aCart();
    await enter(orderId, first.code);
    for (let count = 1; count < 5; count += 1)
      assert.equal((await enter(orderId, (await coupon()).code)).statusCode, 200);
    assert.match(await refusal(orderId, (await coupon()).code), /^One order can have 5 coupons\./);
  });
});

test('an order of another customer, a paid one, one in payment, and none at all take no coupon', async () => {
  const { code } = await coupon();
  const [ann, bob] = [await shopper(app), await shopper(app)];
  const ofAnn = await aCart([ONE_APP], ann.auth);
  for (const response of [
    await enter(ofAnn, code, bob.auth),
    await send('DELETE', ofAnn, `coupon?code=${code}`, bob.auth),
    await send('DELETE', ofAnn, 'coupons', bob.auth),
  ])
    assert.deepEqual([response.statusCode, response.json().errorType], [403, 'OrderOfAnotherCustomer']);
  assert.equal((await enter(randomUUID(), code)).statusCode, 404);
  assert.equal((await enter('no-guid', code)).statusCode, 404);
  for (const [sandboxOutcome, errorType] of [
    ['Delay', 'OrderPaymentProcessing'],
    [undefined, 'OrderCompleted'],
  ]) {
    const { orderId, pay } = await checkOut(app);
    const buyer = { name: 'Gus', email: `${randomUUID()}@example.com` };
    await app.inject({ method: 'POST', url: pay, payload: { ...buyer, sandboxOutcome } });
    const response = await enter(orderId, code);
    assert.deepEqual([response.statusCode, response.json().errorType], [409, errorType], response.body);
    assert.equal((await send('DELETE', orderId, 'coupons')).statusCode, 409);
  }
});

test('a cart without an owner becomes that of the customer who enters a coupon', async () => {
  const ann = await shopper(app);
  const orderId = await aCart();
  await enter(orderId, (await coupon()).code, ann.auth);
  const bob = await shopper(app);
  assert.equal((await patchOrder(app, orderId, { items: [] }, { headers: bob.auth })).statusCode, 403);
});

test('guesses are limited per minute and address, right or wrong', async () => {
  await updateSettings(app.ctx, { limits: { couponsPerMinute: 3 } });
  try {
    const orderId = await aCart();
    const { code } = await coupon();
    const statuses: number[] = [];
    for (const guess of ['GUESS1', 'GUESS2', code, 'GUESS3', code])
      statuses.push((await enter(orderId, guess)).statusCode);
    assert.deepEqual(statuses, [400, 400, 200, 429, 429]);
    assert.match(String((await enter(orderId, code)).headers['retry-after']), /^\d+$/);
  } finally {
    await updateSettings(app.ctx, { limits: { couponsPerMinute: 0 } });
  }
});
