import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claimsOf, type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { validateLicenseToken } from '../index.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

test('a token counts the seats of its owner for its product alone, also after a validation', async () => {
  const [product, other] = [await scenario.product({ maxActivations: 3 }), await scenario.product()];
  const [customer, stranger] = [await scenario.customer(), await scenario.customer()];
  for (const [owner, { id }] of [
    [customer, product],
    [customer, other],
    [stranger, product],
  ] as const) {
    await scenario.license(owner, id);
    await scenario.token(owner, id, `device of ${owner.id}`);
  }
  const seatsIn = (token: string) => {
    const claims = claimsOf(token);
    return [claims['p:seats:total'], claims['p:seats:used']];
  };
  const token = await scenario.token(customer, product.id, 'second device');
  assert.deepEqual(seatsIn(token), [3, 2]);
  assert.deepEqual(
    seatsIn(await validateLicenseToken(scenario.ctx, { productId: product.id, token, usage: {} })),
    [3, 2],
  );
});
