import { areaTexts, useAreaTexts } from './area-texts.ts';
import { identityEn, type IdentityTexts } from './identity-en.ts';
import { useTexts as useSharedTexts } from './language.ts';
import { sharedEn, type SharedTexts } from './shared-en.ts';

/** The texts of a page with forms to sign in and up. */
export interface FormTexts extends SharedTexts {
  readonly identity: IdentityTexts;
}

export const ENGLISH_FORMS: FormTexts = { ...sharedEn, identity: identityEn };

const identityTexts = areaTexts(identityEn, () =>
  import('./identity-de.ts').then(({ identityDe }) => identityDe),
);

/** The texts of the forms, in the page's language; suspends while they load. */
export function useTexts(): FormTexts {
  const shared = useSharedTexts();
  return { ...shared, identity: useAreaTexts(identityTexts) };
}
