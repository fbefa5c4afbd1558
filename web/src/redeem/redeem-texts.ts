import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { RedeemTexts } from './redeem-en.ts';

/** The texts of redeeming a code. */
export const redeemTexts = areaTexts<RedeemTexts>({
  en: () => import('./redeem-en.ts').then(({ redeemEn }) => redeemEn),
  de: () => import('./redeem-de.ts').then(({ redeemDe }) => redeemDe),
});

/** The same in the page's language; suspends while they load. */
export function useRedeemTexts(): RedeemTexts {
  return useAreaTexts(redeemTexts);
}
