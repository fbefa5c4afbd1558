import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { licensingScenario, type LicensingScenario } from '../../../test/licensing.ts';
import { readVersion, recordChange } from '../database/record-change.ts';
import { enqueueJob, JOBS } from '../jobs/enqueue-job.ts';
import type { JobTables } from '../jobs/tables.ts';
import { readContext, transaction } from './context.ts';

let scenario: LicensingScenario;
before(async () => {
  scenario = await licensingScenario();
});
after(() => scenario.close());

const TOPIC = 'a topic of this test';

async function jobsOfKind(kind: string): Promise<number> {
  const { reader } = scenario.ctx.database;
  const rows = await reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .execute();
  return rows.length;
}

test('a command has its context in the transaction, and no way around it to the database', async () => {
  const { ctx } = scenario;
  await transaction(ctx, async (tx) => {
    assert.equal(tx.account, ctx.account);
    assert.deepEqual(tx.actor, { kind: 'CommandLine' });
    assert.equal(tx.clock, ctx.clock);
    assert.equal('database' in tx, false);
  });
  assert.equal('database' in readContext(ctx), false);
});

test('writes of a command are committed when it resolves, and rolled back when it rejects', async () => {
  const { ctx } = scenario;
  const enqueue = (kind: string) =>
    transaction(ctx, async (tx) => {
      await enqueueJob(tx, tx, { accountId: tx.account.id, kind, payload: {} });
      if (kind === 'test.refused') throw new Error('refused');
    });
  await enqueue('test.kept');
  await assert.rejects(enqueue('test.refused'), /refused/);
  assert.deepEqual([await jobsOfKind('test.kept'), await jobsOfKind('test.refused')], [1, 0]);
});

test('jobs and changes of a command are announced as those of any other transaction', async () => {
  let announced = 0;
  const { ctx } = scenario;
  const { database } = ctx;
  const ignore = database.listen(JOBS, () => {
    announced += 1;
  });
  const before = await readVersion(database.reader, ctx.account.id, TOPIC);
  await transaction(ctx, async (tx) => recordChange(tx, tx.account.id, TOPIC));
  assert.equal(announced, 0);
  await transaction(ctx, async (tx) => {
    await enqueueJob(tx, tx, { kind: 'test.announced', payload: {} });
  });
  assert.equal(announced, 1);
  ignore();
  const after = await readVersion(database.reader, ctx.account.id, TOPIC);
  assert.notEqual(after, before);
  assert.equal(await database.changes.version(ctx.account.id, TOPIC), after);
});
