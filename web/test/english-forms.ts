import { identityEn } from '../src/identity/identity-en.ts';
import type { FormTexts } from '../src/identity/identity-texts.ts';
import { sharedEn } from '@latchkey/ui/texts/shared-en.ts';

/** The English texts of pages with forms. */
export const ENGLISH_FORMS: FormTexts = { ...sharedEn, identity: identityEn };
