import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { transaction } from '../../../platform/context/context.ts';
import { findLicense, importLicenses, requestLicenseToken, updateLicensedProduct } from '../index.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

test('a license keeps the seats and the offline activation that it was granted with', async () => {
  const { ctx } = scenario;
  const product = await scenario.product({ maxActivations: 2, allowsOffline: true });
  const customer = await scenario.customer();
  const license = await scenario.license(customer, product.id);
  const input = { ownerId: customer.id, productId: product.id };
  const [outcome] = await transaction(ctx, (tx) => importLicenses(tx, [input]));
  await updateLicensedProduct(ctx, product.id, { maxActivations: 1, allowsOffline: false });
  for (const id of [license.id, outcome?.license?.id ?? '']) {
    const current = await findLicense(ctx, id);
    assert.deepEqual([current?.maxActivations, current?.allowsOffline], [2, true]);
  }
  for (const name of ['one', 'two']) {
    const device = { name, signature: name };
    assert.ok(await requestLicenseToken(ctx, customer, { productId: product.id, device, method: 'Offline' }));
  }
  const later = await scenario.license(customer, product.id);
  assert.deepEqual([later.maxActivations, later.allowsOffline], [1, false]);
});
