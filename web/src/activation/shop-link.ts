import type { ActivationProduct } from '../api/activation.ts';
import type { CurrentVendor } from '../api/vendor.ts';
import { safeReturnUrl } from '../ui/return-url.ts';

/** Where the product can be bought: its own page, or else the vendor's shop. Undefined when there is neither. */
export function shopLink(
  vendor: Pick<CurrentVendor, 'shopUrl'>,
  product: Pick<ActivationProduct, 'website'>,
): string | undefined {
  return safeReturnUrl(product.website) ?? safeReturnUrl(vendor.shopUrl);
}
