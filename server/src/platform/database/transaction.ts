import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Engine, Tx } from './database.ts';
import { insertEvents } from '../journal/store.ts';
import { databaseFailure } from './errors.ts';

const ATTEMPTS = 5;

/**
 * Runs `work` in a transaction, and again after a deadlock or a serialization failure. `onCommit` receives the changes
 * that the transaction recorded before any caller learns of the commit. The recorded events are its last statement.
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
        const tx: Tx = {
          engine,
          changed,
          outbox: { hasJobs: false },
          journal: [],
          tables: <Tables>() => transaction as unknown as Transaction<Tables>,
        };
        const worked = await work(tx);
        await insertEvents(tx, tx.journal);
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
