import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../../test/context.ts';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { transaction } from '../../../platform/context/context.ts';
import { updateSettings } from '../../accounts/index.ts';
import { findProduct } from '../../catalog/index.ts';
import {
  createLicensedProduct,
  productPolicies,
  readProductPolicies,
  updateLicensedProduct,
} from '../index.ts';
import { replaceProductRules } from './licensing-rules.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

test('one refusal names the issues of a product and of its policy, and nothing is stored', async () => {
  const { ctx } = scenario;
  const policy = { maxActivations: -1, trialDays: 0 };
  const errors = {
    name: ['must not be empty'],
    maxNumberOfActivations: ['must be a whole number from 0 to 1000000'],
    trialDays: ['must be a whole number from 1 to 3650'],
  };
  await assert.rejects(createLicensedProduct(ctx, { id: 'bad', name: '', ...policy }), { errors });
  assert.equal(await findProduct(ctx, 'bad'), undefined);
  const { id } = await scenario.product({ trialDays: 30 });
  await assert.rejects(updateLicensedProduct(ctx, id, { name: '', ...policy }), { errors });
  assert.equal((await productPolicies(ctx))(id).trialDays, 30);
});

test('a change of some fields of a policy leaves the others, also those of the rules for devices', async () => {
  const { ctx } = scenario;
  const { id } = await scenario.product({ maxActivations: 3, allowsTrials: true });
  const rules = { releasesOnline: false, releasesOffline: null, releasePauseSeconds: 60, offlineDays: 0 };
  await replaceProductRules(ctx, id, rules);
  await updateLicensedProduct(ctx, id, { trialDays: 7 });
  await updateLicensedProduct(ctx, id, { tagline: 'New' });
  const policy = (await productPolicies(ctx))(id);
  assert.deepEqual(policy, {
    maxActivations: 3,
    allowsOffline: false,
    allowsTrials: true,
    trialDays: 7,
    trialNeedsAccount: false,
    signingKeys: [],
    ...rules,
  });
  assert.deepEqual(await transaction(ctx, async (tx) => (await readProductPolicies(tx, [id]))(id)), policy);
});

test('a new product keeps the default for offline activation that the account had', async () => {
  const { ctx } = scenario;
  const { id } = await scenario.product();
  const account = await updateSettings(ctx, { allowsOffline: true });
  const later = testContext(scenario.system, account);
  assert.equal((await productPolicies(later))(id).allowsOffline, false);
  const { id: nextId } = await createLicensedProduct(later, { id: 'next', name: 'Next' });
  assert.equal((await productPolicies(later))(nextId).allowsOffline, true);
});
