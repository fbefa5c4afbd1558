import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { addCode } from '../../coupons/index.ts';
import type { CouponTables } from '../../coupons/tables.ts';
import { recordPaymentState } from '../../payments/index.ts';
import type { Payment } from '../../payments/tables.ts';
import { transaction } from '../../../platform/context/context.ts';
import { guest, openCouponShop, refusalOf } from '../../../../test/coupon-shop.ts';
import type { TestApp } from '../../../../test/harness.ts';
import { paidInFull } from '../../../../test/payments.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { checkOut } from '../../../../test/shop.ts';
import { performOrderRefund } from '../refunds/perform-order-refund.ts';
import { refundOrder } from '../refunds/refund-order.ts';

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

describe('a use', () => {
  test('of a code is used up for good only when no pending payment holds one', async () => {
    const last = await shop.coupon({ maxUses: 1, codeUses: 1 });
    const { code } = await addCode(app.ctx, {
      couponId: last.couponId,
      code: randomUUID().slice(0, 13),
      maxUses: 1,
    });
    await shop.begin(await shop.cartWith([last]));
    const [, , detail] = await refusalOf(shop.enter((await checkOut(app)).orderId, code));
    assert.match(detail, /has no uses left at the moment/, 'the coupon has none, the code has');
    const paid = await shop.coupon({ codeUses: 1 });
    await shop.succeed(await shop.begin(await shop.cartWith([paid])));
    const other = await addCode(app.ctx, {
      couponId: paid.couponId,
      code: randomUUID().slice(0, 13),
      maxUses: 1,
    });
    await shop.begin(await shop.cartWith([{ ...paid, code: other.code }]));
    const [, , forGood] = await refusalOf(shop.enter((await checkOut(app)).orderId, paid.code));
    assert.match(forGood, /has been used as often/, 'another code is held');
  });

  test('of a limited coupon is held by at most five pending payments from one network', async () => {
    const [limited, unlimited] = [await shop.coupon({ maxUses: 9 }), await shop.coupon()];
    const most = app.ctx.account.settings.limits.pendingPaymentsPerCoupon;
    const payments: Payment[] = [];
    for (let count = 0; count < most; count += 1)
      payments.push(await shop.begin(await shop.cartWith([limited, unlimited])));
    const [status, type, detail] = await refusalOf(
      shop.pay(await shop.cartWith([limited]), guest(), 'Delay'),
    );
    assert.deepEqual([status, type], [409, 'CouponNoLongerUsable']);
    assert.match(detail, /^Too many payments in progress from your network hold the coupon /);
    await shop.begin(await shop.cartWith([unlimited]));
    const elsewhere = await shop.pay(await shop.cartWith([limited]), guest(), 'Delay', '192.0.2.7');
    assert.equal(elsewhere.json().status, 'PaymentProcessing', elsewhere.body);
    const [first] = payments;
    assert.ok(first);
    await shop.succeed(first);
    await shop.begin(await shop.cartWith([limited]));
    const db = app.system.database.reader.tables<CouponTables>();
    const uses = db
      .selectFrom('couponUses')
      .select(['status', 'networkKey'])
      .where('couponId', '=', limited.couponId);
    const rows = await uses.execute();
    assert.ok(rows.every(({ status: state, networkKey }) => (state === 'Used') === (networkKey === null)));
    assert.ok(!JSON.stringify(rows).includes('127.0.0.1'));
  });
});

describe('the last use of a coupon', () => {
  const HOUR_MS = 3_600_000;

  test('is not for a network today whose unpaid payments have held it for six hours', async () => {
    const single = await shop.coupon({ maxUses: 1 });
    const begin = async (address?: string) =>
      shop.pay(await shop.cartWith([single]), guest(), 'Delay', address);
    const hold = async (hours: number) => {
      const payment = await shop.begin(await shop.cartWith([single]));
      app.system.clock.advance(hours * HOUR_MS);
      await shop.fail(payment);
    };
    for (const hours of [2, 2, 1.9, 0.2]) await hold(hours);
    const [status, type, detail] = await refusalOf(begin());
    assert.deepEqual([status, type], [409, 'CouponNoLongerUsable']);
    assert.match(
      detail,
      /from your network that were not finished have held the coupon .* Try again tomorrow\./,
    );
    assert.equal((await begin('192.0.2.7')).json().status, 'PaymentProcessing', 'for others it is there');
    const other = await shop.coupon({ maxUses: 1 });
    await shop.begin(await shop.cartWith([other]));
  });

  test('is for a network whose payment held it for hours because its order could not be delivered', async () => {
    const single = await shop.coupon({ maxUses: 1 });
    const payment = await shop.begin(await shop.cartWith([single]));
    await recordPaymentState(app.ctx, payment.id, paidInFull(payment));
    app.system.clock.advance(7 * HOUR_MS);
    const { id } = await transaction(app.ctx, (tx) =>
      refundOrder(tx, { orderId: payment.subjectId, revokesLicenses: true }),
    );
    await performOrderRefund(app.ctx, id);
    assert.deepEqual(await shop.usesOf(single), [0, 'Returned']);
    await shop.begin(await shop.cartWith([single]));
  });

  test('is for the network again on the next day, and another use is at any time', async () => {
    const coupon = await shop.coupon({ maxUses: 2 });
    const payment = await shop.begin(await shop.cartWith([coupon]));
    app.system.clock.advance(7 * HOUR_MS);
    await shop.fail(payment);
    await shop.begin(await shop.cartWith([coupon]));
    await refusalOf(shop.pay(await shop.cartWith([coupon]), guest(), 'Delay'));
    app.system.clock.advance(24 * HOUR_MS);
    await shop.begin(await shop.cartWith([coupon]));
  });
});
