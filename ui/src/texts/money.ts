import { use } from 'react';
import { formatMoney } from './format-money.ts';
import { LanguageOfPage } from './language.ts';

/** Writes amounts as the page's language does. */
export function useMoney(): (amount: number, currency: string) => string {
  const { locale } = use(LanguageOfPage);
  return (amount, currency) => formatMoney(amount, currency, [locale]);
}
