import type { IssueList } from './issues.ts';

/**
 * What a variation with a billing cycle offers beside its price (subscriptions, sections 3 and 4). A subscription keeps
 * what it was bought with.
 */
export interface SubscriptionTerms {
  /** After how many days it is first paid for; absent: at once. */
  readonly freeDays?: number | undefined;
  /** After how many paid cycles its licenses are the buyer's for good; absent: never. */
  readonly ownAfterCycles?: number | undefined;
  /**
   * After how many paid cycles in a row its licenses keep, when it ends, the versions that were current when these cycles
   * began; absent: never.
   */
  readonly fallbackAfterCycles?: number | undefined;
  /** Whether its customers can pause it. */
  readonly canPause?: boolean | undefined;
}

/** New terms; an absent one stays as it is, and null removes it. */
export type TermChanges = { readonly [Name in keyof SubscriptionTerms]?: SubscriptionTerms[Name] | null };

/** The terms after a change; null without any. */
export function termsAfter(before: SubscriptionTerms | null, changes: TermChanges): SubscriptionTerms | null {
  const after = <Name extends keyof SubscriptionTerms>(name: Name): SubscriptionTerms[Name] => {
    const change = changes[name];
    return change === undefined ? before?.[name] : (change ?? undefined);
  };
  const [freeDays, ownAfterCycles] = [after('freeDays'), after('ownAfterCycles')];
  const fallbackAfterCycles = after('fallbackAfterCycles');
  const terms: SubscriptionTerms = {
    ...(after('canPause') === true && { canPause: true }),
    ...(freeDays !== undefined && { freeDays }),
    ...(ownAfterCycles !== undefined && { ownAfterCycles }),
    ...(fallbackAfterCycles !== undefined && { fallbackAfterCycles }),
  };
  return Object.keys(terms).length === 0 ? null : terms;
}

const NEEDS_CYCLE = 'is only possible for a variation with a billing cycle';
const MAX_FREE_DAYS = 365;
/** A hundred years of months. */
const MAX_CYCLES = 1_200;

interface TermsFields {
  readonly recurrence: string;
  readonly releaseAccess: object | null;
  readonly subscriptionTerms: SubscriptionTerms | null;
}

/** Adds every issue of the terms of a variation. */
export function checkSubscriptionTerms(
  { recurrence, releaseAccess, subscriptionTerms }: TermsFields,
  issues: IssueList,
): void {
  const { freeDays, ownAfterCycles, fallbackAfterCycles, canPause } = subscriptionTerms ?? {};
  if (canPause === true && recurrence === 'OneOff') issues.add('canPause', NEEDS_CYCLE);
  for (const [name, value, least, most] of [
    ['freeDays', freeDays, 1, MAX_FREE_DAYS],
    ['ownAfterCycles', ownAfterCycles, 2, MAX_CYCLES],
    ['fallbackAfterCycles', fallbackAfterCycles, 1, MAX_CYCLES],
  ] as const) {
    if (value === undefined) continue;
    if (recurrence === 'OneOff') issues.add(name, NEEDS_CYCLE);
    if (!Number.isInteger(value) || value < least || value > most)
      issues.add(name, `must be a whole number from ${least} to ${most}`);
  }
  if (fallbackAfterCycles === undefined) return;
  if (ownAfterCycles !== undefined && fallbackAfterCycles >= ownAfterCycles)
    issues.add('fallbackAfterCycles', 'must be less than ownAfterCycles: after that, the licenses never end');
  if (releaseAccess !== null)
    issues.add(
      'fallbackAfterCycles',
      'is only possible without releaseAccess: the licenses cover every version',
    );
}
