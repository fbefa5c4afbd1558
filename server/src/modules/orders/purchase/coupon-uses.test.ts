import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { updateCoupon } from '../../coupons/index.ts';
import type { CouponTables } from '../../coupons/tables.ts';
import type { CustomerTables } from '../../customers/tables.ts';
import { eraseCustomer } from '../../privacy/index.ts';
import { guest, openCouponShop, refusalOf } from '../../../../test/coupon-shop.ts';
import type { TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { checkOut, ONE_APP, type Shopper, shopper } from '../../../../test/shop.ts';
import { transaction } from '../../../platform/context/context.ts';
import { attributeOrders } from '../fulfilment/attribute-orders.ts';

let shop: Awaited<ReturnType<typeof openCouponShop>>;
let app: TestApp;
before(async () => {
  shop = await openCouponShop();
  ({ app } = shop);
});
after(async () => {
  await assertInvariants(app.system.database.reader);
  await app.close();
});

/** The customer has proven the address. */
async function confirm({ id }: Shopper): Promise<void> {
  await app.system.database.transaction(async (tx) => {
    const customers = tx.tables<CustomerTables>().updateTable('customers');
    await customers.set({ isEmailConfirmed: true }).where('id', '=', id).execute();
  });
}

const orderOf = async (orderId: string) =>
  (await app.inject({ url: `/api/customer/orders/${orderId}` })).json();

describe('a use', () => {
  test('is reserved when the payment begins, so that no other cart has it, and final when it is paid', async () => {
    const last = await shop.coupon({ maxUses: 1 });
    const [first, second] = [await shop.cartWith([last]), await shop.cartWith([last])];
    const payment = await shop.begin(first);
    assert.deepEqual(await shop.usesOf(last), [1, 'Reserved']);
    const order = await orderOf(first.orderId);
    assert.deepEqual(
      [order.couponsApplied.length, order.total.due.amount],
      [1, 44.1],
      'its own use counts for it',
    );
    const other = await orderOf(second.orderId);
    assert.deepEqual([other.couponsApplied, other.total.due.amount], [[], 49]);
    assert.match(other.unusableCoupons[0].message, /has no uses left at the moment, .* Try again later\.$/);
    const third = await checkOut(app);
    assert.equal((await shop.enter(third.orderId, last.code)).statusCode, 400);
    await shop.succeed(payment);
    assert.deepEqual(await shop.usesOf(last), [1, 'Used']);
    const late = await orderOf(second.orderId);
    assert.match(late.unusableCoupons[0].message, /has been used as often as it can be\.$/);
    const paid = await orderOf(first.orderId);
    assert.deepEqual(
      [paid.status, paid.couponsApplied.length, paid.total.due.amount],
      ['Completed', 1, 44.1],
    );
  });

  test('is given back when the payment fails, and taken again by the next one', async () => {
    const last = await shop.coupon({
      maxUses: 1,
      codeUses: 1,
      maxUsesPerCustomer: 1,
      isForFirstPurchase: true,
    });
    const email = guest();
    const checkout = await shop.cartWith([last]);
    await shop.fail(await shop.begin(checkout, email));
    assert.deepEqual(await shop.usesOf(last), [0, 'Returned']);
    await shop.succeed(await shop.begin(checkout, email));
    assert.deepEqual(await shop.usesOf(last), [1, 'Returned', 'Used']);
  });

  test('that is gone between the price and the payment stops the payment, and nothing is charged', async () => {
    const last = await shop.coupon({ maxUsesPerCustomer: 1 });
    const email = guest();
    await shop.succeed(await shop.begin(await shop.cartWith([last]), email));
    const checkout = await shop.cartWith([last]);
    const [status, type, detail] = await refusalOf(shop.pay(checkout, email));
    assert.deepEqual([status, type], [409, 'CouponNoLongerUsable']);
    assert.match(
      detail,
      /^This coupon cannot be used for this purchase\. Nothing was charged\. Remove it to continue\.$/,
    );
    assert.equal((await orderOf(checkout.orderId)).status, 'Open');
    assert.deepEqual(await shop.usesOf(last), [1, 'Used']);
  });

  test('of a free order needs no provider and counts like any other', async () => {
    const free = await shop.coupon({ benefit: { type: 'PercentageOff', basisPoints: 10_000 }, maxUses: 1 });
    const checkout = await shop.cartWith([free]);
    const late = await shop.cartWith([free]);
    const response = await shop.pay(checkout, guest());
    assert.equal(response.json().status, 'Completed', response.body);
    assert.deepEqual(await shop.usesOf(free), [1, 'Used']);
    const order = await orderOf(checkout.orderId);
    assert.deepEqual([order.total.due.amount, order.couponsApplied[0].discount.amount], [0, 49]);
    assert.equal((await orderOf(late.orderId)).total.due.amount, 49);
  });

  test('of a coupon that reduces nothing in the cart is not taken', async () => {
    const big = await shop.coupon({ minimumTotal: { EUR: 4_900 } });
    const checkout = await shop.cartWith([big]);
    await updateCoupon(app.ctx, big.couponId, { minimumTotal: { EUR: 9_900 } });
    await shop.succeed(await shop.begin(checkout));
    assert.deepEqual(await shop.usesOf(big), [0]);
  });
});

describe('money that arrives after the payment had failed', () => {
  test('takes the use again if there is one', async () => {
    const one = await shop.coupon({ maxUses: 1, codeUses: 1, isForFirstPurchase: true });
    const checkout = await shop.cartWith([one]);
    const payment = await shop.begin(checkout);
    await shop.fail(payment);
    await shop.succeed(payment);
    assert.deepEqual(await shop.usesOf(one), [1, 'Used']);
  });

  for (const [limit, fields] of [
    ['in all', { maxUses: 1 }],
    ['of the code', { codeUses: 1 }],
    ['of the customer', { maxUsesPerCustomer: 1 }],
    ['of the first purchase', { isForFirstPurchase: true }],
  ] as const)
    test(`counts beyond the limit ${limit} if there is none: the price was agreed`, async () => {
      const [one, other] = [await shop.coupon(fields), await shop.coupon()];
      const email = guest();
      const late = await shop.cartWith([one, other]);
      const payment = await shop.begin(late, email);
      await shop.fail(payment);
      await shop.succeed(await shop.begin(await shop.cartWith([one]), email));
      await shop.succeed(payment);
      const order = await orderOf(late.orderId);
      assert.deepEqual([order.status, order.couponsApplied.length], ['Completed', 2]);
      assert.deepEqual(await shop.usesOf(one), [1, 'Used beyond', 'Used']);
      assert.deepEqual(await shop.usesOf(other), [0, 'Used beyond'], 'all or none of the order');
      await assertInvariants(app.system.database.reader);
    });

  test('returns what the next payment of the order had reserved', async () => {
    const [a, b] = [await shop.coupon({ maxUses: 1 }), await shop.coupon({ maxUses: 1 })];
    const checkout = await shop.cartWith([a]);
    const first = await shop.begin(checkout);
    await shop.fail(first);
    assert.equal((await shop.enter(checkout.orderId, b.code)).statusCode, 200);
    const second = await shop.begin(checkout);
    assert.deepEqual(
      [await shop.usesOf(a), await shop.usesOf(b)],
      [
        [1, 'Returned', 'Reserved'],
        [1, 'Reserved'],
      ],
    );
    await shop.succeed(first);
    assert.deepEqual(
      [await shop.usesOf(a), await shop.usesOf(b)],
      [
        [1, 'Used', 'Returned'],
        [0, 'Returned'],
      ],
    );
    await shop.fail(second);
    assert.deepEqual(
      [await shop.usesOf(a), await shop.usesOf(b)],
      [
        [1, 'Used', 'Returned'],
        [0, 'Returned'],
      ],
    );
  });
});

describe('the limit of a customer', () => {
  test('counts the person: signed in, as a guest with the same address, and with another spelling of it', async () => {
    const once = await shop.coupon({ maxUsesPerCustomer: 1 });
    const ann = await shopper(app);
    await shop.succeed(await shop.begin(await shop.cartWith([once], ann), ann.email));
    const mine = await checkOut(app, [ONE_APP], ann.auth);
    const [status, , detail] = await refusalOf(shop.enter(mine.orderId, once.code, ann));
    assert.equal(status, 400);
    assert.match(detail, /^You have used the coupon/);
    for (const email of [ann.email, ann.email.toUpperCase()]) {
      const [refused, type] = await refusalOf(shop.pay(await shop.cartWith([once]), email));
      assert.deepEqual([refused, type], [409, 'CouponNoLongerUsable'], email);
    }
    // Whether plus addresses are the same mailbox depends on their provider: here they are different addresses, as
    // everywhere.
    const plus = ann.email.replace('@', '+2@');
    await shop.succeed(await shop.begin(await shop.cartWith([once]), plus));
    assert.deepEqual(await shop.usesOf(once), [2, 'Used', 'Used']);
  });

  test('of an address that a guest typed bars other guests, and its owner only once they have proven it', async () => {
    const once = await shop.coupon({ maxUsesPerCustomer: 1, isForFirstPurchase: true });
    const gift = await shop.coupon({ maxUsesPerCustomer: 1 });
    for (const isConfirmed of [false, true]) {
      const ann = await shopper(app);
      if (isConfirmed) await confirm(ann);
      await shop.begin(await shop.cartWith([once]), ann.email);
      const own = await shop.cartWith([once], ann);
      assert.equal(
        (await shop.pay(own, ann.email)).json().status,
        'Completed',
        'a pending payment of another',
      );
      const attack = await shop.cartWith([gift]);
      assert.equal((await shop.pay(attack, ann.email)).json().status, 'Completed');
      assert.equal((await refusalOf(shop.pay(await shop.cartWith([gift]), ann.email)))[0], 409);
      if (!isConfirmed) {
        await transaction(app.ctx, (tx) => attributeOrders(tx, [attack.orderId], ann.id));
        const mine = await checkOut(app, [ONE_APP], ann.auth);
        assert.equal(
          (await shop.enter(mine.orderId, gift.code, ann)).statusCode,
          400,
          'they have that order',
        );
        continue;
      }
      assert.equal((await shop.pay(await shop.cartWith([gift], ann), ann.email)).json().status, 'Completed');
    }
  });

  test('counts a customer who takes a new address', async () => {
    const once = await shop.coupon({ maxUsesPerCustomer: 1 });
    const bob = await shopper(app);
    await shop.succeed(await shop.begin(await shop.cartWith([once], bob), bob.email));
    const email = guest();
    const url = '/api/customer/identity';
    const change = await app.inject({ method: 'PATCH', url, headers: bob.auth, payload: { email } });
    assert.equal(change.statusCode, 200, change.body);
    assert.equal(
      (await shop.enter((await checkOut(app, [ONE_APP], bob.auth)).orderId, once.code, bob)).statusCode,
      400,
    );
  });

  test('beyond the limit counts for nobody, also once somebody has proven the address', async () => {
    const one = await shop.coupon({ maxUses: 1, maxUsesPerCustomer: 2 });
    const ann = await shopper(app);
    const late = await shop.cartWith([one]);
    const payment = await shop.begin(late, ann.email);
    await shop.fail(payment);
    await shop.succeed(await shop.begin(await shop.cartWith([one])));
    await shop.succeed(payment);
    assert.deepEqual(await shop.usesOf(one), [1, 'Used beyond', 'Used']);
    await transaction(app.ctx, (tx) => attributeOrders(tx, [late.orderId], ann.id));
    const rows = await app.system.database.reader
      .tables<CouponTables>()
      .selectFrom('couponCustomers')
      .select('uses')
      .where('couponId', '=', one.couponId)
      .execute();
    const uses = rows.reduce((sum, row) => sum + row.uses, 0);
    assert.equal(uses, 1, 'the one within the limit');
    await assertInvariants(app.system.database.reader);
  });

  test('outlives the customer without any personal data', async () => {
    const once = await shop.coupon({ maxUsesPerCustomer: 1 });
    const ann = await shopper(app);
    await confirm(ann);
    await shop.succeed(await shop.begin(await shop.cartWith([once], ann), ann.email));
    await eraseCustomer(app.ctx, ann.id);
    const db = app.system.database.reader.tables<CouponTables>();
    const rows = [
      ...(await db.selectFrom('couponUses').selectAll().execute()),
      ...(await db.selectFrom('couponCustomers').selectAll().execute()),
    ];
    const text = JSON.stringify(rows);
    const plain = JSON.stringify(['coupon-customer', app.demo.id, 'email', ann.email]);
    assert.ok(!text.includes(createHash('sha256').update(plain).digest('base64url')), 'no guess finds it');
    assert.ok(!text.includes(ann.email) && !text.includes(ann.id) && text.includes(once.couponId));
    const [status] = await refusalOf(shop.pay(await shop.cartWith([once]), ann.email));
    assert.equal(status, 409);
  });
});

describe('a coupon for first purchases', () => {
  test('is for customers who have bought nothing yet, signed in or not; what is free is no purchase', async () => {
    const first = await shop.coupon({ isForFirstPurchase: true });
    const free = await shop.coupon({ benefit: { type: 'PercentageOff', basisPoints: 10_000 } });
    const ann = await shopper(app);
    await shop.pay(await shop.cartWith([free], ann), ann.email);
    await shop.succeed(await shop.begin(await shop.cartWith([first], ann), ann.email));
    const bob = await shopper(app);
    await shop.succeed(await shop.begin(await shop.cartWith([], bob), bob.email));
    for (const buyer of [ann, bob]) {
      const again = await checkOut(app, [ONE_APP], buyer.auth);
      const [status, , detail] = await refusalOf(shop.enter(again.orderId, first.code, buyer));
      assert.equal(status, 400);
      assert.match(detail, /is only for a first purchase\.$/);
      const [refused] = await refusalOf(shop.pay(await shop.cartWith([first]), buyer.email));
      assert.equal(refused, 409, 'nor as a guest');
    }
  });

  test('is used once, whichever of them, while the first payment is pending', async () => {
    const [a, b] = [
      await shop.coupon({ isForFirstPurchase: true }),
      await shop.coupon({ isForFirstPurchase: true }),
    ];
    const email = guest();
    const payment = await shop.begin(await shop.cartWith([a, b]), email);
    const [status] = await refusalOf(shop.pay(await shop.cartWith([b]), email));
    assert.equal(status, 409);
    await shop.fail(payment);
    assert.equal((await shop.pay(await shop.cartWith([b]), email)).json().status, 'Completed');
  });
});
