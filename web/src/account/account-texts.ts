import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { AccountTexts } from './account-en.ts';

/** The texts that the pages of the account share, and those of its products. */
export const accountTexts = areaTexts<AccountTexts>({
  en: () => import('./account-en.ts').then(({ accountEn }) => accountEn),
  de: () => import('./account-de.ts').then(({ accountDe }) => accountDe),
});

/** The same in the page's language; suspends while they load. */
export function useAccountTexts(): AccountTexts {
  return useAreaTexts(accountTexts);
}
