import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../../test/context.ts';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { createAccount } from '../../accounts/index.ts';
import type { CustomerTables } from '../../customers/index.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { JournalTables } from '../../../platform/journal/tables.ts';
import { createLicensedProduct, importLicense, recordExpiries } from '../index.ts';
import type { LicensingTables } from '../tables.ts';

const HOUR_MS = 3_600_000;

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

/** The licenses whose end is in the journal, as often as it is. */
async function endedLicenses(): Promise<string[]> {
  const events = await scenario.system.database.reader
    .tables<JournalTables>()
    .selectFrom('journalEvents')
    .select('subjects')
    .where('type', '=', 'license.expired')
    .execute();
  return events.flatMap(({ subjects }) => subjects.filter((subject) => subject.startsWith('license/')));
}

test('the end of an imported license is recorded once, and not at all if it was before the import', async () => {
  const { ctx, clock } = scenario;
  const { id: productId } = await scenario.product();
  const { id: ownerId } = await scenario.customer();
  const now = clock.now().getTime();
  const importOne = (endMs: number) =>
    transaction(ctx, (tx) => importLicense(tx, { ownerId, productId, expiresAt: new Date(now + endMs) }));
  await importOne(-HOUR_MS);
  const later = await importOne(HOUR_MS);
  await recordExpiries(scenario.system);
  assert.deepEqual(await endedLicenses(), []);
  clock.advance(2 * HOUR_MS);
  await recordExpiries(scenario.system);
  await recordExpiries(scenario.system);
  assert.deepEqual(await endedLicenses(), [`license/${later.id}`]);
});

test('an account records the end of its own license, whatever license of another account has the same id', async () => {
  const { ctx, clock, system } = scenario;
  const account = await createAccount(system, { id: 'restored', name: 'A copy' });
  const copy = testContext(system, account);
  const ends = new Date(clock.now().getTime() + HOUR_MS);
  const { id: productId } = await scenario.product();
  const { id: ownerId } = await scenario.customer();
  const { id } = await transaction(ctx, (tx) => importLicense(tx, { ownerId, productId, expiresAt: ends }));
  await createLicensedProduct(copy, { id: productId, name: 'App' });
  await system.database.transaction(async (tx) => {
    const { customers, licenses } = await rowsOf(tx, id);
    const rows = tx.tables<LicensingTables & CustomerTables>();
    await rows
      .insertInto('customers')
      .values({ ...customers, accountId: account.id })
      .execute();
    await rows
      .insertInto('licenses')
      .values({ ...licenses, accountId: account.id })
      .execute();
  });
  clock.advance(2 * HOUR_MS);
  await recordExpiries(system);
  const ended = await endedLicenses();
  assert.equal(ended.filter((subject) => subject === `license/${id}`).length, 2, 'once for each account');
});

/** The rows of a license and of its owner. */
async function rowsOf(tx: Tx, id: string) {
  const rows = tx.tables<LicensingTables & CustomerTables>();
  const licenses = await rows
    .selectFrom('licenses')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const owner = rows
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', licenses.customerId ?? '');
  return { licenses, customers: await owner.executeTakeFirstOrThrow() };
}
