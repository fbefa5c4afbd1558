import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readActivation } from './activation.ts';
import { UnexpectedAnswer } from './answer.ts';

const ANSWER = {
  id: 'secret',
  status: 'Fulfilled',
  deviceName: 'Studio Mac',
  method: 'Online',
  expiresAt: '2026-03-01T10:00:00.000Z',
  product: {
    id: 'demo-app',
    name: 'Demo App',
    tagline: 'The application',
    website: null,
    iconUrl: 'https://shop.example.com/icon.png',
    owned: true,
  },
  fulfillmentType: 'Trial',
  trialEligibility: {
    eligible: true,
    existing: true,
    requiresAccount: false,
    requiresNewsletterOptIn: false,
    numberOfDaysPerProduct: 14,
    numberOfDaysRemaining: 9,
  },
  licenseEligibility: { eligible: false },
};

describe('readActivation', () => {
  it('reads every field', () => {
    assert.deepEqual(readActivation(ANSWER), {
      status: 'Fulfilled',
      deviceName: 'Studio Mac',
      method: 'Online',
      expiresAt: new Date('2026-03-01T10:00:00.000Z'),
      product: { ...ANSWER.product, website: undefined },
      fulfilledAs: 'Trial',
      trial: { eligible: true, existing: true, requiresAccount: false, daysPerProduct: 14, daysRemaining: 9 },
      hasSeat: false,
    });
  });

  it('reads a request that nobody approved, of a product without trials, while nobody is signed in', () => {
    const { fulfillmentType: _f, trialEligibility: _t, licenseEligibility: _l, ...rest } = ANSWER;
    const activation = readActivation({ ...rest, status: 'Requested' });
    assert.equal(activation.fulfilledAs, undefined);
    assert.equal(activation.trial, undefined);
    assert.equal(activation.hasSeat, undefined);
  });

  it('refuses what it does not understand', () => {
    for (const change of [
      { status: 'Lost' },
      { expiresAt: 'soon' },
      { fulfillmentType: 'Gift' },
      { licenseEligibility: {} },
      { product: null },
    ]) {
      assert.throws(() => readActivation({ ...ANSWER, ...change }), UnexpectedAnswer, JSON.stringify(change));
    }
  });
});
