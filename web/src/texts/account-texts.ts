import { type AccountTexts, accountEn } from './account-en.ts';
import { areaTexts, useAreaTexts } from './area-texts.ts';

const account = areaTexts(accountEn, () => import('./account-de.ts').then(({ accountDe }) => accountDe));

/** The texts of the account, in the page's language; suspends while they load. */
export function useAccountTexts(): AccountTexts {
  return useAreaTexts(account);
}
