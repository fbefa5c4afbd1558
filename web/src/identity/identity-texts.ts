import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { IdentityTexts } from './identity-en.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import type { SharedTexts } from '@latchkey/ui/texts/shared-en.ts';

/** The texts of a page with forms to sign in and up. */
export interface FormTexts extends SharedTexts {
  readonly identity: IdentityTexts;
}

/** The texts of the forms themselves. */
export const identityTexts = areaTexts<IdentityTexts>({
  en: () => import('./identity-en.ts').then(({ identityEn }) => identityEn),
  de: () => import('./identity-de.ts').then(({ identityDe }) => identityDe),
});

/** The texts of the forms, in the page's language; suspends while they load. */
export function useTexts(): FormTexts {
  const shared = useSharedTexts();
  return { ...shared, identity: useAreaTexts(identityTexts) };
}
