import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testContext } from '../../../../test/context.ts';
import { claimsOf, licensingScenario } from '../../../../test/licensing.ts';
import { requestLicenseToken } from '../index.ts';
import { findActivation } from '../store/activations.ts';

test('a token names the exact time that was recorded, however long signing it takes', async (context) => {
  const scenario = await licensingScenario();
  scenario.clock.hold('only signing may take time, which the test lets pass itself');
  context.after(scenario.close);
  const { id: productId } = await scenario.product();
  const customer = await scenario.customer();
  await scenario.license(customer, productId);
  let moment = scenario.clock.now().getTime();
  const hurrying = { now: () => new Date((moment += 1_000)) };
  const system = { ...scenario.system, clock: hurrying };
  const device = { name: 'A device', signature: 'hurrying' };
  const token = await requestLicenseToken(testContext(system, scenario.account), customer, {
    productId,
    device,
  });
  const { id, iat } = claimsOf(token);
  const row = await findActivation(scenario.system.database.reader, scenario.account.id, String(id));
  assert.equal(row?.lastValidatedAt.getTime(), Number(iat) * 1_000);
});
