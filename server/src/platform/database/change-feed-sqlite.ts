import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ChangeFeed } from './database.ts';
import { changeKey } from './record-change.ts';

/** A change feed that is notified of the commits of this process. */
interface FileChangeFeed extends ChangeFeed {
  /** Drops the versions that a transaction of this process has changed. */
  readonly forget: (changed: ReadonlySet<string>) => void;
}

/**
 * The feeds that have checked their files in this turn of the event loop. Requests that are handled in one turn were
 * sent before it, so that check has seen everything that other processes committed before they were sent.
 */
const upToDate = new Set<FileChangeFeed>();

/**
 * Keeps versions in memory. SQLite counts, for each connection, the commits of all others: while that number of the
 * `writer`, through which this process commits, stays the same, no other process has changed anything, and the changes
 * of this process are reported through `forget`.
 */
export function fileChangeFeed(writer: DatabaseSync, reader: DatabaseSync): FileChangeFeed {
  const versions = new Map<string, number>();
  const commitsOfOthers = statement(writer, 'pragma data_version');
  const versionOf = statement(
    reader,
    'select version from change_versions where account_id = ? and topic = ?',
  );
  let dataVersion: unknown;

  const look = (): void => {
    const now = commitsOfOthers().get()?.['data_version'];
    if (now !== dataVersion) versions.clear();
    dataVersion = now;
    upToDate.add(feed);
    setImmediate(() => upToDate.delete(feed));
  };

  const versionNow = (accountId: string, topic: string): number => {
    if (!upToDate.has(feed)) look();
    const key = changeKey(accountId, topic);
    const version = versions.get(key) ?? Number(versionOf().get(accountId, topic)?.['version'] ?? 0);
    versions.set(key, version);
    return version;
  };

  const feed: FileChangeFeed = {
    version: async (accountId, topic) => versionNow(accountId, topic),
    peek: versionNow,
    forget: (changed) => {
      for (const key of changed) versions.delete(key);
      // Another feed on the same file, even in this process, must check again.
      upToDate.clear();
    },
  };
  return feed;
}

/** Prepared on first use: a new file has no tables yet. */
function statement(database: DatabaseSync, sql: string): () => StatementSync {
  let prepared: StatementSync | undefined;
  return () => (prepared ??= database.prepare(sql));
}
