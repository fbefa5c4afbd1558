export {
  createBundle,
  updateBundle,
  type BundleChanges,
  type BundleContent,
  type BundleInput,
} from './bundles.ts';
export { variationsOnOffer, type Bundle, type Catalog, type Product, type Variation } from './catalog.ts';
export { createVariation, type ItemReference } from './create-variation.ts';
export { createDiscount, updateDiscount, type DiscountChanges, type DiscountInput } from './discounts.ts';
export { IMAGE_MEDIA_TYPES, mediaTypeOfIcon } from './domain/image-type.ts';
export type { BenefitInput } from './domain/rule-checks.ts';
export { openIcon, replaceIcon, setIcon, storeIcon } from './icons.ts';
export { CATALOG_TOPIC, loadCatalog, peekCatalog } from './load-catalog.ts';
export type { VariationInput } from './new-variation.ts';
export { createOffer, updateOffer, type OfferChanges, type OfferInput } from './offers.ts';
export {
  bundleExists,
  discountExists,
  offerExists,
  productExists,
  productInBundles,
  variationExists,
} from './problems.ts';
export {
  archiveProduct,
  createProduct,
  updateProduct,
  type ProductChanges,
  type ProductInput,
} from './products.ts';
export {
  findBundle,
  findDiscount,
  findOffer,
  findProduct,
  findProducts,
  findVariation,
  iconKeysOf,
  listBundleProducts,
  listVariationsOf,
  lockProduct,
  pageBundles,
  pageDiscounts,
  pageItemVariations,
  pageOffers,
  pageProducts,
  usedIconKeys,
} from './queries.ts';
export { setCurrentVersion } from './set-current-version.ts';
export { touchProduct } from './touch-product.ts';
export type {
  BundleRow,
  CatalogTables,
  DiscountRow,
  DownloadAccess,
  OfferRow,
  ProductRow,
  Recurrence,
  StoredBenefit,
  StoredTarget,
  VariationRow,
} from './tables.ts';
export { updateVariation, type VariationChanges } from './update-variation.ts';
