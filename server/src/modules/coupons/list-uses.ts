import { readerOf } from '../../platform/context/context.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import type { QueryContext } from '../accounts/index.ts';
import { findCoupon, unknownCoupon } from './manage-coupons.ts';
import { pageUses } from './store-uses.ts';
import type { CouponUse } from './tables.ts';

/**
 * The uses of a coupon, including returned ones, newest first; up to one more than `limit`. Raises `NotFound` when
 * there is no such coupon.
 */
export async function pageCouponUses(
  ctx: QueryContext,
  couponId: string,
  page: RowPage,
): Promise<CouponUse[]> {
  if ((await findCoupon(ctx, couponId)) === undefined) throw unknownCoupon(couponId);
  return pageUses(readerOf(ctx), ctx.account.id, couponId, page);
}
