import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { BuyTexts } from './buy-en.ts';

/** The texts of the page that buys what a link names. */
export const buyTexts = areaTexts<BuyTexts>({
  en: () => import('./buy-en.ts').then(({ buyEn }) => buyEn),
  de: () => import('./buy-de.ts').then(({ buyDe }) => buyDe),
});

/** The same in the page's language; suspends while they load. */
export function useBuyTexts(): BuyTexts {
  return useAreaTexts(buyTexts);
}
