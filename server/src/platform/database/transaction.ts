import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Database, Engine, Tx } from './database.ts';
import { databaseFailure } from './errors.ts';

const ATTEMPTS = 5;

/**
 * Runs `work` in a transaction, and again after a deadlock or a serialization failure. `onCommit` receives the topics
 * that the transaction changed before any caller learns of the commit.
 */
export async function runTransaction<Result>(
  engine: Engine,
  db: Kysely<unknown>,
  work: (tx: Tx) => Promise<Result>,
  onCommit: (changed: ReadonlySet<string>) => void = () => {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const changed = new Set<string>();
    try {
      const result = await db.transaction().execute(async (transaction) => {
        const lastWrites: ((tx: Tx) => Promise<void>)[] = [];
        const tx: Tx = {
          engine,
          changed,
          beforeCommit: (write) => void lastWrites.push(write),
          tables: <Tables>() => transaction as unknown as Transaction<Tables>,
        };
        const worked = await work(tx);
        for (const write of lastWrites) await write(tx);
        return worked;
      });
      onCommit(changed);
      return result;
    } catch (error) {
      if (attempt >= ATTEMPTS || databaseFailure(error) !== 'retry') throw error;
      await delay(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** Who listens to the commits of this process. */
interface CommitListeners {
  readonly listen: Database['listen'];
  /** Calls the listeners of these topics. */
  readonly tell: (changed: ReadonlySet<string>) => void;
}

export function commitListeners(): CommitListeners {
  const listeners = new Map<string, Set<() => void>>();
  return {
    listen: (topic, listener) => {
      const ofTopic = listeners.get(topic) ?? new Set();
      listeners.set(topic, ofTopic.add(listener));
      return () => void ofTopic.delete(listener);
    },
    tell: (changed) => {
      for (const topic of changed) for (const listener of listeners.get(topic) ?? []) listener();
    },
  };
}
