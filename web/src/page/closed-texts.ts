import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { ClosedTexts } from './closed-en.ts';

const closedTexts = areaTexts<ClosedTexts>({
  en: () => import('./closed-en.ts').then(({ closedEn }) => closedEn),
  de: () => import('./closed-de.ts').then(({ closedDe }) => closedDe),
});

/** The texts of the pages of a closed store, in the page's language; suspends while they load. */
export function useClosedTexts(): ClosedTexts {
  return useAreaTexts(closedTexts);
}
