export { bundleParts } from './domain/bundle.ts';
export { appliedCoupons } from './domain/coupons.ts';
export type { Coupon, CouponObstacle, CouponReason, CouponVerdict } from './domain/coupons.ts';
export type { ShownCartOffer } from './domain/cart-offers.ts';
export type { TaxReason, TaxRules, TaxShare } from './domain/taxes.ts';
export { campaignEffect, type Reason } from './domain/eligibility.ts';
export {
  UTM_NAMES,
  type Amounts,
  type ItemReference,
  type ItemTarget,
  type PricingContext,
  type Promotion,
  type Utm,
  type UtmName,
} from './domain/model.ts';
export {
  agreedSubtotal,
  recurringPrice,
  type RecurringPrice,
  priceOfNewUnit,
  priceOfPayment,
  dividedPrice,
  priceOfUnits,
  pricesAfter,
} from './domain/recurring-price.ts';
export { type Adjustment, type Verdict } from './domain/price-variation.ts';
export type {
  AgreedPrice,
  LineRenewal,
  LineTerms,
  LineUpgrade,
  OrderQuote,
  OrderQuoteInput,
  QuotedAmounts,
  QuotedLine,
} from './domain/quote.ts';
export { quoteOrder } from './domain/quote-order.ts';
export type { ShownOffer } from './domain/offers.ts';
export { priceUpgrade } from './domain/upgrade-price.ts';
export {
  priceStorefront,
  type PricedStorefront,
  type ShownPromotion,
  type ShownTier,
  type ShownVariation,
  type StorefrontCatalog,
} from './domain/storefront.ts';
export { netTotal, type NetTotal } from './domain/net-total.ts';
