import { setTimeout as delay } from 'node:timers/promises';
import { isServerClock } from '../server-clock.ts';
import type { System } from '../system.ts';
import type { JobHandler } from './job-run.ts';
import { startJobWorker } from './start-job-worker.ts';
import { nextJob } from './store.ts';

/** Another worker of the server has the job: how long to wait for it. */
const PATIENCE_MS = 20;

/**
 * For development: moves the clock of this server forward to a time, from due time to due time, and runs the jobs of
 * these kinds that become due, until nothing is due any more. Resolves with the time then. Throws a `TypeError` for a
 * clock that cannot be moved.
 */
export async function advanceClock(
  system: System,
  handlers: Readonly<Record<string, JobHandler>>,
  to: Date,
): Promise<Date> {
  const { clock, database } = system;
  if (!isServerClock(clock)) throw new TypeError('this clock cannot be moved');
  const kinds = Object.keys(handlers);
  const worker = startJobWorker(system, handlers, { pollIntervalMs: 0 });
  try {
    for (;;) {
      await worker.drain();
      const next = await nextJob(database.reader, kinds);
      if (next === undefined || (next.runAt > to && next.leaseToken === null)) break;
      if (next.leaseToken !== null) await delay(PATIENCE_MS);
      else clock.moveTo(next.runAt);
    }
    clock.moveTo(to);
    await worker.drain();
    return clock.now();
  } finally {
    await worker.stop();
  }
}
