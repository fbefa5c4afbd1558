/**
 * Tells whether facts that a process keeps in memory are still the ones in the database.
 *
 * A command that changes such facts calls `recordChange` in its transaction; a cache asks for the version
 * before it answers and drops what it made under another one.
 */
export interface ChangeFeed {
  /** The version of a topic of an account; 0 before its first change. */
  version(accountId: string, topic: string): Promise<number>;
  /** The same at once, where nothing has to be waited for; `undefined` otherwise. */
  peek(accountId: string, topic: string): number | undefined;
}
