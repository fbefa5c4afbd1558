import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAccount } from '../../src/modules/accounts/index.ts';
import type { JobTables } from '../../src/platform/jobs/tables.ts';
import { openTestSystem } from '../harness.ts';
import { runTogether } from '../processes.ts';

const PROCESS = new URL('follow-journal-process.ts', import.meta.url);
const PROCESSES = 3;
const EVENTS = 40;

let opened: Awaited<ReturnType<typeof openTestSystem>>;
before(async () => {
  opened = await openTestSystem();
});
after(() => opened.close());

test('of several processes that commit events and follow them, each event is seen by one, once', async () => {
  const { id } = await createAccount(opened.system, { id: 'race', name: 'Race' });
  const list = [opened.test.location, id, String(EVENTS)];
  await runTogether(
    PROCESS,
    Array.from({ length: PROCESSES }, () => list),
  );
  const jobs = await opened.system.database.reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', 'test.seen')
    .execute();
  const sequences = jobs.map(({ payload }) => Number(payload['sequence']));
  // The first event of the account is its creation.
  const expected = Array.from({ length: PROCESSES * EVENTS + 1 }, (_, index) => index + 1);
  assert.deepEqual(
    sequences.toSorted((a, b) => a - b),
    expected,
  );
});
