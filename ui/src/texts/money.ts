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

/** Where a tax on a sale is no value-added tax. */
const WITH_SALES_TAX = new Set(['US', 'CA']);

/** The English word for the tax on a sale in a country; that of most where the country is unknown. */
export function taxWord(country: string | undefined): string {
  return WITH_SALES_TAX.has(country ?? '') ? 'sales tax' : 'VAT';
}

/** The same as the label of an amount. */
export function taxLabel(country: string | undefined): string {
  return taxWord(country) === 'VAT' ? 'VAT' : 'Sales tax';
}

/** Writes amounts as the page's language does. */
export function useMoney(): (amount: number, currency: string) => string {
  const { locale } = use(LanguageOfPage);
  return (amount, currency) => formatMoney(amount, currency, [locale]);
}
