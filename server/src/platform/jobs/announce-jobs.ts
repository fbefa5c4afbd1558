import type { Database, Tx } from '../database/database.ts';

const enqueuing = new WeakSet<Tx>();

/** Remembers that jobs wait for the commit of this transaction. */
export function noteEnqueued(tx: Tx): void {
  enqueuing.add(tx);
}

/**
 * The same database, which calls `onEnqueued` after each commit of a transaction that enqueued a job: the
 * composition hands it on to the worker's `wake`, so that a mail leaves at once and not at the next poll.
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
        hasEnqueued = enqueuing.has(tx);
        return worked;
      });
      if (hasEnqueued) onEnqueued();
      return result;
    },
  };
}
