export type { CouponBuyer } from './customer-keys.ts';
export { customerCodes, issueCode } from './customer-codes.ts';
export { MAX_TYPED_CODE_CHARACTERS } from './domain/code.ts';
export { enteredCoupons, findCouponCode, MAX_COUPONS } from './entered-coupons.ts';
export { exportCodes } from './export-codes.ts';
export { giveUses, shareUses } from './give-uses.ts';
export { forgetCoupons, reserveCoupons, returnCoupons, useCoupons } from './hold-uses.ts';
export { COUPON_NOT_FOR_PURCHASE, couponMessage, UNKNOWN_CODE } from './messages.ts';
export { pageCouponUses } from './list-uses.ts';
export {
  codesNotReady,
  couponCodeExists,
  couponExists,
  couponNoLongerUsable,
  couponNotUsable,
} from './problems.ts';
export { resumeCodeBatches } from './resume-batches.ts';
export type { CouponBatch, CouponRow } from './tables.ts';
export {
  addCode,
  addCodes,
  couponCodesJob,
  draftCodes,
  findCodeBatch,
  MAX_BATCH_CODES,
  pageCodeBatches,
  pageCodes,
  revokeCode,
  type ShownCode,
} from './manage-codes.ts';
export {
  type CouponChanges,
  type CouponInput,
  createCoupon,
  draftCoupon,
  findCoupon,
  pageCoupons,
  updateCoupon,
} from './manage-coupons.ts';
