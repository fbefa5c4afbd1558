import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type LicensingScenario, licensingScenario } from '../../../../test/licensing.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { JournalTables } from '../../../platform/journal/tables.ts';
import { importLicense, recordExpiries } from '../index.ts';

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
