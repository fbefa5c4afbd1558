import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideOnToken, type PresentedToken, type TokenRefusal } from './token-decision.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const BEFORE = new Date(NOW.getTime() - 1);
const AFTER = new Date(NOW.getTime() + 1);

const TOKEN: PresentedToken = {
  id: 'a-1',
  ownerId: 'c-1',
  isTrial: false,
  method: 'Online',
  signingKid: 'k-1',
};
const PRODUCT = { id: 'synth', status: 'Active' } as const;
const ACTIVATION = {
  productId: 'synth',
  customerId: 'c-1',
  licenseStatus: 'Active',
  activationStatus: 'Active',
  expiresAt: null,
} as const;
const TRIAL = { productId: 'synth', expiresAt: AFTER };

interface Facts {
  readonly token?: PresentedToken | undefined;
  readonly product?: { readonly id: string; readonly status: 'Active' | 'Inactive' } | undefined;
  readonly activation?: object | undefined;
}

/** The valid case of an activation, with these changes. */
const decide = (facts: Facts) => {
  const activation =
    'activation' in facts ? facts.activation && { ...ACTIVATION, ...facts.activation } : ACTIVATION;
  const subject = activation && { activation };
  return decideOnToken({ token: TOKEN, product: PRODUCT, ...facts, subject }, NOW);
};

test('a good token of a good activation is renewed, with what its successor is made of', () => {
  const subject = { activation: ACTIVATION };
  assert.deepEqual(decide({}), { token: TOKEN, product: PRODUCT, subject });
  assert.deepEqual(decide({ activation: { expiresAt: AFTER } }), {
    token: TOKEN,
    product: PRODUCT,
    subject: { activation: { ...ACTIVATION, expiresAt: AFTER } },
  });
});

/** Each row has one more reason than the row below it, and the first reason counts. */
const REASONS: readonly (readonly [TokenRefusal, Facts])[] = [
  ['InvalidToken', { token: undefined }],
  ['Gone', { product: undefined }],
  ['OtherProduct', { product: { id: 'verb', status: 'Inactive' } }],
  ['OwnerChanged', { activation: { customerId: 'c-2' } }],
  ['LicenseRevoked', { activation: { licenseStatus: 'Revoked' } }],
  ['ActivationRevoked', { activation: { activationStatus: 'Revoked' } }],
  ['LicenseExpired', { activation: { expiresAt: NOW } }],
  ['ProductInactive', { product: { id: 'synth', status: 'Inactive' } }],
];

for (const [index, [refusal, facts]] of REASONS.entries()) {
  test(`${refusal} is why a token is not renewed, and comes before every later reason`, () => {
    assert.deepEqual(decide(facts), { refusal });
    const later = REASONS.slice(index).map(([, other]) => other);
    const all = Object.assign({}, ...later.toReversed());
    all.activation = Object.assign({}, ...later.toReversed().map(({ activation }) => activation));
    assert.deepEqual(decide(all), { refusal });
  });
}

test('a token without its activation, or without its trial, is gone and not invalid', () => {
  assert.deepEqual(decide({ activation: undefined }), { refusal: 'Gone' });
});

test('a trial is renewed for anyone who presents it, until its end', () => {
  const token = { ...TOKEN, isTrial: true, ownerId: 'somebody' };
  const decideOnTrial = (trial: typeof TRIAL, status: 'Active' | 'Inactive' = 'Active') =>
    decideOnToken({ token, product: { ...PRODUCT, status }, subject: { trial } }, NOW);
  assert.deepEqual(decideOnTrial(TRIAL), { token, product: PRODUCT, subject: { trial: TRIAL } });
  assert.deepEqual(decideOnTrial({ ...TRIAL, expiresAt: BEFORE }), { refusal: 'LicenseExpired' });
  assert.deepEqual(decideOnTrial({ ...TRIAL, expiresAt: NOW }), { refusal: 'LicenseExpired' });
  assert.deepEqual(decideOnTrial({ ...TRIAL, productId: 'verb' }), { refusal: 'OtherProduct' });
  assert.deepEqual(decideOnTrial(TRIAL, 'Inactive'), { refusal: 'ProductInactive' });
});
