import { activationEn, type ActivationTexts } from './activation-en.ts';
import { areaTexts, useAreaTexts } from './area-texts.ts';

const activationTexts = areaTexts<ActivationTexts>(activationEn, () =>
  import('./activation-de.ts').then(({ activationDe }) => activationDe),
);

/** The texts of the activation in the browser, in the page's language; suspends while they load. */
export function useActivationTexts(): ActivationTexts {
  return useAreaTexts(activationTexts);
}
