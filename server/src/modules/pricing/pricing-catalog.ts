import type { Catalog } from '../catalog/index.ts';
import type { PricingCatalog } from './domain/model.ts';

/** What pricing needs of a catalogue: a snapshot says it all already, its discounts and offers too. */
export function pricingCatalog(catalog: Catalog): PricingCatalog {
  return catalog;
}
