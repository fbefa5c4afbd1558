import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { ClosedTexts } from './closed-en.ts';

const closedTexts = areaTexts<ClosedTexts>({
  en: () => import('./closed-en.ts').then(({ closedEn }) => closedEn),
  de: () => import('./closed-de.ts').then(({ closedDe }) => closedDe),
});

/** What the pages of a closed store say, in the page's language; suspends while it loads. */
export function useClosedTexts(): ClosedTexts {
  return useAreaTexts(closedTexts);
}
