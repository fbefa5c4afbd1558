import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { listProductLicensing, putProductLicensing } from './product-licensing.ts';
import type { LicensingTables } from '../tables.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

test('days that the previous version wrote over a perpetual lifetime take precedence', async () => {
  const { system, account } = scenario;
  const { id: productId } = await scenario.product();
  const rules = { releasesOnline: null, releasesOffline: null, releasePauseSeconds: null, offlineDays: 0 };
  const row = { ...rules, accountId: account.id, productId };
  await system.database.transaction((tx) => putProductLicensing(tx, row));
  const read = () => listProductLicensing(system.database.reader, account.id);
  assert.deepEqual(await read(), [row]);
  await system.database.transaction((tx) =>
    tx.tables<LicensingTables>().updateTable('productLicensing').set({ offlineDays: 5 }).execute(),
  );
  assert.deepEqual(await read(), [{ ...row, offlineDays: 5 }]);
});
