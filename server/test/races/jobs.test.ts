import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { stillClock } from '../clock.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { randomIds } from '../../src/kernel/ids.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { enqueueJob } from '../../src/platform/jobs/enqueue-job.ts';
import { type Job, startJobWorker } from '../../src/platform/jobs/start-job-worker.ts';
import type { JobTables } from '../../src/platform/jobs/tables.ts';
import { createLog } from '../../src/platform/log.ts';
import { openTestDatabase } from '../database.ts';
import { runTogether, startProcess } from '../processes.ts';
import { untilExercised } from './until-exercised.ts';

const JOBS = 200;
const PROCESSES = 2;

function enqueue(database: Database, count: number): Promise<void> {
  return database.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1) {
      await enqueueJob({ ids: randomIds, clock: systemClock }, tx, { kind: 'test', payload: { index } });
    }
  });
}

const jobsOf = (database: Database) =>
  database.reader.tables<JobTables>().selectFrom('jobs').selectAll().execute();

async function race(variant: string): Promise<{ overlaps: number; runs: number[]; remaining: number }> {
  const { database, location, close } = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-jobs-'));
  try {
    await enqueue(database, JOBS);
    const script = new URL('job-process.ts', import.meta.url);
    const outcomes = await runTogether(
      script,
      Array.from({ length: PROCESSES }, () => [location, variant, folder]),
    );
    const files = (await readdir(folder)).filter((name) => name.endsWith('.runs'));
    const runs = await Promise.all(
      files.map(async (name) => (await readFile(join(folder, name), 'utf8')).length),
    );
    const overlaps = outcomes.reduce<number>((sum, part) => sum + Number(part), 0);
    return { overlaps, runs, remaining: (await jobsOf(database)).length };
  } finally {
    await close();
    await rm(folder, { recursive: true });
  }
}

test('two processes handle each job exactly once', async () => {
  const { overlaps, runs, remaining } = await race('leasing');
  assert.equal(overlaps, 0);
  assert.deepEqual(
    runs,
    Array.from({ length: JOBS }, () => 1),
  );
  assert.equal(remaining, 0);
});

test('workers that check before they take handle jobs twice in the same race', () =>
  untilExercised(async () => {
    const { runs } = await race('naive');
    const twice = runs.filter((count) => count > 1).length;
    assert.ok(twice > 0, 'the race was not exercised: no job ran twice');
  }));

test('a job of a process that was killed runs again when its lease ends, and not before', async () => {
  const { database, location, close } = await openTestDatabase();
  const child = startProcess(new URL('crashing-worker-process.ts', import.meta.url), [location]);
  try {
    const started = child.message();
    await enqueue(database, 1);
    const id = await started;
    await child.end();

    const [row] = await jobsOf(database);
    assert.equal(row?.id, id);
    const leaseEnd = row?.runAt.getTime() ?? 0;
    const clock = stillClock(new Date(leaseEnd - 1), 'it is about the exact end of the lease');
    const runs: Job[] = [];
    const deps = { database, clock, ids: randomIds, log: createLog('silent') };
    const jobs = startJobWorker(deps, { test: async (job) => void runs.push(job) }, { pollIntervalMs: 0 });
    await jobs.drain();
    assert.equal(runs.length, 0);
    clock.advance(1);
    await jobs.drain();
    await jobs.stop();
    assert.deepEqual(
      runs.map((job) => [job.id, job.attempt]),
      [[id, 2]],
    );
  } finally {
    await child.end();
    await close();
  }
});
