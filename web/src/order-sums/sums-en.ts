/** The texts of the coupons and totals of an order; `sums-de.ts` has the same keys. */
export const sumsEn = {
  coupon: {
    open: 'Add a coupon code',
    label: 'Coupon code',
    apply: 'Apply',
    enter: 'Enter a coupon code.',
    remove: (code: string) => `Remove coupon ${code}`,
    applied: (code: string) => `Coupon ${code} is applied.`,
    /** The reason why a coupon cannot be used: the server's sentence, or that of this language by the reason. */
    refused: (sentence: string, _reason: string | undefined, _code: string) => sentence,
  },
  subtotal: 'Subtotal',
  discounts: 'Discounts',
  total: 'Total',
  updating: 'Updating the total.',
};

/** The same in one language. */
export type SumsTexts = typeof sumsEn;
