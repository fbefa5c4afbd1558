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

type Amounts = Readonly<Record<string, number>>;

/** The amounts in other currencies than these. */
export function amountsBeside(currencies: readonly string[], amounts: Amounts): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).filter(([currency]) => !currencies.includes(currency)));
}

type Benefit = Pick<components['schemas']['NewDiscount'], 'type' | 'percentage' | 'amounts'>;

/**
 * What a rule takes off: a share of the price, or an amount by currency. A text that is no number is left out, and `before`
 * keeps its amounts in currencies that have no field.
 */
export function benefitIn(values: RuleValues, currencies: readonly string[], before: Amounts = {}): Benefit {
  if (values.type === 'PercentageOffDiscount') {
    const percent = amountIn(values.percentage);
    return {
      type: 'PercentageOffDiscount',
      ...(percent !== undefined && { percentage: Number((percent / 100).toFixed(4)) }),
    };
  }
  return {
    type: 'FlatAmountOffDiscount',
    amounts: { ...amountsBeside(currencies, before), ...pricesIn(currencies, values) },
  };
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
    ...(startsAt !== '' && { startsAt: startOfDay(startsAt) }),
    ...(endsAt !== '' && { endsAt: endOfDay(endsAt) }),
  };
}

/** The moment at which a day such as `2027-03-01` begins in the zone of this browser. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString();
}

/** The last moment of a day in the zone of this browser. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}

/** The day of a moment in the zone of this browser, as the field of a form has it; empty for null. */
export function dayOf(moment: string | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${String(date.getFullYear()).padStart(4, '0')}-${month}-${day}`;
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

/** An item as a field has it. */
export function itemKey({ type, id }: Pick<components['schemas']['ItemTarget'], 'type' | 'id'>): string {
  return `${type}/${id}`;
}

/** Amounts by currency as the texts of fields, whose names begin with `prefix`. */
export function amountTexts(amounts: Readonly<Record<string, number>>, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(amounts).map(([currency, amount]) => [prefix + currency, String(amount)]),
  );
}

/** A share as the text of a field, in percent. */
export function shareText(share: number | undefined): string {
  return share === undefined ? '' : String(Number((share * 100).toFixed(2)));
}

type Days = Pick<Window, 'startsAt' | 'endsAt'>;

/** The first and last day, if they are others than before: the hours of those that stay are kept. */
export function dayChanges({ startsAt, endsAt }: RuleValues, before?: Days) {
  return {
    ...(startsAt !== dayOf(before?.startsAt ?? null) && {
      startsAt: startsAt === '' ? null : startOfDay(startsAt),
    }),
    ...(endsAt !== dayOf(before?.endsAt ?? null) && { endsAt: endsAt === '' ? null : endOfDay(endsAt) }),
  };
}

/** The items of a field; those that were there before keep their variations. */
export function targetsIn(
  text: string,
  before: readonly components['schemas']['ItemTarget'][] = [],
): components['schemas']['ItemTarget'][] {
  return text
    .split('\n')
    .filter((key) => key !== '')
    .map((key) => {
      const [type = '', ...rest] = key.split('/');
      const kind = type === 'Bundle' ? 'Bundle' : 'Product';
      return before.find((each) => itemKey(each) === key) ?? { type: kind, id: rest.join('/') };
    });
}

/** What a rule that exists has in common with others. */
type RuleContent = Benefit &
  Days & { readonly name: string; readonly targets: readonly components['schemas']['ItemTarget'][] };

/** The fields of a rule that exists; its items are in the field `items`, one a line. */
export function ruleValuesOf({
  name,
  type,
  percentage,
  amounts = {},
  targets,
  ...days
}: RuleContent): RuleValues {
  return {
    ...NO_RULE,
    ...amountTexts(amounts),
    name,
    type,
    percentage: shareText(percentage),
    items: targets.map(itemKey).join('\n'),
    startsAt: dayOf(days.startsAt),
    endsAt: dayOf(days.endsAt),
  };
}

/** The changes of a rule as the API takes them: what no field shows stays as it was. */
export function ruleChangesIn(values: RuleValues, currencies: readonly string[], before: RuleContent) {
  return {
    name: values.name.trim(),
    ...benefitIn(values, currencies, before.amounts),
    targets: targetsIn(String(values['items'] ?? ''), before.targets),
    ...dayChanges(values, before),
  };
}

/** A discount with changes, for a preview: for whom it is stays as it was. */
export function draftDiscount(
  before: components['schemas']['DiscountRule'],
  changes: ReturnType<typeof ruleChangesIn>,
): components['schemas']['NewDiscount'] {
  return {
    id: before.id,
    description: before.description,
    isExclusive: before.isExclusive,
    audience: before.audience,
    utm: before.utm,
    currencies: before.currencies,
    recurringPaymentUseCount: before.recurringPaymentUseCount,
    startsAt: before.startsAt,
    endsAt: before.endsAt,
    ...changes,
  };
}

/** The first product among the items of a field. */
export function productIn(values: RuleValues): string | undefined {
  return targetsIn(String(values['items'] ?? '')).find(({ type }) => type === 'Product')?.id;
}

/** A first day that has not come, empty for any other: a preview is about that day, or about now. */
export function dayAhead(day: string, now: Date = new Date()): string {
  return day > dayOf(now.toISOString()) ? day : '';
}
