import { use } from 'react';
import { LanguageOfPage } from './language.ts';

/** The languages the browser's user prefers, most preferred first. */
export function browserLanguages(): readonly string[] {
  return typeof navigator === 'undefined' ? [] : navigator.languages;
}

/**
 * An amount of money the way the reader's language writes it: `€118.00`, `118,00 €`, `¥1,200`.
 * A negative amount has a real minus sign in every language. `amount` is decimal, in the unit of the currency (an ISO
 * 4217 code).
 */
export function formatMoney(
  amount: number,
  currency: string,
  languages: readonly string[] = browserLanguages(),
): string {
  const text = new Intl.NumberFormat([...languages], { style: 'currency', currency }).format(amount);
  return text.replace('-', '−');
}

/** Writes amounts as the page's language does. */
export function useMoney(): (amount: number, currency: string) => string {
  const { locale } = use(LanguageOfPage);
  return (amount, currency) => formatMoney(amount, currency, [locale]);
}
