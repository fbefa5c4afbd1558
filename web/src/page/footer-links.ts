import type { Vendor } from '../api/vendor-query.ts';
import { useSiteTexts } from './site-texts.ts';
import { safeLinkUrl } from '@latchkey/ui/safe-url.ts';

/** The pages that a vendor links to at the foot of every page: their own, then the legal ones. */
export function useFooterLinks(
  vendor: Partial<Pick<Vendor, 'brand' | 'links'>> | undefined,
): readonly { readonly label: string; readonly url: string }[] {
  const texts = useSiteTexts();
  const legal = (['terms', 'privacy', 'refunds', 'imprint'] as const).map((name) => ({
    label: texts[name],
    url: vendor?.links?.[name],
  }));
  return [...(vendor?.brand?.links ?? []), ...legal].flatMap(({ label, url }) => {
    const safe = safeLinkUrl(url);
    return safe === undefined ? [] : [{ label, url: safe }];
  });
}
