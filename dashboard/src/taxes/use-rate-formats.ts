import { use } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { usePlaceName } from '../parts/place-name.ts';

/** How rates, days and places are written in the reader's language. */
export function useRateFormats() {
  const { locale } = use(LanguageOfPage);
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 });
  // The days of rates are the same everywhere.
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    percent: (rate: number): string => percents.format(rate),
    dayText: (day: string): string => days.format(new Date(`${day}T00:00:00Z`)),
    place: usePlaceName(),
  };
}
