import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import type { Product } from '../../catalog/index.ts';
import { productPolicies } from '../index.ts';
import { startTrial } from '../trials/request-trial-token.ts';
import type { Trial } from '../tables.ts';
import type { ProductPolicy } from './product-policy.ts';
import { mayRestart, refuseAnonymousTrial, trialEligibility } from './trial-policy.ts';

let scenario: LicensingScenario;
let product: Product;
let policy: ProductPolicy;
let trial: Trial;
before(async () => {
  scenario = await licensingScenario();
  product = await scenario.product({ allowsTrials: true, trialDays: 10 });
  policy = (await productPolicies(scenario.ctx))(product.id);
  const device = { name: 'A device', signature: 'one' };
  trial = await startTrial(scenario.ctx, undefined, { productId: product.id, device });
});
after(() => scenario.close());

test('a device can get a trial, or go on with it, for the days that are left', () => {
  const now = trial.createdAt;
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const reset = { ...trial, resetAt: now };
  const none = { ...policy, allowsTrials: false };
  const eligibility = (eligible: boolean, existing: boolean, left: number) => ({
    eligible,
    existing,
    requiresAccount: false,
    numberOfDaysPerProduct: 10,
    numberOfDaysRemaining: left,
  });
  const cases: [string, ProductPolicy, Trial | undefined, Date, ReturnType<typeof trialEligibility>][] = [
    ['without one', policy, undefined, now, eligibility(true, false, 10)],
    ['with one', policy, trial, at(3), eligibility(true, true, 7)],
    ['with one that is over', policy, trial, at(10), eligibility(false, true, 0)],
    ['with one that was reset', policy, reset, at(12), eligibility(true, false, 10)],
    ['with one, where none are offered any more', none, trial, at(3), eligibility(true, true, 7)],
    ['with one that was reset, where none are offered', none, reset, at(3), eligibility(true, true, 7)],
    ['without one, where none are offered', none, undefined, now, undefined],
  ];
  for (const [name, rules, existing, moment, expected] of cases)
    assert.deepEqual(
      trialEligibility(product, rules, { method: 'Online', trial: existing }, moment),
      expected,
      name,
    );
  const request = { method: 'Offline', trial: undefined } as const;
  assert.equal(trialEligibility(product, policy, request, now)?.eligible, false);
  assert.equal(trialEligibility(product, { ...policy, allowsOffline: true }, request, now)?.eligible, true);
  const inactive = { ...product, status: 'Inactive' } as const;
  assert.equal(trialEligibility(inactive, policy, { ...request, method: 'Online' }, now)?.eligible, false);
  const forMembers = { ...policy, trialNeedsAccount: true };
  assert.equal(trialEligibility(product, forMembers, request, now)?.requiresAccount, true);
});

test('a trial starts again only once it was reset, while trials are offered', () => {
  const reset = { ...trial, resetAt: trial.createdAt };
  assert.deepEqual([mayRestart(trial, policy), mayRestart(reset, policy)], [false, true]);
  assert.equal(mayRestart(reset, { ...policy, allowsTrials: false }), false);
});

test('a trial that needs an account is refused to whoever is not signed in, who is told how', () => {
  const forMembers = { ...policy, trialNeedsAccount: true };
  refuseAnonymousTrial(product, policy, false);
  refuseAnonymousTrial(product, forMembers, true);
  assert.throws(() => refuseAnonymousTrial(product, forMembers, false), {
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
  });
});
