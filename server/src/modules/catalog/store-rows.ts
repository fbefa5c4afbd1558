import { accountRows } from '../../platform/database/account-rows.ts';
import type { BundleRow, DiscountRow, OfferRow, ProductRow, VariationRow } from './tables.ts';

export const {
  find: findProduct,
  lock: lockProduct,
  page: pageProducts,
  insert: insertProduct,
  save: saveProduct,
} = accountRows<ProductRow>('products');

export const {
  find: findBundle,
  lock: lockBundle,
  page: pageBundles,
  insert: insertBundle,
  save: saveBundle,
} = accountRows<BundleRow>('bundles');

export const {
  find: findVariation,
  insert: insertVariation,
  save: saveVariation,
} = accountRows<VariationRow>('variations');

export const {
  find: findDiscount,
  lock: lockDiscount,
  page: pageDiscounts,
  insert: insertDiscount,
  save: saveDiscount,
} = accountRows<DiscountRow>('discounts');

export const {
  find: findOffer,
  lock: lockOffer,
  page: pageOffers,
  insert: insertOffer,
  save: saveOffer,
} = accountRows<OfferRow>('offers');
