import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { daysText, trialLabel, waysOf } from './activation-ways.ts';

const TRIAL = {
  eligible: true,
  existing: false,
  requiresAccount: false,
  daysPerProduct: 14,
  daysRemaining: 14,
};

function ways(changes: Partial<Parameters<typeof waysOf>[0]>) {
  return waysOf({ hasSeat: undefined, trial: undefined, product: { owned: false }, ...changes });
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
    const used = { ...TRIAL, eligible: false, existing: true, daysRemaining: 0 };
    assert.equal(ways({ trial: used }).trial, 'Over');
    assert.equal(ways({ trial: { ...TRIAL, eligible: false } }).trial, 'None');
    assert.equal(ways({ trial: { ...used, daysRemaining: 5 } }).trial, 'None', 'e.g. asked for offline');
    assert.equal(ways({}).trial, 'None');
  });
});

describe('trialLabel', () => {
  it('tells a new trial from one that goes on', () => {
    assert.equal(trialLabel(TRIAL), 'Start the 14-day trial');
    assert.equal(
      trialLabel({ ...TRIAL, existing: true, daysRemaining: 1 }),
      'Continue the trial (1 day left)',
    );
    assert.equal(daysText(2), '2 days');
  });
});
