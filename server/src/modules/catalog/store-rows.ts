import { accountRows } from '../../platform/database/account-rows.ts';
import type { BundleRow, DiscountRow, OfferRow, ProductRow, VariationRow } from './tables.ts';

export const productRows = accountRows<ProductRow>('products');
export const { find: findProduct, lock: lockProduct, page: pageProducts } = productRows;

export const bundleRows = accountRows<BundleRow>('bundles');
export const { find: findBundle, page: pageBundles } = bundleRows;

export const {
  find: findVariation,
  insert: insertVariation,
  save: saveVariation,
} = accountRows<VariationRow>('variations');

export const discountRows = accountRows<DiscountRow>('discounts');
export const { find: findDiscount, page: pageDiscounts } = discountRows;

export const offerRows = accountRows<OfferRow>('offers');
export const { find: findOffer, page: pageOffers } = offerRows;
