import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { SiteTexts } from './site-en.ts';

/** The texts of the frame of shop and account pages. */
export const siteTexts = areaTexts<SiteTexts>({
  en: () => import('./site-en.ts').then(({ siteEn }) => siteEn),
  de: () => import('./site-de.ts').then(({ siteDe }) => siteDe),
});

/** The same in the page's language; suspends while they load. */
export function useSiteTexts(): SiteTexts {
  return useAreaTexts(siteTexts);
}
