import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { OutcomeTexts } from './outcome-en.ts';

/** The texts of what follows the form. */
export const outcomeTexts = areaTexts<OutcomeTexts>({
  en: () => import('./outcome-en.ts').then(({ outcomeEn }) => outcomeEn),
  de: () => import('./outcome-de.ts').then(({ outcomeDe }) => outcomeDe),
});

/** The same in the page's language; suspends while they load. */
export function useOutcomeTexts(): OutcomeTexts {
  return useAreaTexts(outcomeTexts);
}
