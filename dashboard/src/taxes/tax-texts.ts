import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { TaxTexts } from './tax-en.ts';

const taxTexts = areaTexts<TaxTexts>({
  en: () => import('./tax-en.ts').then(({ taxEn }) => taxEn),
  de: () => import('./tax-de.ts').then(({ taxDe }) => taxDe),
});

/** The texts of the page about taxes; suspends while they load. */
export function useTaxTexts(): TaxTexts {
  return useAreaTexts(taxTexts);
}
