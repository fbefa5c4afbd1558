import { accountRows } from '../../platform/database/account-rows.ts';
import type { BundleRow, DiscountRow, OfferRow, ProductRow, PromotionRow, VariationRow } from './tables.ts';

export const productRows = accountRows<ProductRow>('products');
export const bundleRows = accountRows<BundleRow>('bundles');
export const discountRows = accountRows<DiscountRow>('discounts');
export const promotionRows = accountRows<PromotionRow>('promotions');
export const offerRows = accountRows<OfferRow>('offers');

export const {
  find: findVariation,
  insert: insertVariation,
  save: saveVariation,
} = accountRows<VariationRow>('variations');
