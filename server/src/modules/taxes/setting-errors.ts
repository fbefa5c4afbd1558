import { EU } from './domain/decide-taxes.ts';
import { COUNTRIES_WITH_RATES } from './domain/standard-rates.ts';

/** The issues of settings that say where tax is collected, as field → messages; `{}` when there are none. */
export function taxSettingErrors(settings: object): Record<string, string[]> {
  const tax = 'tax' in settings ? settings.tax : undefined;
  if (typeof tax !== 'object' || tax === null || !('collectsIn' in tax)) return {};
  const list: unknown = tax.collectsIn;
  if (!Array.isArray(list)) return {};
  const entries: unknown[] = list;
  const wrong = entries.flatMap((entry, index) =>
    typeof entry !== 'string' || entry === EU || COUNTRIES_WITH_RATES.has(entry) ? [] : [index],
  );
  return Object.fromEntries(wrong.map((index) => [`tax.collectsIn[${index}]`, [NO_RATE]]));
}

const NO_RATE = `must be ${EU} or one of ${[...COUNTRIES_WITH_RATES].toSorted().join(', ')}; elsewhere, rates of your own (\`/api/tax-rates\`) are enough`;
