import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CustomProperties } from '../../../kernel/properties.ts';
import type { System } from '../../../platform/system.ts';
import { updateProduct } from '../../catalog/index.ts';
import { updateCustomer } from '../../customers/store.ts';
import { testContext, testTx } from '../../../../test/context.ts';
import { claimsOf, type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import {
  replaceLicenseProperties,
  requestTrialToken,
  revokeLicensesOf,
  validateLicenseToken,
} from '../index.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

function validate(productId: string, token: string): Promise<string> {
  return validateLicenseToken(scenario.ctx, { productId, token });
}

/** Properties of almost the maximum size of an entity, all of them for tokens. */
function largest(): CustomProperties {
  const value = 'x'.repeat(47 * 1024);
  return { large: { type: 'text', value, public: false, includeInToken: true } };
}

test('a token carries the largest properties that product, customer and license can have', async () => {
  const product = await scenario.product({ properties: largest() });
  const customer = await scenario.customer({ properties: largest() });
  const license = await scenario.license(customer, product.id);
  await replaceLicenseProperties(scenario.ctx, license.id, largest());
  const token = await scenario.token(customer, product.id, 'device');
  assert.ok(token.length > 180 * 1024 && token.length < 250 * 1024, String(token.length));
  const claims = claimsOf(await validate(product.id, token));
  for (const name of ['p:properties', 'u:properties', 'l:properties']) assert.ok(claims[name], name);
});

test('a product out of use refuses tokens for now, and renews them when it is back', async () => {
  const product = await scenario.product({ allowsTrials: true });
  const customer = await scenario.customer();
  await scenario.license(customer, product.id);
  const device = { name: 'x', signature: 'trial' };
  const tokens = [
    await scenario.token(customer, product.id, 'device'),
    await requestTrialToken(scenario.ctx, undefined, { productId: product.id, device }),
  ];
  await updateProduct(scenario.ctx, product.id, { status: 'Inactive' });
  for (const token of tokens) {
    await assert.rejects(validate(product.id, token), { status: 403, errorType: 'ProductInactive' });
  }
  await updateProduct(scenario.ctx, product.id, { status: 'Active' });
  for (const token of tokens) assert.equal(claimsOf(await validate(product.id, token))['p:id'], product.id);
});

test('when its owner is deleted a license is revoked, and a trial continues anonymously', async () => {
  const { system, account } = scenario;
  const product = await scenario.product({ allowsTrials: true });
  const customer = await scenario.customer({ name: 'Gone' });
  await scenario.license(customer, product.id);
  const licensed = await scenario.token(customer, product.id, 'device');
  const device = { name: 'x', signature: 'trial' };
  const trial = await requestTrialToken(scenario.ctx, customer, {
    productId: product.id,
    device,
  });
  assert.equal(claimsOf(trial)['u:name'], 'Gone');
  await system.database.transaction(async (tx) => {
    await updateCustomer(tx, account.id, customer.id, { isDeleted: true });
    await revokeLicensesOf(testTx(system, tx, account), customer.id);
  });
  await assert.rejects(validate(product.id, licensed), { status: 400, errorType: 'LicenseRevoked' });
  assert.equal(claimsOf(await validate(product.id, trial))['u:name'], 'anonymous');
});

test('when neither the write nor the signature succeeds, the write tells why and nothing is left to fail alone', async () => {
  const { system, account } = scenario;
  const product = await scenario.product();
  const customer = await scenario.customer();
  await scenario.license(customer, product.id);
  const token = await scenario.token(customer, product.id, 'device');
  const transaction = () => Promise.reject(new Error('the database is away'));
  const open = (): never => {
    throw new Error('the vault is shut');
  };
  // A separate database, so that nothing of the scenario's is cached: the key must be decrypted.
  const broken: System = {
    ...system,
    database: { ...system.database, transaction },
    vault: { ...system.vault, open },
  };
  const validated = validateLicenseToken(testContext(broken, account), { productId: product.id, token });
  await assert.rejects(validated, /the database is away/);
});
