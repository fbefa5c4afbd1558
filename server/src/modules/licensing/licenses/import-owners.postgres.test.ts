import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { openLocation } from '../../../../test/open-location.ts';
import { whileUncommitted } from '../../../../test/uncommitted.ts';
import type { Database } from '../../../platform/database/database.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx } from '../../accounts/index.ts';
import type { CustomerTables } from '../../customers/index.ts';
import { importLicense, importTrial } from '../index.ts';

// On SQLite one transaction writes at a time; here two do, and an import waits for whoever changes its owner.

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

/** What becomes of an import while its owner is deleted. */
async function importWhileDeleting(
  work: (tx: CommandTx, owner: { ownerId: string; productId: string }) => Promise<unknown>,
) {
  const { id: ownerId } = await scenario.customer();
  const { id: productId } = await scenario.product();
  return whileUncommitted(
    elsewhere,
    (tx) =>
      tx
        .tables<CustomerTables>()
        .updateTable('customers')
        .set({ isDeleted: true })
        .where('id', '=', ownerId)
        .execute(),
    () => transaction(scenario.ctx, (tx) => work(tx, { ownerId, productId })),
  );
}

test('a license or a trial is not imported for a customer who is deleted meanwhile', async () => {
  const device = { deviceSignature: 'device', deviceName: 'Studio' };
  for (const settled of [
    await importWhileDeleting(importLicense),
    await importWhileDeleting((tx, owner) =>
      importTrial(tx, {
        ...owner,
        ...device,
        expiresAt: new Date(scenario.clock.now().getTime() + 86_400_000),
      }),
    ),
  ]) {
    const { errors } = settled.status === 'rejected' ? settled.reason : assert.fail('it was imported');
    assert.deepEqual(errors, { ownerId: ['is not a customer of this account'] });
  }
});
