import { createHash } from 'node:crypto';
import { readerOf } from '../../platform/context/context.ts';
import type { AccountContext, QueryContext } from '../accounts/index.ts';
import type { Coupon, CouponObstacle } from '../pricing/index.ts';
import { barringKeys, type CouponBuyer } from './customer-keys.ts';
import { normaliseCode } from './domain/code.ts';
import { type EnteredCoupon, findCodeId, findEntered } from './store.ts';

/** The maximum number of coupons of one order. */
export const MAX_COUPONS = 5;

/** The id of a code as typed; `undefined` when the account has no such code. */
export function findCouponCode(ctx: QueryContext, typed: string): Promise<string | undefined> {
  // A text that cannot be a code is looked up as well, so that it takes as long as any other.
  return findCodeId(readerOf(ctx), ctx.account.id, hashCode(normaliseCode(typed) ?? ''));
}

/** The hash by which a code is stored and looked up. */
export function hashCode(code: string): string {
  return createHash('sha256').update(`coupon/${code}`).digest('base64url');
}

/** The codes entered in a cart. */
interface EnteredCodes {
  readonly codeIds: readonly string[];
  readonly buyer: CouponBuyer;
}

/** The coupons of the codes, in the form that pricing needs, in one statement; none if there are no codes. */
export async function enteredCoupons(ctx: QueryContext, entered: EnteredCodes): Promise<Coupon[]> {
  if (entered.codeIds.length === 0) return [];
  const rows = await findEnteredBy(ctx, entered);
  return rows.map((row) => pricedCoupon(ctx, row));
}

/** The rows of the codes for a buyer. */
export function findEnteredBy(ctx: QueryContext, { codeIds, buyer }: EnteredCodes): Promise<EnteredCoupon[]> {
  return findEntered(readerOf(ctx), ctx.account.id, codeIds, {
    customerId: buyer.customerId,
    customerKeys: barringKeys(ctx, buyer),
  });
}

/** A coupon in the form that pricing needs. */
export function pricedCoupon(ctx: AccountContext, row: EnteredCoupon): Coupon {
  const { coupon, code } = row;
  return {
    id: coupon.id,
    code: ctx.vault.open(ctx.account, sealOf(code.id), code.codeSealed),
    codeId: code.id,
    name: coupon.name,
    description: coupon.description,
    benefit: coupon.benefit,
    targets: coupon.targets,
    minimumTotal: coupon.minimumTotal,
    recurringPaymentUseCount: coupon.recurringPaymentUseCount,
    startsAt: coupon.startsAt,
    endsAt: coupon.endsAt,
    obstacle: obstacleOf(row),
  };
}

/** The row under which a code is sealed. */
export function sealOf(codeId: string): string {
  return `coupon-codes/${codeId}`;
}

/** The obstacle to using a coupon that does not depend on the cart. */
function obstacleOf({ coupon, code, customerUses, hasPurchased }: EnteredCoupon): CouponObstacle | undefined {
  if (coupon.isArchived || code.revokedAt !== null) return 'Withdrawn';
  const isEmpty = isReached(coupon.uses, coupon.maxUses);
  const isCodeEmpty = isReached(code.uses, code.maxUses);
  if (isEmpty || isCodeEmpty) {
    const isForGood = (isEmpty && !coupon.isReserved) || (isCodeEmpty && !code.isReserved);
    return isForGood ? 'UsedUp' : 'AllReserved';
  }
  if (isReached(customerUses, coupon.maxUsesPerCustomer)) return 'UsedByCustomer';
  return coupon.isForFirstPurchase && hasPurchased ? 'NotFirstPurchase' : undefined;
}

function isReached(uses: number, maxUses: number | null): boolean {
  return maxUses !== null && uses >= maxUses;
}
