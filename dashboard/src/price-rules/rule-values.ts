import type { components } from '@latchkey/sdk';
import { amountIn, pricesIn } from '../form/amounts.ts';

/** The fields of a discount or a coupon, as texts; the amount in each currency is a field of its name, such as `EUR`. */
export interface RuleValues extends Record<string, string | boolean> {
  readonly name: string;
  readonly type: string;
  readonly percentage: string;
  readonly productId: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

export const NO_RULE: RuleValues = {
  name: '',
  type: 'PercentageOffDiscount',
  percentage: '',
  productId: '',
  startsAt: '',
  endsAt: '',
};

type Benefit = Pick<components['schemas']['NewDiscount'], 'type' | 'percentage' | 'amounts'>;

/** What a rule takes off: a share of the price, or an amount by currency. A text that is no number is left out. */
export function benefitIn(values: RuleValues, currencies: readonly string[]): Benefit {
  if (values.type === 'PercentageOffDiscount') {
    const percent = amountIn(values.percentage);
    return {
      type: 'PercentageOffDiscount',
      ...(percent !== undefined && { percentage: Number((percent / 100).toFixed(4)) }),
    };
  }
  return { type: 'FlatAmountOffDiscount', amounts: pricesIn(currencies, values) };
}

type Rule = Benefit & Pick<components['schemas']['NewDiscount'], 'name' | 'targets' | 'startsAt' | 'endsAt'>;

/** The names of these fields, in the order of the page. */
export function ruleFieldNames(currencies: readonly string[]): readonly string[] {
  return ['name', 'type', 'percentage', ...currencies, 'productId', 'startsAt', 'endsAt'];
}

/**
 * A rule as the API takes it: from the beginning of its first day to the end of its last one, in the zone of this
 * browser.
 */
export function ruleIn(values: RuleValues, currencies: readonly string[]): Rule {
  const { name, productId, startsAt, endsAt } = values;
  return {
    name: name.trim(),
    ...benefitIn(values, currencies),
    ...(productId !== '' && { targets: [{ type: 'Product', id: productId }] }),
    ...(startsAt !== '' && { startsAt: new Date(`${startsAt}T00:00:00`).toISOString() }),
    ...(endsAt !== '' && { endsAt: new Date(`${endsAt}T23:59:59.999`).toISOString() }),
  };
}

export type Phase = 'planned' | 'running' | 'over' | 'off';

interface Window {
  readonly isArchived: boolean;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
}

/** Where a rule stands at a moment, in milliseconds. */
export function phaseOf({ isArchived, startsAt, endsAt }: Window, now: number): Phase {
  if (isArchived) return 'off';
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'over';
  return startsAt !== null && Date.parse(startsAt) > now ? 'planned' : 'running';
}
