import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signInReasons } from './sign-in-reasons.ts';

const PRODUCT = {
  id: 'demo',
  name: 'Demo',
  tagline: undefined,
  website: undefined,
  iconUrl: undefined,
  owned: false,
};
const TRIAL = {
  eligible: true,
  existing: false,
  requiresAccount: true,
  daysPerProduct: 14,
  daysRemaining: 14,
};

const reasons = (trial: typeof TRIAL | undefined) =>
  signInReasons({ hasSeat: undefined, trial, product: PRODUCT });

it('promises a trial only to who can have one', () => {
  assert.deepEqual(reasons(TRIAL), {
    signIn: 'Use your license for Demo, or try it free for 14 days.',
    signUp: 'Then try Demo free for 14 days.',
  });
  assert.match(reasons({ ...TRIAL, existing: true }).signUp, /continue the trial/);
  const ended = reasons({ ...TRIAL, existing: true, eligible: false, daysRemaining: 0 });
  for (const text of Object.values(ended)) assert.match(text, /^The trial on this device has ended\./);
  assert.deepEqual(reasons(undefined), {
    signIn: 'Use the account that owns Demo.',
    signUp: 'With an account you can get a license for Demo.',
  });
});
