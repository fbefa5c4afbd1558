import { use } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';

/** Writes a fraction as the page's language writes per cent, such as `19%` or `8,1 %`. */
export function usePercent(): (fraction: number) => string {
  const { locale } = use(LanguageOfPage);
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 });
  return (fraction) => format.format(fraction);
}
