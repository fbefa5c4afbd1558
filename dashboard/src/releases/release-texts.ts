import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { ReleaseTexts } from './release-en.ts';

const releaseTexts = areaTexts<ReleaseTexts>({
  en: () => import('./release-en.ts').then(({ releaseEn }) => releaseEn),
  de: () => import('./release-de.ts').then(({ releaseDe }) => releaseDe),
});

/** The texts of the page about releases; suspends while they load. */
export function useReleaseTexts(): ReleaseTexts {
  return useAreaTexts(releaseTexts);
}
