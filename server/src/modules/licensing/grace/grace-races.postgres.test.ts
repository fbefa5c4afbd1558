import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testTx } from '../../../../test/context.ts';
import { licensingScenario } from '../../../../test/licensing.ts';
import { openLocation } from '../../../../test/open-location.ts';
import { whileUncommitted } from '../../../../test/uncommitted.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { JobTables } from '../../../platform/jobs/tables.ts';
import { setCurrentVersion } from '../../catalog/index.ts';
import { grantLicenses } from '../index.ts';
import { startGraceOfPurchase } from './give-grace.ts';

// On SQLite one transaction writes at a time; here a version appears in another one while a purchase is delivered.

test('a purchase that is delivered while a major version appears starts the job that its release may have started before', async (context) => {
  const scenario = await licensingScenario();
  const elsewhere = await openLocation(scenario.location);
  context.after(async () => {
    await elsewhere.close();
    await scenario.close();
  });
  const { system, account, ctx } = scenario;
  const { id: productId } = await scenario.product({ upgradeGraceDays: 10 });
  const { id: customerId } = await scenario.customer();
  await transaction(ctx, (tx) => setCurrentVersion(tx, { productId, version: '2.0.0' }));
  const graceJobs = async () => {
    const jobs = system.database.reader.tables<JobTables>().selectFrom('jobs').select('payload');
    return (await jobs.where('kind', '=', 'licensing.grace').execute()).map(({ payload }) => payload);
  };
  const boughtAt = ctx.clock.now();
  const deliver = () =>
    transaction(ctx, async (tx) => {
      await grantLicenses(tx, { customerId, productId, quantity: 1, upToMajor: 2, boughtAt });
      await startGraceOfPurchase(tx, { boughtAt, versions: [{ productId, upToMajor: 2 }] });
    });
  await deliver();
  assert.deepEqual(await graceJobs(), [], 'it gave the current version');
  const delivery = await whileUncommitted(
    elsewhere,
    (tx) => setCurrentVersion(testTx(system, tx, account), { productId, version: '3.0.0' }),
    deliver,
  );
  assert.equal(delivery.status, 'fulfilled');
  assert.deepEqual(await graceJobs(), [{ productId, boughtAt: boughtAt.toISOString() }]);
});
