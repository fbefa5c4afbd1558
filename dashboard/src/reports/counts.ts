import type { components } from '@latchkey/sdk';
import { daysOf, type Span } from '../parts/days.ts';

export type TrialsOfMonth = components['schemas']['TrialsOfMonth'];
export type ActivationsOfDay = components['schemas']['ActivationsOfDay'];

/** Trials, and those after which the product was bought. */
export interface TrialTotals {
  readonly trials: number;
  readonly soldWithin30Days: number;
  readonly sold: number;
}

/** The sums of the months of a span. */
export function trialTotals(items: readonly TrialsOfMonth[], { from, to }: Span): TrialTotals {
  const own = items.filter(({ month }) => month >= monthIn(from) && month <= monthIn(to));
  const sum = (name: keyof TrialTotals) => own.reduce((total, item) => total + item[name], 0);
  return { trials: sum('trials'), soldWithin30Days: sum('soldWithin30Days'), sold: sum('sold') };
}

/** The months from one to another, both included. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  const [year = 0, month = 1] = first.split('-').map(Number);
  for (let number = month; ; number += 1) {
    const name = new Date(Date.UTC(year, number - 1, 1)).toISOString().slice(0, first.length);
    if (name > last) return months;
    months.push(name);
  }
}

/** The activations of a product. */
export interface ActivationTotal {
  readonly productId: string;
  readonly activations: number;
  /** In the period before. */
  readonly before: number;
}

/** The sums of each product beside those of the period before, the product with the most first. */
export function activationTotals(
  items: readonly ActivationsOfDay[],
  before: readonly ActivationsOfDay[],
): ActivationTotal[] {
  const products = new Set([...items, ...before].map(({ productId }) => productId));
  return [...products]
    .map((productId) => ({
      productId,
      activations: sumOf(items, productId),
      before: sumOf(before, productId),
    }))
    .toSorted((one, other) => other.activations - one.activations);
}

function sumOf(items: readonly ActivationsOfDay[], productId: string): number {
  return items
    .filter((item) => item.productId === productId)
    .reduce((total, { activations }) => total + activations, 0);
}

const MOST_BARS = 62;

/** The activations of each day of a span, or of each month of a long one. */
export function activationBars(
  items: readonly ActivationsOfDay[],
  span: Span,
): { readonly key: string; readonly activations: number }[] {
  const days = daysOf(span);
  const length = days.length > MOST_BARS ? 'YYYY-MM'.length : 'YYYY-MM-DD'.length;
  const groups = Map.groupBy(items, ({ day }) => day.slice(0, length));
  return [...new Set(days.map((day) => day.slice(0, length)))].map((key) => ({
    key,
    activations: (groups.get(key) ?? []).reduce((total, { activations }) => total + activations, 0),
  }));
}

function monthIn(day: string): string {
  return day.slice(0, 'YYYY-MM'.length);
}
