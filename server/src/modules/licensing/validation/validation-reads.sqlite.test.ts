import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { statementsOf } from '../../../../test/query-plans.ts';
import { updateCustomer } from '../../customers/store.ts';
import { requestTrialToken, validateLicenseToken } from '../index.ts';

// Applications validate all the time, so a validation reads only what may decide something.

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

/** The statements of a validation that name a table or a column. */
async function reads(name: string, input: Parameters<typeof validateLicenseToken>[1]): Promise<number> {
  const statements = await statementsOf(() => validateLicenseToken(scenario.ctx, input));
  assert.ok(statements.length > 0);
  return statements.filter((statement) => statement.includes(name)).length;
}

test('the validation of a trial looks for merged customers only when the customer of its token is gone', async () => {
  const { system, account, ctx } = scenario;
  const { id: productId } = await scenario.product({ allowsTrials: true, trialDays: 14 });
  const customer = await scenario.customer();
  const device = (signature: string) => ({ productId, device: { name: 'A device', signature } });
  const anonymous = await requestTrialToken(ctx, undefined, device('anonymous'));
  const token = await requestTrialToken(ctx, customer, device('own'));
  assert.equal(await reads('merged_into', { productId, token: anonymous }), 0, 'nobody');
  assert.equal(await reads('merged_into', { productId, token }), 0, 'somebody');
  await system.database.transaction((tx) => updateCustomer(tx, account.id, customer.id, { isDeleted: true }));
  assert.equal(await reads('merged_into', { productId, token }), 1, 'somebody who is gone');
});

test('the validation of a device reads the changes of its license only when its version is another', async () => {
  const { id: productId } = await scenario.product();
  const customer = await scenario.customer();
  await scenario.license(customer, productId);
  const token = await scenario.token(customer, productId, 'device');
  const readsAs = (appVersion?: string) =>
    reads('license_changes', { productId, token, usage: appVersion === undefined ? {} : { appVersion } });
  assert.equal(await readsAs('1.0.0'), 0, 'the first version that it tells');
  assert.equal(await readsAs('1.0.0'), 0, 'the same');
  assert.equal(await readsAs(), 0, 'none');
  assert.equal(await readsAs('1.1.0'), 1, 'another');
  assert.equal(await readsAs('1.1.0'), 0, 'the same again');
});
