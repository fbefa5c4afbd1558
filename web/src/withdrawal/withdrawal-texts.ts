import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { WithdrawalTexts } from './withdrawal-en.ts';

/** The texts of the page where a buyer withdraws. */
export const withdrawalTexts = areaTexts<WithdrawalTexts>({
  en: () => import('./withdrawal-en.ts').then(({ withdrawalEn }) => withdrawalEn),
  de: () => import('./withdrawal-de.ts').then(({ withdrawalDe }) => withdrawalDe),
});

/** The same in the page's language; suspends while they load. */
export function useWithdrawalTexts(): WithdrawalTexts {
  return useAreaTexts(withdrawalTexts);
}
