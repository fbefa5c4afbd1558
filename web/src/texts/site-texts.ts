import { areaTexts, useAreaTexts } from './area-texts.ts';
import { siteEn, type SiteTexts } from './site-en.ts';

const siteTexts = areaTexts(siteEn, () => import('./site-de.ts').then(({ siteDe }) => siteDe));

/** The texts of the frame, in the page's language. */
export function useSiteTexts(): SiteTexts {
  return useAreaTexts(siteTexts);
}
