import type { Vendor } from '../api/vendor-query.ts';
import { useSiteTexts } from './site-texts.ts';
import { safeLinkUrl } from '@latchkey/ui/safe-url.ts';

/** The pages at the foot of every page: those of the vendor, the legal ones, and last the one to withdraw from a purchase. */
export function useFooterLinks(
  vendor: Partial<Pick<Vendor, 'brand' | 'links'>> | undefined,
): readonly { readonly label: string; readonly url: string }[] {
  const texts = useSiteTexts();
  const legal = (['terms', 'privacy', 'refunds', 'imprint'] as const).map((name) => ({
    label: texts[name],
    url: vendor?.links?.[name],
  }));
  const pages = [...(vendor?.brand?.links ?? []), ...legal].flatMap(({ label, url }) => {
    const safe = safeLinkUrl(url);
    return safe === undefined ? [] : [{ label, url: safe }];
  });
  return vendor === undefined ? pages : [...pages, { label: texts.withdraw, url: '/withdraw' }];
}
