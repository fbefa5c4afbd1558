import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { Texts } from './checkout-en.ts';

/** The texts of the checkout. */
export const checkoutTexts = areaTexts<Texts>({
  en: () => import('./checkout-en.ts').then(({ en }) => en),
  de: () => import('./checkout-de.ts').then(({ de }) => de),
});

/** The same in the page's language; suspends while they load. */
export function useTexts(): Texts {
  return useAreaTexts(checkoutTexts);
}
