import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { openTestSystem } from '../test/harness.ts';
import { jobHandlers } from './job-handlers.ts';
import { SANDBOX_SETTLE_JOB } from './modules/payments/index.ts';
import { enqueueJob } from './platform/jobs/enqueue-job.ts';
import { listDeadJobs } from './platform/jobs/dead-jobs.ts';
import { startJobWorker } from './platform/jobs/start-job-worker.ts';

let opened: Awaited<ReturnType<typeof openTestSystem>>;
before(async () => {
  opened = await openTestSystem();
});
after(() => opened.close());

test('every kind of job that the code names has a handler, and every handler a kind', async () => {
  const kinds: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: import.meta.dirname })) {
    const text = await readFile(new URL(file, import.meta.url), 'utf8');
    kinds.push(...[...text.matchAll(/^export const \w+_JOB = '([^']+)'/gm)].map(([, kind = '']) => kind));
  }
  assert.ok(kinds.includes('mail.send'), 'the test looks at the wrong files');
  assert.deepEqual(Object.keys(jobHandlers(opened.system)).toSorted(), kinds.toSorted());
});

test('a job that can never be done is kept where one sees it', async () => {
  const { system } = opened;
  const payloads = [{}, { paymentId: 'p', outcome: 'Explode' }, { paymentId: 7, outcome: 'Succeed' }];
  await system.database.transaction(async (tx) => {
    for (const payload of payloads) await enqueueJob(system, tx, { kind: SANDBOX_SETTLE_JOB, payload });
  });
  const worker = startJobWorker(system, jobHandlers(system), { pollIntervalMs: 0, maxAttempts: 1 });
  await worker.drain();
  await worker.stop();
  const dead = await listDeadJobs(system.database.reader);
  assert.deepEqual(
    dead.map(({ kind }) => kind),
    payloads.map(() => SANDBOX_SETTLE_JOB),
  );
});
