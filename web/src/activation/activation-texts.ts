import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { ActivationTexts } from './activation-en.ts';

/** The texts of the activation in the browser. */
export const activationTexts = areaTexts<ActivationTexts>({
  en: () => import('./activation-en.ts').then(({ activationEn }) => activationEn),
  de: () => import('./activation-de.ts').then(({ activationDe }) => activationDe),
});

/** The same in the page's language; suspends while they load. */
export function useActivationTexts(): ActivationTexts {
  return useAreaTexts(activationTexts);
}
