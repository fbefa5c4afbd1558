export { isForSale, type Bundle, type Catalog, type Product, type Variation } from './catalog.ts';
export { createProduct, type ProductInput } from './create-product.ts';
export { createVariation, type ItemReference } from './create-variation.ts';
export { CATALOG_TOPIC, loadCatalog } from './load-catalog.ts';
export type { VariationInput } from './new-variation.ts';
export { findProduct, lockProduct, setCurrentVersion } from './store.ts';
export type {
  CatalogTables,
  DiscountRow,
  DownloadAccess,
  OfferRow,
  ProductRow,
  Recurrence,
  VariationRow,
} from './tables.ts';
