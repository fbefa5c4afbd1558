import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TrialEligibility } from '../api/activation.ts';
import { activationEn } from './activation-en.ts';
import { trialLabel, waysOf } from './activation-ways.ts';

const TRIAL: TrialEligibility = {
  eligible: true,
  existing: false,
  requiresAccount: false,
  requiresNewsletterOptIn: false,
  numberOfDaysPerProduct: 14,
  numberOfDaysRemaining: 14,
};

interface Situation {
  readonly hasSeat?: boolean;
  readonly trial?: TrialEligibility;
  readonly product?: { readonly owned: boolean };
}

function ways({ hasSeat, trial, product = { owned: false } }: Situation) {
  return waysOf({
    product,
    ...(hasSeat !== undefined && { licenseEligibility: { eligible: hasSeat } }),
    ...(trial !== undefined && { trialEligibility: trial }),
  });
}

describe('waysOf', () => {
  it('asks to sign in before it says anything of licenses', () => {
    assert.equal(ways({}).license, 'NeedsSignIn');
  });

  it('tells a license without a free seat from none', () => {
    assert.equal(ways({ hasSeat: true, product: { owned: true } }).license, 'Ready');
    assert.equal(ways({ hasSeat: false, product: { owned: true } }).license, 'NoSeat');
    assert.equal(ways({ hasSeat: false }).license, 'NotOwned');
  });

  it('offers a trial to nobody in particular where no account is needed', () => {
    assert.equal(ways({ trial: TRIAL }).trial, 'Ready');
    assert.equal(ways({ trial: { ...TRIAL, requiresAccount: true } }).trial, 'NeedsSignIn');
    assert.equal(ways({ trial: { ...TRIAL, requiresAccount: true }, hasSeat: false }).trial, 'Ready');
  });

  it('tells a trial that is used up from one that cannot be had', () => {
    const expiring = { ...TRIAL, eligible: false, existing: true, numberOfDaysRemaining: 0 };
    assert.equal(ways({ trial: expiring }).trial, 'Over');
    assert.equal(ways({ trial: { ...TRIAL, eligible: false } }).trial, 'None');
    assert.equal(
      ways({ trial: { ...expiring, numberOfDaysRemaining: 5 } }).trial,
      'None',
      'e.g. asked for offline',
    );
    assert.equal(ways({}).trial, 'None');
  });
});

describe('trialLabel', () => {
  it('tells a new trial from one that goes on', () => {
    assert.equal(trialLabel(TRIAL, activationEn), 'Start the 14-day trial');
    assert.equal(
      trialLabel({ ...TRIAL, existing: true, numberOfDaysRemaining: 1 }, activationEn),
      'Continue the trial (1 day left)',
    );
    assert.equal(activationEn.days(2), '2 days');
  });
});
