import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { TrialTexts } from './trial-en.ts';

const trialTexts = areaTexts<TrialTexts>({
  en: () => import('./trial-en.ts').then(({ trialEn }) => trialEn),
  de: () => import('./trial-de.ts').then(({ trialDe }) => trialDe),
});

/** The texts about trials; suspends while they load. */
export function useTrialTexts(): TrialTexts {
  return useAreaTexts(trialTexts);
}
