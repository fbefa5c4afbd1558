import type { PaymentMode } from './figures.ts';

/** How recurring revenue moves: see the changes that subscriptions record. */
type Movement = 'New' | 'Expansion' | 'Contraction' | 'Reactivation' | 'Churn';

/** The changes of one kind in a month, of an item in a currency. */
export interface MovementSum {
  readonly currency: string;
  readonly itemId: string;
  readonly isTest: boolean;
  readonly movement: Movement;
  /** By how much what is brought each month has changed, in minor units. */
  readonly deltaMinor: number;
  readonly count: number;
}

/** The recurring revenue of a month: amounts per month, in minor units, 0 or more. */
export interface RecurringFigures {
  readonly startMinor: number;
  readonly newMinor: number;
  readonly expansionMinor: number;
  readonly reactivationMinor: number;
  readonly contractionMinor: number;
  readonly churnMinor: number;
  /** The sum of the others: at the end of the month, or now. */
  readonly endMinor: number;
  /** The subscriptions that bring something, … */
  readonly subscribersAtStart: number;
  readonly subscribersNew: number;
  readonly subscribersReactivated: number;
  readonly subscribersLost: number;
  readonly subscribersAtEnd: number;
  /** … and the share of those at the start that was lost; null: there were none. */
  readonly subscriberChurn: number | null;
  /** The share of the revenue at the start that was lost with them, and by less of others; null: there was none. */
  readonly revenueChurn: number | null;
}

/** What an item brings each month. */
export interface ItemRevenue {
  readonly itemId: string;
  readonly endMinor: number;
  readonly subscribers: number;
}

/** The figures of a month, after all changes before it. */
export function recurringFigures(
  before: readonly MovementSum[],
  month: readonly MovementSum[],
): RecurringFigures {
  const [startMinor, subscribersAtStart] = [deltaOf(before), subscribersOf(before)];
  const of = (movement: Movement) => month.filter((sum) => sum.movement === movement);
  const [contractionMinor, churnMinor] = [-deltaOf(of('Contraction')) || 0, -deltaOf(of('Churn')) || 0];
  const subscribersLost = -subscribersOf(of('Churn')) || 0;
  return {
    startMinor,
    newMinor: deltaOf(of('New')),
    expansionMinor: deltaOf(of('Expansion')),
    reactivationMinor: deltaOf(of('Reactivation')),
    contractionMinor,
    churnMinor,
    endMinor: startMinor + deltaOf(month),
    subscribersAtStart,
    subscribersNew: subscribersOf(of('New')),
    subscribersReactivated: subscribersOf(of('Reactivation')),
    subscribersLost,
    subscribersAtEnd: subscribersAtStart + subscribersOf(month),
    subscriberChurn: shareOf(subscribersLost, subscribersAtStart),
    revenueChurn: shareOf(contractionMinor + churnMinor, startMinor),
  };
}

/** What each item brings after these changes, the one with the most first, without those that bring nothing. */
export function itemRevenues(sums: readonly MovementSum[]): ItemRevenue[] {
  return [...Map.groupBy(sums, ({ itemId }) => itemId)]
    .map(([itemId, own]) => ({ itemId, endMinor: deltaOf(own), subscribers: subscribersOf(own) }))
    .filter(({ subscribers }) => subscribers > 0)
    .toSorted((one, other) => other.endMinor - one.endMinor || (one.itemId < other.itemId ? -1 : 1));
}

/** The changes of payments that moved money, or of those that moved none. */
export function ofMode(sums: readonly MovementSum[], mode: PaymentMode): MovementSum[] {
  return sums.filter(({ isTest }) => isTest === (mode === 'Test'));
}

function deltaOf(sums: readonly MovementSum[]): number {
  return sums.reduce((total, { deltaMinor }) => total + deltaMinor, 0);
}

const SUBSCRIBERS: Readonly<Record<Movement, number>> = {
  New: 1,
  Reactivation: 1,
  Expansion: 0,
  Contraction: 0,
  Churn: -1,
};

function subscribersOf(sums: readonly MovementSum[]): number {
  return sums.reduce((total, { movement, count }) => total + SUBSCRIBERS[movement] * count, 0);
}

const RATE_DIGITS = 4;

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Number((part / whole).toFixed(RATE_DIGITS));
}
