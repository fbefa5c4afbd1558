import type { ShopProduct } from '../api/storefront.ts';

/** Whether a visitor can try a product now: it has a trial, a file for everybody, and the visitor does not own it. */
export function isTried({
  owned,
  trialDays,
  downloads = [],
}: Pick<ShopProduct, 'owned' | 'trialDays' | 'downloads'>): boolean {
  return !owned && trialDays !== undefined && downloads.length > 0;
}
