import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { HomeTexts } from './home-en.ts';

const homeTexts = areaTexts<HomeTexts>({
  en: () => import('./home-en.ts').then(({ homeEn }) => homeEn),
  de: () => import('./home-de.ts').then(({ homeDe }) => homeDe),
});

/** The texts of the start page; suspends while they load. */
export function useHomeTexts(): HomeTexts {
  return useAreaTexts(homeTexts);
}
