import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import type { LicensingTables } from '../tables.ts';
import { recordDownload } from './record-download.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

const licenses = () => scenario.system.database.reader.tables<LicensingTables>().selectFrom('licenses');

test('a download is noted in each license of the product that its owner may use, and the first one stays', async () => {
  const [product, other] = [await scenario.product({}), await scenario.product({})];
  const customer = await scenario.customer();
  const usable = await scenario.license(customer, product.id);
  const waiting = await scenario.license(customer, product.id);
  await scenario.license(customer, other.id);
  await scenario.license(await scenario.customer(), product.id);
  await scenario.system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('licenses')
      .set({ awaitsEmailKey: 'somebody@example.com' })
      .where('id', '=', waiting.id)
      .execute(),
  );
  const download = { customerId: customer.id, productId: product.id, version: '1.0.0' };
  await recordDownload(scenario.ctx, download);
  const rowsOf = () =>
    licenses().select(['id', 'downloadedAt']).where('downloadedAt', 'is not', null).execute();
  const [first = assert.fail(), ...more] = await rowsOf();
  assert.deepEqual([first.id, more], [usable.id, []]);
  await recordDownload(scenario.ctx, download);
  assert.deepEqual(await rowsOf(), [first]);
});
