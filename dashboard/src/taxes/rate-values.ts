import type { components } from '@latchkey/sdk';
import { amountIn } from '../form/amounts.ts';
import { itemKey, targetsIn } from '../price-rules/rule-values.ts';

type NewTaxRate = components['schemas']['NewTaxRate'];
type Targets = components['schemas']['TaxRate']['targets'];

/** The fields of a tax rate, as texts; `items` has one a line. */
export const RATE_FIELDS = ['country', 'region', 'rate', 'reason', 'items', 'firstDay', 'lastDay'] as const;
export type RateValues = Record<(typeof RATE_FIELDS)[number], string>;

export const NO_RATE: RateValues = {
  country: '',
  region: '',
  rate: '',
  reason: 'zero_rated',
  items: '',
  firstDay: '',
  lastDay: '',
};

/** What documents may say about a rate of 0. */
export const REASONS = ['zero_rated', 'exempt', 'standard'] as const;

const DIGITS = 4;

/** The share that a percentage is, such as 0.08875 for `8.875` or `8,875`; `undefined` if the text is none. */
export function shareIn(percent: string): number | undefined {
  const number = amountIn(percent, DIGITS);
  return number === undefined ? undefined : Number((number / 100).toFixed(DIGITS + 2));
}

/** A rate as the API takes it; items that it had before keep their variations. */
export function rateIn(values: RateValues, share: number, before: Targets = []): NewTaxRate {
  const { country, region, reason, items, firstDay, lastDay } = values;
  return {
    country: country.trim().toUpperCase(),
    region: region.trim() === '' ? null : region.trim(),
    rate: share,
    reason: share === 0 ? (REASONS.find((each) => each === reason) ?? 'zero_rated') : 'standard',
    targets: targetsIn(items, before),
    firstDay: firstDay === '' ? null : firstDay,
    lastDay: lastDay === '' ? null : lastDay,
  };
}

type Rate = Omit<NewTaxRate, 'reason'> & { readonly reason: string; readonly targets: Targets };

/** The fields of a rate that exists. */
export function rateValuesOf({
  country,
  region,
  rate,
  reason,
  targets,
  firstDay,
  lastDay,
}: Rate): RateValues {
  return {
    country,
    region: region ?? '',
    rate: String(Number((rate * 100).toFixed(DIGITS))),
    // Whoever lowers it to 0 gets the usual reason.
    reason: rate === 0 ? reason : NO_RATE.reason,
    items: targets.map(itemKey).join('\n'),
    firstDay: firstDay ?? '',
    lastDay: lastDay ?? '',
  };
}

/** Where a rate stands on a day, YYYY-MM-DD in UTC. */
export function phaseOn(
  { firstDay, lastDay }: { readonly firstDay: string | null; readonly lastDay: string | null },
  today: string,
): 'planned' | 'running' | 'over' {
  if (lastDay !== null && lastDay < today) return 'over';
  return firstDay !== null && firstDay > today ? 'planned' : 'running';
}
