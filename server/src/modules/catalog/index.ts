export {
  createBundle,
  updateBundle,
  type BundleChanges,
  type BundleContent,
  type BundleInput,
} from './bundles.ts';
export {
  upgradesIn,
  variationsOnOffer,
  type Bundle,
  type Catalog,
  type Product,
  type SoldUpgrade,
  type Variation,
} from './catalog.ts';
export { createVariation, type ItemReference } from './create-variation.ts';
export {
  createDiscount,
  draftDiscount,
  updateDiscount,
  type DiscountChanges,
  type DiscountInput,
} from './discounts.ts';
export { minorAmounts, minorChanges } from './decimal-prices.ts';
export { type SaleDraft, withDraftVariations, withNewVariation } from './draft-variations.ts';
export type { CouponMilestone } from './domain/subscription-terms.ts';
export { type GivenAccess, givenAccess, type StoredUpgrade } from './domain/variation-access.ts';
export { IMAGE_MEDIA_TYPES, mediaTypeOfIcon } from './domain/image-type.ts';
export { MEDIA_TYPES, mediaName, mediaTypeOf, mediaTypeOfExtension } from './domain/media-type.ts';
export type { BenefitInput } from './domain/rule-checks.ts';
export { cartRuleIssues } from './known-items.ts';
export { openIcon, replaceIcon, setIcon, storeIcon } from './icons.ts';
export { imageSweepJob, openImage, storeImage, usedImageKeys } from './image-files.ts';
export { imageFolder, imageKey, imageName } from './image-keys.ts';
export { imageSizeName, imageSizesJob, imageWidths, mailImageName } from './image-sizes.ts';
export { addImage, type ChangedImage, listImages, removeImage, updateImage } from './images.ts';
export type { ChangedPart } from './item-parts.ts';
export { targetIssues } from './known-items.ts';
export { findLineImage, mailItem } from './mail-item.ts';
export { CATALOG_TOPIC, loadCatalog, peekCatalog } from './load-catalog.ts';
export { addMedia, listMedia, removeMedia, updateMedia } from './media.ts';
export { mediaFolder, mediaKey, mediaSweepJob, storeMedia, usedMediaKeys } from './media-files.ts';
export type { VariationInput } from './new-variation.ts';
export { variationImportFields, variationImportOf } from './import-fields.ts';
export { dryRunVariations, importVariations, prepareVariationImports } from './import-variations.ts';
export { createOffer, draftOffer, updateOffer, type OfferChanges, type OfferInput } from './offers.ts';
export {
  bundleExists,
  discountExists,
  offerExists,
  promotionExists,
  productExists,
  productInBundles,
  tooManyImages,
  tooManyMedia,
  variationExists,
} from './problems.ts';
export {
  archiveProduct,
  createProduct,
  updateProduct,
  type ProductChanges,
  type ProductInput,
} from './products.ts';
export { createPromotion, updatePromotion, type PromotionInput } from './promotions.ts';
export {
  findBundle,
  findDiscount,
  findOffer,
  findProduct,
  findProducts,
  findPromotion,
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
  pagePromotions,
  productIdsWithGrace,
  usedIconKeys,
} from './queries.ts';
export { setCurrentVersion } from './set-current-version.ts';
export { BASIS_POINTS, Milestone, splitTerms, subscriptionTermsInput } from './terms-input.ts';
export { touchProduct } from './touch-product.ts';
export type {
  BundleRow,
  CatalogTables,
  DiscountRow,
  DownloadAccess,
  ItemImageRow,
  ItemMediaRow,
  OfferRow,
  ProductRow,
  PromotionRow,
  Recurrence,
  StoredBenefit,
  StoredTarget,
  StoredTier,
  VariationRow,
} from './tables.ts';
export { updateVariation, type VariationChanges } from './update-variation.ts';
export { LOGO_MEDIA_TYPES, logoFile, logoFolder, openLogo, storeLogo } from './logo.ts';
