import { use } from 'react';
import { formatMoney } from '../ui/money.ts';
import { areaTexts, useAreaTexts } from './area-texts.ts';
import { en, type Texts } from './en.ts';
import { LanguageOfPage } from './language.ts';

/** German loads with the first page that asks for it. */
export const checkoutTexts = areaTexts<Texts>(en, () => import('./de.ts').then(({ de }) => de));

/** The texts of the checkout, in the page's language; suspends while they load. */
export function useTexts(): Texts {
  return useAreaTexts(checkoutTexts);
}

/** Writes amounts as the page's language does. */
export function useMoney(): (amount: number, currency: string) => string {
  const { locale } = use(LanguageOfPage);
  return (amount, currency) => formatMoney(amount, currency, [locale]);
}
