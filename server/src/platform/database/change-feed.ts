/**
 * Detects whether cached facts still match the database.
 *
 * A command that changes such facts calls `recordChange` in its transaction; a cache checks the version before it
 * returns a value, and drops values of another version.
 */
export interface ChangeFeed {
  /** The version of a topic of an account; 0 before its first change. */
  version(accountId: string, topic: string): Promise<number>;
  /** The same, synchronously, if that needs no waiting; `undefined` otherwise. */
  peek(accountId: string, topic: string): number | undefined;
}
