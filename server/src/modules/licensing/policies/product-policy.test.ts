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
import { licensingRules, replaceProductRules } from './licensing-rules.ts';
import { wholeIssue } from './product-policy.ts';

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

test('the rules of a product are its own, else those of the account; no days at all are without an end', async () => {
  const { ctx, system } = scenario;
  const none = { releasesOnline: null, releasesOffline: null, releasePauseSeconds: null, offlineDays: null };
  const own = { releasesOnline: true, releasesOffline: false, releasePauseSeconds: 0, offlineDays: 5 };
  const [{ id: follower }, { id: other }, { id: endless }] = [
    await scenario.product(),
    await scenario.product(),
    await scenario.product(),
  ];
  await replaceProductRules(ctx, follower, none);
  await replaceProductRules(ctx, other, own);
  await replaceProductRules(ctx, endless, { ...own, offlineDays: 0 });
  const rulesWith = async (settings: Parameters<typeof updateSettings>[1]) =>
    licensingRules(testContext(system, await updateSettings(ctx, settings)));
  const ofAccount = { customersMayRelease: { online: false, offline: true }, releasePauseSeconds: 77 };
  const endlessly = await rulesWith(ofAccount);
  const followed = { releasesOnline: false, releasesOffline: true, releasePauseSeconds: 77, offlineDays: 30 };
  assert.deepEqual(endlessly(follower), { ...followed, offlineDays: null });
  const rules = await rulesWith({ offlineDays: 30 });
  assert.deepEqual(rules(follower), followed);
  assert.deepEqual(rules(other), own);
  assert.deepEqual(rules(endless), { ...own, offlineDays: null });
});

test('a number outside its limits is an issue, and an absent one is none', () => {
  for (const value of [1, 7, 10, null, undefined]) assert.deepEqual(wholeIssue('n', value, 1, 10), {});
  for (const value of [0, 11, 1.5, Number.NaN])
    assert.deepEqual(wholeIssue('n', value, 1, 10), { n: ['must be a whole number from 1 to 10'] });
});

test('a product for which nothing was said has one seat, and no trials', async () => {
  const { id } = await scenario.product();
  const { maxActivations, allowsTrials, trialDays, trialNeedsAccount } = (
    await productPolicies(scenario.ctx)
  )(id);
  assert.deepEqual([maxActivations, allowsTrials, trialDays, trialNeedsAccount], [1, false, 14, false]);
});
