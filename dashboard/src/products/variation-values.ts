import type { components } from '@latchkey/sdk';
import { amountIn } from '../form/amounts.ts';
import { oneOf } from '../list/filter-search.ts';
import type { Variation } from './product-queries.ts';

type VariationChanges = components['schemas']['VariationChanges'];

export const ONE_OFF = 'OneOff';
/** How often a subscription is paid for, as the API names it. */
export const CYCLES = ['Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'] as const;

/** The fields of what a variation offers beside its price, by the names of the API; counts and shares are texts. */
export interface TermValues extends Record<string, string | boolean> {
  readonly rhythm: string;
  readonly freeDays: string;
  readonly ownAfterCycles: string;
  /** In percent. */
  readonly payoffDiscount: string;
  readonly fallbackAfterCycles: string;
  readonly canPause: boolean;
  readonly updatesMonths: string;
  /** A major version, or `current`. */
  readonly upToMajor: string;
}

export const NO_TERMS: TermValues = {
  rhythm: ONE_OFF,
  freeDays: '',
  ownAfterCycles: '',
  payoffDiscount: '',
  fallbackAfterCycles: '',
  canPause: false,
  updatesMonths: '',
  upToMajor: '',
};

/** A coupon code that customers get on the way, as fields. */
export interface MilestoneValues {
  readonly afterCycles: string;
  readonly couponId: string;
  readonly message: string;
}

/** The fields of a variation that exists. */
export function termValuesOf(variation: Variation): TermValues {
  const { recurrence, payoffDiscount, releaseAccess } = variation;
  const text = (value: number | string | null | undefined) => String(value ?? '');
  return {
    rhythm: recurrence.type === ONE_OFF ? ONE_OFF : recurrence.cycleLength,
    freeDays: text(variation.freeDays),
    ownAfterCycles: text(variation.ownAfterCycles),
    payoffDiscount: payoffDiscount === null ? '' : text(Number((payoffDiscount * 100).toFixed(2))),
    fallbackAfterCycles: text(variation.fallbackAfterCycles),
    canPause: variation.canPause,
    updatesMonths: text(releaseAccess?.updatesMonths),
    upToMajor: text(releaseAccess?.upToMajor),
  };
}

/** The milestones of a variation, as fields. */
export function milestoneValuesOf({ milestones }: Variation): readonly MilestoneValues[] {
  return milestones.map(({ afterCycles, couponId, message = '' }) => ({
    afterCycles: String(afterCycles),
    couponId,
    message,
  }));
}

const CYCLE_COUNTS = ['freeDays', 'ownAfterCycles', 'fallbackAfterCycles'] as const;

/** The fields whose text is no number: sent, they would become nothing, and remove what was there. */
export function wrongTerms(values: TermValues): readonly string[] {
  const counts =
    values.rhythm === ONE_OFF ? (['updatesMonths'] as const) : [...CYCLE_COUNTS, 'updatesMonths'];
  const wrong = counts.filter((name) => Number.isNaN(countIn(String(values[name]))));
  const isMajor = values.upToMajor.trim() === 'current' || !Number.isNaN(countIn(values.upToMajor));
  const isShare =
    values.rhythm === ONE_OFF ||
    values.ownAfterCycles.trim() === '' ||
    values.payoffDiscount.trim() === '' ||
    amountIn(values.payoffDiscount) !== undefined;
  return [...wrong, ...(isMajor ? [] : ['upToMajor']), ...(isShare ? [] : ['payoffDiscount'])];
}

/** Whether every milestone has a number of payments and a coupon. */
export function areMilestones(milestones: readonly MilestoneValues[]): boolean {
  return milestones.every(
    ({ afterCycles, couponId }) => Number.isInteger(countIn(afterCycles)) && couponId.trim() !== '',
  );
}

/** What a variation offers, as the API takes it: what is paid for once has nothing that needs a billing cycle. */
export function termsIn(values: TermValues, milestones: readonly MilestoneValues[]) {
  const cycleLength = oneOf(CYCLES, values.rhythm);
  const isRecurring = cycleLength !== undefined;
  const share = amountIn(values.payoffDiscount);
  return {
    recurrence: isRecurring ? { type: 'Recurring', cycleLength } : { type: ONE_OFF },
    freeDays: isRecurring ? countIn(values.freeDays) : null,
    ownAfterCycles: isRecurring ? countIn(values.ownAfterCycles) : null,
    payoffDiscount:
      isRecurring && values.ownAfterCycles.trim() !== '' && share !== undefined
        ? Number((share / 100).toFixed(4))
        : null,
    fallbackAfterCycles: isRecurring ? countIn(values.fallbackAfterCycles) : null,
    canPause: isRecurring && values.canPause,
    milestones: isRecurring ? milestones.map(milestoneIn) : null,
    releaseAccess: releaseAccessIn(values),
  } satisfies VariationChanges;
}

function milestoneIn({ afterCycles, couponId, message }: MilestoneValues) {
  return {
    afterCycles: Number(afterCycles),
    couponId: couponId.trim(),
    ...(message.trim() !== '' && { message: message.trim() }),
  };
}

function releaseAccessIn({ updatesMonths, upToMajor }: TermValues): Variation['releaseAccess'] {
  const [months, major] = [countIn(updatesMonths), upToMajor.trim()];
  if (months === null && major === '') return null;
  return {
    ...(months !== null && { updatesMonths: months }),
    ...(major !== '' && { upToMajor: major === 'current' ? 'current' : Number(major) }),
  };
}

/** A count as typed: null for none, `NaN` for what is no whole number. */
function countIn(text: string): number | null {
  const plain = text.trim();
  if (plain === '') return null;
  return /^\d{1,5}$/.test(plain) ? Number(plain) : Number.NaN;
}
