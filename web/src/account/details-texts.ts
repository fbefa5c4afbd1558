import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { DetailsTexts } from './details-en.ts';

/** The texts of the customer's details, and of forms with an address. */
export const detailsTexts = areaTexts<DetailsTexts>({
  en: () => import('./details-en.ts').then(({ detailsEn }) => detailsEn),
  de: () => import('./details-de.ts').then(({ detailsDe }) => detailsDe),
});

/** The same in the page's language; suspends while they load. */
export function useDetailsTexts(): DetailsTexts {
  return useAreaTexts(detailsTexts);
}
