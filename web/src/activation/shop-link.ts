import type { Activation } from '../api/activation.ts';
import type { Vendor } from '../api/vendor-query.ts';
import { safeReturnUrl } from '@latchkey/ui/safe-url.ts';

/** The page where the product can be bought: its own, or else the vendor's shop. Undefined when no address of them is safe. */
export function shopLink(
  vendor: Vendor,
  product: Pick<Activation['product'], 'website'>,
): string | undefined {
  return safeReturnUrl(product.website) ?? safeReturnUrl(vendor.shopUrl);
}
