import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { AccountTexts } from './account-en.ts';

/** The texts of the account and of redeeming a code. */
export const accountTexts = areaTexts<AccountTexts>({
  en: () => import('./account-en.ts').then(({ accountEn }) => accountEn),
  de: () => import('./account-de.ts').then(({ accountDe }) => accountDe),
});

/** The same in the page's language; suspends while they load. */
export function useAccountTexts(): AccountTexts {
  return useAreaTexts(accountTexts);
}
