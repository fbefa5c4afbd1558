/** The texts of the field for a coupon; `coupon-de.ts` has the same keys. */
export const couponEn = {
  label: 'Coupon code',
  apply: 'Apply',
  enter: 'Enter a coupon code.',
  /** The reason why a coupon cannot be used: the server's sentence, or that of this language by the reason. */
  refused: (sentence: string, _reason: string | undefined, _code: string) => sentence,
};

/** The same in one language. */
export type CouponTexts = typeof couponEn;
