/** The texts of the coupons and totals of an order; `sums-de.ts` has the same keys. */
export const sumsEn = {
  coupon: {
    open: 'Add a coupon code',
    remove: (code: string) => `Remove coupon ${code}`,
    applied: (code: string) => `Coupon ${code} is applied.`,
  },
  subtotal: 'Subtotal',
  discounts: 'Discounts',
  total: 'Total',
  updating: 'Updating the total.',
};

/** The same in one language. */
export type SumsTexts = typeof sumsEn;
