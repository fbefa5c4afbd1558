import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext, testTx } from '../../../test/context.ts';
import { type LicensingScenario, licensingScenario } from '../../../test/licensing.ts';
import { whileUncommitted } from '../../../test/uncommitted.ts';
import type { Database } from '../../platform/database/database.ts';
import { openLocation } from '../../../test/open-location.ts';
import type { Context } from '../accounts/index.ts';
import { createBundle, findBundle, findProduct, updateBundle, updateProduct } from './index.ts';

// On SQLite one transaction writes at a time; here two do, and one waits for the lock of the other's row.
let scenario: LicensingScenario;
let elsewhere: Database;
before(async () => {
  scenario = await licensingScenario();
  const { location, system, clock } = scenario;
  elsewhere = await openLocation(location, { log: system.log, clock });
});
after(async () => {
  await elsewhere.close();
  await scenario.close();
});

/** Makes the second change while the first is not yet committed. */
async function overlap(
  first: (ctx: Context) => Promise<unknown>,
  second: (ctx: Context) => Promise<unknown>,
): Promise<void> {
  const { system, account, ctx } = scenario;
  const settled = await whileUncommitted(
    elsewhere,
    (tx) => {
      const database: Database = { ...elsewhere, transaction: (work) => work(testTx(system, tx, account)) };
      return first(testContext({ ...system, database }, account));
    },
    () => second(ctx),
  );
  if (settled.status === 'rejected') throw settled.reason;
}

test('of two changes of a bundle at the same time neither undoes the other', async () => {
  const { ctx } = scenario;
  const [app, synth] = [await scenario.product(), await scenario.product()];
  await createBundle(ctx, { id: 'pair', name: 'Pair', productIds: [app.id] });
  await overlap(
    (other) => updateBundle(other, 'pair', { name: 'Two', productIds: [app.id, synth.id] }),
    (own) => updateBundle(own, 'pair', { tagline: 'Better together' }),
  );
  const { name, tagline, revision } = (await findBundle(ctx, 'pair')) ?? assert.fail();
  assert.deepEqual([name, tagline, revision], ['Two', 'Better together', 3]);
  const { productIds } = await updateBundle(ctx, 'pair', {});
  assert.deepEqual(productIds, [app.id, synth.id]);
});

test('nor of a product', async () => {
  const { ctx } = scenario;
  const { id } = await scenario.product();
  await overlap(
    (other) => updateProduct(other, id, { name: 'New' }),
    (own) => updateProduct(own, id, { tagline: 'Better' }),
  );
  const { name, tagline, revision } = (await findProduct(ctx, id)) ?? assert.fail();
  assert.deepEqual([name, tagline, revision], ['New', 'Better', 3]);
});
