export { bundleParts } from './domain/bundle.ts';
export type { Coupon, CouponReason, CouponShare, CouponVerdict } from './domain/coupons.ts';
export type { TaxRate, TaxReason, TaxRules, TaxShare } from './domain/taxes.ts';
export { campaignEffect, type Reason, type Unit } from './domain/eligibility.ts';
export {
  UTM_NAMES,
  type Amounts,
  type Audience,
  type Benefit,
  type Discount,
  type ItemReference,
  type ItemTarget,
  type Offer,
  type PricingCatalog,
  type PricingContext,
  type Utm,
  type UtmName,
} from './domain/model.ts';
export { type Adjustment, type UnitPrice, type Verdict } from './domain/price-variation.ts';
export {
  quoteOrder,
  type LineRefusal,
  type OrderQuote,
  type OrderQuoteInput,
  type QuotedAmounts,
  type QuotedLine,
  type QuoteLine,
} from './domain/quote-order.ts';
export type { ShownOffer } from './domain/offers.ts';
export {
  priceStorefront,
  type PricedStorefront,
  type ShownBundle,
  type ShownPrice,
  type ShownProduct,
  type ShownVariation,
} from './domain/storefront.ts';
