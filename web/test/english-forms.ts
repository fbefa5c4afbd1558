import { identityEn } from '../src/texts/identity-en.ts';
import type { FormTexts } from '../src/texts/identity-texts.ts';
import { sharedEn } from '../src/texts/shared-en.ts';

/** The English texts of pages with forms. */
export const ENGLISH_FORMS: FormTexts = { ...sharedEn, identity: identityEn };
