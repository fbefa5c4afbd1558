import assert from 'node:assert/strict';
import { once } from 'node:events';
import { glob, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { openTestSystem } from '../test/harness.ts';
import { within } from '../test/waiting.ts';
import { CHORES, jobHandlers, PATIENT_JOBS, periodicJobs } from './jobs.ts';
import { createAccount } from './modules/accounts/index.ts';
import { settleJob } from './modules/payments/index.ts';
import { listDeadJobs } from './platform/jobs/operate-jobs.ts';
import { enqueueJob } from './platform/jobs/enqueue-job.ts';
import { startJobWorker } from './platform/jobs/start-job-worker.ts';
import { queueMail } from './platform/mail/mail.ts';
import type { MailTables } from './platform/mail/tables.ts';

let opened: Awaited<ReturnType<typeof openTestSystem>>;
before(async () => {
  opened = await openTestSystem();
});
after(() => opened.close());

async function* sources(): AsyncGenerator<readonly [file: string, text: string]> {
  for await (const file of glob('**/*.ts', { cwd: import.meta.dirname })) {
    if (!file.endsWith('.test.ts')) yield [file, await readFile(new URL(file, import.meta.url), 'utf8')];
  }
}

test('every kind of job that the code defines has a handler, and every handler a kind', async () => {
  const kinds: string[] = [];
  for await (const [, text] of sources())
    kinds.push(...[...text.matchAll(/= define(?:Account)?Job\(\s*'([^']+)'/g)].map(([, kind = '']) => kind));
  assert.ok(kinds.includes('mail.send'), 'the test looks at the wrong files');
  assert.deepEqual(Object.keys(jobHandlers(opened.system)).toSorted(), kinds.toSorted());
});

test('jobs with a pace are those that come in thousands, and nothing that a buyer waits for', () => {
  const kinds = Object.keys(jobHandlers(opened.system));
  assert.deepEqual(
    kinds.filter((kind) => PATIENT_JOBS.includes(kind)),
    ['subscriptions.step', 'subscriptions.announce-price'],
  );
});

test('a job is enqueued by its definition, or as it was when its account moved: its handler accepts the payload', async () => {
  const writers: string[] = [];
  for await (const [file, text] of sources()) if (/\benqueueJob\b/.test(text)) writers.push(file);
  assert.deepEqual(writers.toSorted(), [
    'modules/account-transfer/moved-work.ts',
    'platform/jobs/define-job.ts',
    'platform/jobs/enqueue-job.ts',
  ]);
});

test('every chore has nothing to do on an empty database', async () => {
  for (const [kind, [, chore]] of Object.entries(CHORES)) assert.equal(await chore(opened.system), 0, kind);
});

test('everything that can be purged is purged by a chore', async () => {
  const names: string[] = [];
  for await (const [, text] of sources())
    names.push(
      ...[...text.matchAll(/^export (?:async )?function (purge\w+)/gm)].map(([, name = '']) => name),
    );
  assert.ok(names.length > 5, 'hardly anything can be purged');
  // A chore is the function itself or calls it by its name.
  const chores = Object.values(CHORES).map(String).join('\n');
  assert.deepEqual(
    names.filter((name) => !chores.includes(name)),
    [],
  );
});

test('mails are kept for 90 days', async () => {
  const { system } = opened;
  await createAccount(system, { id: 'mails', name: 'Mails' });
  const mail = { accountId: 'mails', kind: 'Receipt', recipient: 'ann@example.com', subject: 'Thanks' };
  await system.database.transaction(async (tx) => {
    await queueMail(system, tx, { ...mail, text: 'Thanks', html: '<p>Thanks</p>' });
    await tx.tables<MailTables>().updateTable('mails').set({ status: 'Kept' }).execute();
  });
  const [, purge] = CHORES['mail.purge'] ?? assert.fail('no such chore');
  system.clock.advance(90 * 86_400_000 - 10_000);
  assert.equal(await purge(system), 0);
  system.clock.advance(10_000);
  assert.equal(await purge(system), 1);
});

test('a chore is repeated until nothing is left, and one that fails keeps no other from its work', async () => {
  const { system } = opened;
  const counts = [3, 2, 1];
  const jobs = periodicJobs(system, {
    'test.failing': [1, () => Promise.reject(new Error('on purpose'))],
    'test.working': [1, async () => counts.pop() ?? 0],
  });
  const worker = startJobWorker(system, jobs, { pollIntervalMs: 0 });
  await worker.drain();
  system.clock.advance(1_000);
  await worker.drain();
  await worker.stop();
  assert.deepEqual(counts, []);
});

test('a chore that has much to do ends when the server stops, and goes on after the next start', async () => {
  const { system } = opened;
  let left = 600;
  const start = Promise.withResolvers<void>();
  const jobs = periodicJobs(system, {
    'test.long': [
      86_400,
      async (_system, signal) => {
        left -= 1;
        if (left === 500) start.resolve();
        if (left === 500 && signal !== undefined) await once(signal, 'abort');
        return left;
      },
    ],
  });
  const [first, next] = [1, 2].map(() => startJobWorker(system, jobs, { pollIntervalMs: 0 }));
  assert.ok(first !== undefined && next !== undefined);
  await first.drain();
  system.clock.advance(86_400_000);
  first.wake();
  await within('the chore to start', start.promise);
  await within('the server to stop', first.stop());
  assert.equal(left, 500);
  await next.drain();
  await next.stop();
  assert.equal(left, 0);
});

test('a job that can never succeed is kept where operators see it', async () => {
  const { system } = opened;
  const { id: accountId } = await createAccount(system, { id: 'jobs', name: 'Jobs' });
  const { kind } = settleJob;
  const fits = { paymentId: 'p' };
  const misfits = [{}, { ...fits, isReported: 'yes' }, { ...fits, paymentId: 7 }];
  await system.database.transaction(async (tx) => {
    await enqueueJob(system, tx, { kind, payload: fits });
    for (const payload of misfits) await enqueueJob(system, tx, { accountId, kind, payload });
  });
  const worker = startJobWorker(system, jobHandlers(system), { pollIntervalMs: 0, maxAttempts: 1 });
  await worker.drain();
  await worker.stop();
  const dead = await listDeadJobs(system.database.reader);
  assert.deepEqual(dead.map(({ lastError }) => lastError).toSorted(), [
    'Error: a job payments.settle names no account that exists',
    ...misfits.map(() => 'TypeError: the payload of a job payments.settle does not fit'),
  ]);
});
