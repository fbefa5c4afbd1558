import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { stockShop } from '../../../../test/shop.ts';
import { subscribe } from '../../../../test/subscriptions.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { JobTables } from '../../../platform/jobs/tables.ts';
import { wakeSteps } from '../index.ts';
import { scheduleStep, stepJob, stepNowJob } from './step-job.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

test('a step whose job was lost is taken up an hour later, once', async () => {
  const { subscription } = await subscribe(app);
  const kinds = [stepJob.kind, stepNowJob.kind];
  const count = async () => {
    const jobs = app.system.database.reader.tables<JobTables>().selectFrom('jobs').selectAll();
    const rows = await jobs.where('kind', 'in', kinds).execute();
    return rows.filter(({ payload }) => payload['subscriptionId'] === subscription.id).length;
  };
  app.system.clock.set(subscription.paidUntil);
  app.system.clock.advance(3_700_000);
  await wakeSteps(app.system);
  assert.equal(await count(), 1, 'the one of the subscription is due, and waits');
  const loseJobs = () =>
    app.system.database.transaction((tx) =>
      tx.tables<JobTables>().deleteFrom('jobs').where('kind', 'in', kinds).execute(),
    );
  await loseJobs();
  app.system.clock.set(subscription.paidUntil);
  await wakeSteps(app.system);
  assert.equal(await count(), 0, 'it is not late');
  await loseJobs();
  app.system.clock.advance(3_700_000);
  await wakeSteps(app.system);
  await wakeSteps(app.system);
  assert.equal(await count(), 1);
});

test('a step that somebody waits for does not queue behind those that are due at their time', async () => {
  const { subscription } = await subscribe(app);
  const kinds = async () => {
    const rows = await app.system.database.reader
      .tables<JobTables>()
      .selectFrom('jobs')
      .selectAll()
      .execute();
    const own = rows.filter(({ payload }) => payload['subscriptionId'] === subscription.id);
    return own.map(({ kind }) => kind).toSorted();
  };
  assert.deepEqual(await kinds(), [stepJob.kind]);
  const now = app.system.clock.now();
  await transaction(app.ctx, (tx) => scheduleStep(tx, { id: subscription.id, dueAt: now }));
  assert.deepEqual(await kinds(), [stepJob.kind, stepNowJob.kind]);
});
