import { unauthorized } from '../../../kernel/problem.ts';
import type { Product } from '../../catalog/index.ts';
import { addDays, daysUntil } from '../domain/days.ts';
import type { ActivationMethod, Trial } from '../tables.ts';
import { allowsMethod } from './license-policy.ts';
import type { ProductPolicy } from './product-policy.ts';

/** Raises `Unauthorized` if trials of the product need an account and nobody is signed in. */
export function refuseAnonymousTrial(
  { name }: Product,
  { trialNeedsAccount }: ProductPolicy,
  isSignedIn: boolean,
): void {
  if (!trialNeedsAccount || isSignedIn) return;
  throw unauthorized({
    detail: `A trial of ${name} needs an account: sign in or sign up first.`,
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** Whether trials of the product can start; running ones continue if not. */
export function offersTrials({ allowsTrials }: ProductPolicy): boolean {
  return allowsTrials;
}

/** Whether the vendor has reset a trial of a product that still offers trials. */
export function mayRestart({ resetAt }: Trial, policy: ProductPolicy): boolean {
  return resetAt !== null && offersTrials(policy);
}

/** The end of a trial of the product that starts at a time. */
export function trialEnd({ trialDays }: ProductPolicy, start: Date): Date {
  return addDays(start, trialDays);
}

/** Whether a device can get a trial, and for how long (extended API, section A). */
export interface TrialEligibility {
  /** A trial can be started, or the existing one continues. */
  readonly eligible: boolean;
  /** The device has had a trial of the product. */
  readonly existing: boolean;
  readonly requiresAccount: boolean;
  readonly numberOfDaysPerProduct: number;
  readonly numberOfDaysRemaining: number;
}

/** Whether a device with this trial can get one; `undefined` if it has none and the product offers none. */
export function trialEligibility(
  { status }: Product,
  policy: ProductPolicy,
  request: { readonly method: ActivationMethod; readonly trial: Trial | undefined },
  now: Date,
): TrialEligibility | undefined {
  const { method, trial } = request;
  const existing = trial && mayRestart(trial, policy) ? undefined : trial;
  if (!offersTrials(policy) && existing === undefined) return undefined;
  const remaining = daysUntil(now, existing?.expiresAt ?? trialEnd(policy, now));
  return {
    eligible: remaining > 0 && status === 'Active' && allowsMethod(policy, method),
    existing: existing !== undefined,
    requiresAccount: policy.trialNeedsAccount,
    numberOfDaysPerProduct: policy.trialDays,
    numberOfDaysRemaining: remaining,
  };
}
