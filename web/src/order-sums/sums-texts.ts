import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { SumsTexts } from './sums-en.ts';

/** The texts of the coupons and totals of an order. */
export const sumsTexts = areaTexts<SumsTexts>({
  en: () => import('./sums-en.ts').then(({ sumsEn }) => sumsEn),
  de: () => import('./sums-de.ts').then(({ sumsDe }) => sumsDe),
});

/** The same in the page's language; suspends while they load. */
export function useSumsTexts(): SumsTexts {
  return useAreaTexts(sumsTexts);
}
