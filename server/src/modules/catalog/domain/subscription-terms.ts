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
  /** The share off the rest of a rent to own, in basis points, for who pays it at once; absent: none. */
  readonly payoffBasisPoints?: number | undefined;
  /** Whether its customers can pause it. */
  readonly canPause?: boolean | undefined;
  /** The coupon codes that its customers get on the way; absent: none. */
  readonly milestones?: readonly CouponMilestone[] | undefined;
}

/** A coupon, of which a customer gets a code of their own after some paid cycles. */
export interface CouponMilestone {
  /** From 1, the first cycle. */
  readonly afterCycles: number;
  readonly couponId: string;
  /** Plain text for the customer. */
  readonly message?: string | undefined;
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
  const milestones = after('milestones') ?? [];
  const payoffBasisPoints = after('payoffBasisPoints');
  const terms: SubscriptionTerms = {
    ...(after('canPause') === true && { canPause: true }),
    ...(freeDays !== undefined && { freeDays }),
    ...(ownAfterCycles !== undefined && { ownAfterCycles }),
    ...(fallbackAfterCycles !== undefined && { fallbackAfterCycles }),
    ...(milestones.length > 0 && { milestones }),
    ...(payoffBasisPoints !== undefined && { payoffBasisPoints }),
  };
  return Object.keys(terms).length === 0 ? null : terms;
}

const NEEDS_CYCLE = 'is only possible for a variation with a billing cycle';
const MAX_FREE_DAYS = 365;
/** A hundred years of months. */
const MAX_CYCLES = 1_200;
const MAX_MILESTONES = 50;
const MAX_MESSAGE_CHARACTERS = 200;

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
  checkPayoff({ ...subscriptionTerms }, issues);
  checkMilestones({ recurrence, ...subscriptionTerms }, issues);
  if (fallbackAfterCycles === undefined) return;
  if (ownAfterCycles !== undefined && fallbackAfterCycles >= ownAfterCycles)
    issues.add('fallbackAfterCycles', 'must be less than ownAfterCycles: after that, the licenses never end');
  if (releaseAccess !== null)
    issues.add(
      'fallbackAfterCycles',
      'is only possible without releaseAccess: the licenses cover every version',
    );
}

/** A whole of it would give the licenses away. */
const MOST_BASIS_POINTS = 9_999;

function checkPayoff({ payoffBasisPoints, ownAfterCycles }: SubscriptionTerms, issues: IssueList): void {
  if (payoffBasisPoints === undefined) return;
  const isShare =
    Number.isInteger(payoffBasisPoints) && payoffBasisPoints >= 1 && payoffBasisPoints <= MOST_BASIS_POINTS;
  if (!isShare)
    issues.add('payoffDiscount', 'must be a share from 0.0001 to 0.9999, with at most four decimals');
  if (ownAfterCycles === undefined)
    issues.add('payoffDiscount', 'is only possible with ownAfterCycles: it is off what is left until then');
}

function checkMilestones(
  { recurrence, ownAfterCycles, milestones = [] }: SubscriptionTerms & Pick<TermsFields, 'recurrence'>,
  issues: IssueList,
): void {
  if (milestones.length > 0 && recurrence === 'OneOff') issues.add('milestones', NEEDS_CYCLE);
  if (milestones.length > MAX_MILESTONES)
    issues.add('milestones', `must have at most ${MAX_MILESTONES} entries`);
  const cycles = milestones.map(({ afterCycles }) => afterCycles);
  milestones.slice(0, MAX_MILESTONES).forEach(({ afterCycles, message }, index) => {
    const path = `milestones[${index}].afterCycles`;
    if (!Number.isInteger(afterCycles) || afterCycles > MAX_CYCLES)
      issues.add(path, `must be a whole number from 1 to ${MAX_CYCLES}`);
    else if (afterCycles < 1) issues.add(path, 'must be at least 1: nothing is paid before the first cycle');
    if (cycles.indexOf(afterCycles) < index) issues.add(path, 'must not be that of another milestone');
    if (ownAfterCycles !== undefined && afterCycles > ownAfterCycles)
      issues.add(path, 'must be at most ownAfterCycles: nothing is paid after that');
    if (message !== undefined && (message.trim() === '' || message.length > MAX_MESSAGE_CHARACTERS))
      issues.add(
        `milestones[${index}].message`,
        `must have 1 to ${MAX_MESSAGE_CHARACTERS} characters, and not only spaces`,
      );
  });
}
