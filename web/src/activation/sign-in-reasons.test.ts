import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TrialEligibility } from '../api/activation.ts';
import { activationEn } from './activation-en.ts';
import { signInReasons } from './sign-in-reasons.ts';

const product = { name: 'Demo', owned: false };
const TRIAL: TrialEligibility = {
  eligible: true,
  existing: false,
  requiresAccount: true,
  requiresNewsletterOptIn: false,
  numberOfDaysPerProduct: 14,
  numberOfDaysRemaining: 14,
};

const reasons = (trial?: TrialEligibility) =>
  signInReasons({ product, ...(trial !== undefined && { trialEligibility: trial }) }, activationEn);

it('promises a trial only to those who can have one', () => {
  assert.deepEqual(reasons(TRIAL), {
    signIn: 'Use your license for Demo, or try it free for 14 days.',
    signUp: 'Then try Demo free for 14 days.',
  });
  assert.match(reasons({ ...TRIAL, existing: true }).signUp, /continue the trial/);
  const ended = reasons({ ...TRIAL, existing: true, eligible: false, numberOfDaysRemaining: 0 });
  for (const text of Object.values(ended)) assert.match(text, /^The trial on this device has ended\./);
  assert.deepEqual(reasons(), {
    signIn: 'Use the account that owns Demo.',
    signUp: 'With an account you can get a license for Demo.',
  });
});
