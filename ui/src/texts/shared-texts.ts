import { areaTexts } from './area-texts.ts';
import type { SharedTexts } from './shared-en.ts';

/** The texts that all pages share. */
export const sharedTexts = areaTexts<SharedTexts>({
  en: () => import('./shared-en.ts').then(({ sharedEn }) => sharedEn),
  de: () => import('./shared-de.ts').then(({ sharedDe }) => sharedDe),
});
