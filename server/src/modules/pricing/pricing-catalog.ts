import { type Bundle, type Catalog, isForSale, type Product } from '../catalog/index.ts';
import type { PricedBundle, PricedProduct, PricingCatalog } from './domain/model.ts';

const priced = new WeakMap<Catalog, PricingCatalog>();

/** What pricing needs of a catalogue; made once for each snapshot. */
export function pricingCatalog(catalog: Catalog): PricingCatalog {
  const known = priced.get(catalog);
  if (known !== undefined) return known;
  const products = new Map(catalog.products.map((product) => [product.id, pricedProduct(product)]));
  const bundles = new Map(catalog.bundles.map((bundle) => [bundle.id, pricedBundle(bundle)]));
  const made: PricingCatalog = {
    product: (id) => products.get(id),
    bundle: (id) => bundles.get(id),
    discounts: [],
    offers: [],
  };
  priced.set(catalog, made);
  return made;
}

function pricedProduct(item: Product | Bundle): PricedProduct {
  return { id: item.id, isForSale: isForSale(item), variations: item.variations };
}

function pricedBundle(bundle: Bundle): PricedBundle {
  return { ...pricedProduct(bundle), productIds: bundle.productIds };
}
