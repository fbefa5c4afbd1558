import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { updateSettings } from '../src/modules/accounts/index.ts';
import { pageCouponUses } from '../src/modules/coupons/index.ts';
import type { CouponTables } from '../src/modules/coupons/tables.ts';
import { fulfilNow } from '../src/modules/orders/index.ts';
import type { Payment, PaymentTables } from '../src/modules/payments/tables.ts';
import { aCoupon, type CouponFields } from './coupons.ts';
import { startTestApp, type TestApp } from './harness.ts';
import { DECLINED, paidInFull, report } from './payments.ts';
import { checkOut, ONE_APP, type Shopper, stockShop } from './shop.ts';

export const guest = () => `${randomUUID()}@example.com`;
type Coupon = Awaited<ReturnType<typeof aCoupon>>;
type Checkout = Awaited<ReturnType<typeof checkOut>>;

/** A separate shop without request limits, whose buyers enter coupons and pay. */
export async function openCouponShop() {
  const app = await startTestApp();
  await stockShop(app, app.demo);
  const limits = { paymentsPerMinute: 0, couponsPerMinute: 0, signUpPerMinute: 0 };
  await updateSettings(app.ctx, { limits });
  return { app, coupon: (fields?: CouponFields) => aCoupon(app.ctx, fields), ...buyersOf(app) };
}

/** Buyers of the coupon shop, or of any other with the same products. */
export function buyersOf(app: TestApp) {
  function enter(orderId: string, code: string, customer?: Shopper) {
    const url = `/api/customer/orders/${orderId}/coupon?code=${code}`;
    return app.inject({ method: 'PATCH', url, headers: { ...customer?.auth } });
  }

  /** A cart with the coupons, of a customer or a guest. */
  async function cartWith(coupons: readonly Coupon[], customer?: Shopper): Promise<Checkout> {
    const checkout = await checkOut(app, [ONE_APP], { ...customer?.auth });
    for (const { code } of coupons) {
      const response = await enter(checkout.orderId, code, customer);
      assert.equal(response.statusCode, 200, response.body);
    }
    return checkout;
  }

  function pay({ pay: url }: Checkout, email: string, outcome = 'Succeed', remoteAddress = '127.0.0.1') {
    const payload = { name: 'Gus', email, sandboxOutcome: outcome };
    return app.inject({ method: 'POST', url, remoteAddress, payload });
  }

  /** Starts a payment that waits for its report. */
  async function begin(checkout: Checkout, email = guest()): Promise<Payment> {
    const response = await pay(checkout, email, 'Delay');
    assert.equal(response.json().status, 'PaymentProcessing', response.body);
    const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
    const pending = payments.where('subjectId', '=', checkout.orderId).where('status', '=', 'Pending');
    return (await pending.executeTakeFirst()) ?? assert.fail('no payment is pending');
  }

  /** The money arrives, and the order is delivered. */
  async function succeed(payment: Payment): Promise<void> {
    await report(app.ctx, payment, paidInFull(payment));
    await fulfilNow(app.ctx, payment.subjectId);
  }

  const fail = (payment: Payment) => report(app.ctx, payment, DECLINED);

  /** The uses that count, in all, and the status of each, oldest first. */
  async function usesOf({ couponId }: Coupon): Promise<[number, ...string[]]> {
    const uses = await pageCouponUses(app.ctx, couponId, { limit: 50 });
    const db = app.system.database.reader.tables<CouponTables>();
    const rows = await db.selectFrom('coupons').select('uses').where('id', '=', couponId).execute();
    const texts = uses.map(({ status, isBeyondLimit }) => (isBeyondLimit ? `${status} beyond` : status));
    return [rows[0]?.uses ?? -1, ...texts.toReversed()];
  }

  return { enter, cartWith, pay, begin, succeed, fail, usesOf };
}

interface Refusal {
  readonly statusCode: number;
  readonly json: () => { readonly errorType: string; readonly detail?: string };
}

/** The status, the code and the sentence of a refusal. */
export async function refusalOf(response: Promise<Refusal>): Promise<[number, string, string]> {
  const answer = await response;
  const { errorType, detail = '' } = answer.json();
  return [answer.statusCode, errorType, detail];
}
