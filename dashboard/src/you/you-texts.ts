import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { YouTexts } from './you-en.ts';

const youTexts = areaTexts<YouTexts>({
  en: () => import('./you-en.ts').then(({ youEn }) => youEn),
  de: () => import('./you-de.ts').then(({ youDe }) => youDe),
});

/** The texts of the page about the reader's own access; suspends while they load. */
export function useYouTexts(): YouTexts {
  return useAreaTexts(youTexts);
}
