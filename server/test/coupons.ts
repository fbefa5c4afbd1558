import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Context } from '../src/modules/accounts/index.ts';
import { addCode, type CouponInput, createCoupon } from '../src/modules/coupons/index.ts';
import type { TestApp } from './harness.ts';

/** A new coupon with one code, 10 % off everything unless the fields say otherwise. */
export async function aCoupon(
  ctx: Context,
  { code = `C${randomUUID().slice(0, 13)}`, codeUses, ...fields }: CouponFields = {},
): Promise<{ couponId: string; codeId: string; code: string }> {
  const benefit = { type: 'PercentageOff', basisPoints: 1_000 } as const;
  const coupon = await createCoupon(ctx, { name: 'A coupon', benefit, ...fields });
  const row = await addCode(ctx, { couponId: coupon.id, code, maxUses: codeUses });
  return { couponId: coupon.id, codeId: row.id, code: row.code };
}

export interface CouponFields extends Partial<CouponInput> {
  readonly code?: string;
  /** The maximum number of orders that use the code. */
  readonly codeUses?: number;
}

/** Enters a coupon in a cart of the account `demo`. */
export async function enterCoupon(
  app: TestApp,
  orderId: string,
  { code }: { readonly code: string },
  headers: Record<string, string> = {},
): Promise<void> {
  const url = `/api/customer/orders/${orderId}/coupon?code=${code}`;
  const response = await app.inject({ method: 'PATCH', url, headers });
  assert.equal(response.statusCode, 200, response.body);
}
