import assert from 'node:assert/strict';
import { it } from 'node:test';
import { signInReason } from './sign-in-reason.ts';

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

const reason = (trial: typeof TRIAL | undefined) =>
  signInReason({ hasSeat: undefined, trial, product: PRODUCT });

it('promises a trial only to who can have one', () => {
  assert.match(reason(TRIAL), /try it free for 14 days/);
  assert.match(reason({ ...TRIAL, existing: true }), /go on with the trial/);
  assert.match(reason({ ...TRIAL, existing: true, eligible: false, daysRemaining: 0 }), /has ended/);
  assert.equal(reason(undefined), 'Use the account that owns Demo.');
});
