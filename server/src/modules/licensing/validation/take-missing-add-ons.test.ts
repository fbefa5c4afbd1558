import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOf, licensingScenario } from '../../../../test/licensing.ts';
import { findLicense, requestLicenseToken, validateLicenseToken } from '../index.ts';

test('a validation renews the token although the seat of an add-on cannot be taken, and the next one takes it', async (context) => {
  const scenario = await licensingScenario();
  context.after(scenario.close);
  const { ctx } = scenario;
  const { id: productId } = await scenario.product({ id: 'suite' });
  await scenario.product({ id: 'suite.pack', isIncludedInLicense: true, maxActivations: 1 });
  const customer = await scenario.customer();
  await scenario.license(customer, productId);
  const pack = await scenario.license(customer, 'suite.pack');
  const seats = async () => (await findLicense(ctx, pack.id))?.activeActivations;
  const device = { name: 'Mac', signature: 'mac' };
  const token = await requestLicenseToken(ctx, customer, { productId, device, takesAddOns: false });

  const errors: unknown[] = [];
  const broken = {
    ...ctx,
    // Only what takes a seat needs an id.
    ids: { ...ctx.ids, guid: () => assert.fail('no ids today') },
    log: { ...ctx.log, error: (entry: unknown) => errors.push(entry) },
  };
  scenario.clock.advance(5_000);
  const renewed = claimsOf(await validateLicenseToken(broken, { productId, token }));
  const entry = { id: 'pack', active: false, trial: false, seats: { total: 1, used: 0, remaining: 1 } };
  assert.deepEqual(renewed['sp'], [entry]);
  assert.equal(renewed['id'], claimsOf(token)['id']);
  assert.ok(Number(renewed['validated']) > Number(claimsOf(token)['validated']), 'it counts as a validation');
  assert.equal(await seats(), 0, 'nothing half done');
  assert.equal(errors.length, 1, 'the log has the cause');

  const next = claimsOf(await validateLicenseToken(ctx, { productId, token }));
  assert.partialDeepStrictEqual(next['sp'], [{ active: true, seats: { used: 1, remaining: 0 } }]);
  assert.equal(await seats(), 1);
});
