import type { Database, Tx } from './database.ts';

/** The target of a write: the caller's transaction, or one of its own. */
export type Place = Tx | Database;

/** Runs `work` in the transaction, or in a new one of the database. */
export function within<Result>(place: Place, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return 'transaction' in place ? place.transaction(work) : work(place);
}
