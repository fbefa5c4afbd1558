import type { Database } from '../database/database.ts';

/**
 * The same database, which calls `onEnqueued` after each commit of a transaction that enqueued a job: the composition
 * root connects it to the worker's `wake`, so that a mail is sent at once and not at the next poll.
 *
 * Nothing depends on it: jobs of other processes, and those that become due later, are found by polling.
 */
export function announceJobs(database: Database, onEnqueued: () => void): Database {
  return {
    ...database,
    async transaction(work) {
      let hasEnqueued = false;
      const result = await database.transaction(async (tx) => {
        const worked = await work(tx);
        hasEnqueued = tx.outbox.hasJobs;
        return worked;
      });
      if (hasEnqueued) onEnqueued();
      return result;
    },
  };
}
