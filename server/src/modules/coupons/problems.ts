import { defineProblem } from '../../kernel/problem.ts';

/** 400: the code reduces nothing in this cart; `detail` tells the customer why. */
export const couponNotUsable = defineProblem({
  status: 400,
  errorType: 'CouponNotUsable',
  title: 'The coupon cannot be used',
});

/** 409: a coupon of the cart was used up, by others or by this customer, before the payment began. */
export const couponNoLongerUsable = defineProblem({
  status: 409,
  errorType: 'CouponNoLongerUsable',
  title: 'A coupon of the order can no longer be used',
  detail: 'A coupon of this order can no longer be used. Nothing was charged. Remove it to continue.',
});

/** 409: the account has a coupon with this id; `instance` is the id. */
export const couponExists = defineProblem({
  status: 409,
  errorType: 'CouponExists',
  title: 'A coupon with this id already exists',
  detail: 'Another coupon of the account has this id. Choose another id, or change the existing coupon.',
});

/** 409: a coupon of the account has this code; `instance` is the id of the coupon. */
export const couponCodeExists = defineProblem({
  status: 409,
  errorType: 'CouponCodeExists',
  title: 'The code already exists',
  detail: 'A coupon of the account already has this code. Case, spaces and dashes do not matter.',
});

/** 409: the codes of a coupon are still being created. */
export const codesNotReady = defineProblem({
  status: 409,
  errorType: 'CodesNotReady',
  title: 'The codes are still being created',
  detail: 'Codes of this coupon are still being created. Try again in a moment.',
});
