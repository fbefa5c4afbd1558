import type { ActivationProduct } from '../api/activation.ts';
import type { CurrentVendor } from '../api/vendor.ts';
import { safeReturnUrl } from '../ui/return-url.ts';

/** Where the product can be bought: the vendor's shop, or else the product's own page. Undefined when there is neither. */
export function shopLink(
  vendor: Pick<CurrentVendor, 'shopUrl'>,
  product: Pick<ActivationProduct, 'website'>,
): string | undefined {
  return safeReturnUrl(vendor.shopUrl) ?? safeReturnUrl(product.website);
}
