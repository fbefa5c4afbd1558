import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { PrivacyTexts } from './privacy-en.ts';

const privacyTexts = areaTexts<PrivacyTexts>({
  en: () => import('./privacy-en.ts').then(({ privacyEn }) => privacyEn),
  de: () => import('./privacy-de.ts').then(({ privacyDe }) => privacyDe),
});

/** The texts of the page about privacy; suspends while they load. */
export function usePrivacyTexts(): PrivacyTexts {
  return useAreaTexts(privacyTexts);
}
