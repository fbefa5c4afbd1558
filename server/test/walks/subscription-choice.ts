import type { Subscription } from '../../src/modules/subscriptions/tables.ts';
import type { StepOfOne } from './subscription-steps.ts';
import type { WalkedSubscription } from './subscription-walk.ts';

/** A subscription of a walk, and how its payments stand. */
export interface Candidate {
  readonly walked: WalkedSubscription;
  readonly paymentState: Subscription['paymentState'] | undefined;
}

type Rule = (candidate: Candidate) => boolean;

const goesOn: Rule = ({ walked: { model } }) => !model.hasEnded && !model.isOwned;
const isUnpaid: Rule = ({ paymentState }) => paymentState === 'Retrying' || paymentState === 'NeedsBuyer';
const isHeld: Rule = ({ paymentState }) => paymentState === 'Held';

/** The subscriptions that a step is meant for, where these are few; the others are those that go on. */
const RULES: Partial<Record<StepOfOne['kind'], Rule>> = {
  BuyerPays: isUnpaid,
  NewCard: isUnpaid,
  Release: isHeld,
  Skip: isHeld,
  Decide: ({ walked }) => walked.disputed !== null,
  Resume: (candidate) =>
    goesOn(candidate) && (candidate.walked.model.isCancelled || candidate.walked.model.pausedUntil !== null),
  Renew: ({ walked: { model } }) => model.hasEnded && !model.isOwned,
  Payoff: (candidate) => goesOn(candidate) && candidate.walked.model.plan.ownAfter !== null,
};

/** One step in so many is taken with any subscription: most of these are refused. */
const ANY = 10;

/**
 * The subscription for a step. Among hundreds, a chance choice would hardly ever be one that waits for a decision, an
 * answer or a payment: nine times in ten it is one that the step is meant for, if there is one. `undefined`: there is none.
 */
export function choose(
  candidates: readonly Candidate[],
  { kind, of }: StepOfOne,
): WalkedSubscription | undefined {
  const suitable = of % ANY === 0 ? [] : candidates.filter(RULES[kind] ?? goesOn);
  const those = suitable.length > 0 ? suitable : candidates;
  return those[of % Math.max(1, those.length)]?.walked;
}
