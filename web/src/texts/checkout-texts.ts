import { areaTexts, useAreaTexts } from './area-texts.ts';
import type { Texts } from './en.ts';

/** The texts of the checkout. */
export const checkoutTexts = areaTexts<Texts>({
  en: () => import('./en.ts').then(({ en }) => en),
  de: () => import('./de.ts').then(({ de }) => de),
});

/** The same in the page's language; suspends while they load. */
export function useTexts(): Texts {
  return useAreaTexts(checkoutTexts);
}
