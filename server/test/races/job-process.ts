import { appendFile, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../../src/kernel/clock.ts';
import { randomIds } from '../../src/kernel/ids.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { startJobWorker } from '../../src/platform/jobs/start-job-worker.ts';
import type { JobTables } from '../../src/platform/jobs/tables.ts';
import { createLog } from '../../src/platform/log.ts';
import { parameters, takePart } from '../processes.ts';
import { until } from '../waiting.ts';

const [location = '', variant = '', folder = ''] = await parameters();
const CONCURRENCY = 4;
let overlaps = 0;

/** Files are the arbiter, not the database under test: an existing one shows a job that runs elsewhere. */
async function work(id: string): Promise<void> {
  const running = join(folder, `${id}.running`);
  try {
    await (await open(running, 'wx')).close();
  } catch {
    overlaps += 1;
  }
  await appendFile(join(folder, `${id}.runs`), '.');
  await setImmediate();
  await rm(running, { force: true });
}

function dueJobs(database: Database): Promise<{ id: string }[]> {
  return database.reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .select('id')
    .where('runAt', '<=', new Date())
    .orderBy('runAt')
    .orderBy('id')
    .limit(CONCURRENCY)
    .execute();
}

/** Finds due jobs, then takes them without checking again whether they are still due. */
async function naiveWorker(database: Database): Promise<void> {
  for (let due = await dueJobs(database); due.length > 0; due = await dueJobs(database)) {
    const ids = due.map(({ id }) => id);
    await database.transaction((tx) =>
      tx
        .tables<JobTables>()
        .updateTable('jobs')
        .set({ leaseToken: randomIds.secret(), runAt: new Date(Date.now() + 60_000) })
        .where('id', 'in', ids)
        .execute(),
    );
    await Promise.all(ids.map((id) => work(id)));
    await database.transaction((tx) =>
      tx.tables<JobTables>().deleteFrom('jobs').where('id', 'in', ids).execute(),
    );
  }
}

async function leasingWorker(database: Database): Promise<void> {
  const deps = { database, clock: systemClock, ids: randomIds, log: createLog('warn') };
  const options = { concurrency: CONCURRENCY, pollIntervalMs: 0 };
  const jobs = startJobWorker(deps, { test: ({ id }) => work(id) }, options);
  await until('the last job to be done', async () => {
    await jobs.drain();
    return (await dueJobs(database)).length === 0;
  });
  await jobs.stop();
}

await takePart(location, async (database) => {
  await (variant === 'naive' ? naiveWorker(database) : leasingWorker(database));
  return overlaps;
});
