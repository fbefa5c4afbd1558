import type { System } from '../system.ts';
import type { Database } from './database.ts';

/** Facts of an account that a process keeps in memory for as long as the change feed says that they hold. */
export interface VersionedCache<Value> {
  /** The value under `key`, loaded again after each recorded change of the cache's topic for `accountId`. */
  get(system: System, accountId: string, key?: string): Promise<Value>;
}

export interface VersionedCacheOptions<Value> {
  /** The topic that commands name in `recordChange` when they change what is kept here. */
  readonly topic: string;
  /** Reads the value from the database; what it rejects with is not kept. */
  readonly load: (system: System, accountId: string, key: string) => Promise<Value>;
  /** How many values one process keeps; the one that was asked for longest ago goes first. */
  readonly capacity?: number;
}

interface Entry<Value> {
  /** The feed's answer under which the entry was found good. */
  readonly asked: Promise<number>;
  readonly version: number;
  readonly value: Promise<Value>;
}

const DEFAULT_CAPACITY = 10_000;

/**
 * Keeps values in memory until the change feed reports a newer version of their topic. Callers that ask for the
 * same value at the same time share one load. Each database has a cache of its own, so that tests and processes
 * with several of them do not mix.
 */
export function versionedCache<Value>(options: VersionedCacheOptions<Value>): VersionedCache<Value> {
  const { topic, load, capacity = DEFAULT_CAPACITY } = options;
  const caches = new WeakMap<Database, Map<string, Entry<Value>>>();
  const entriesOf = (database: Database): Map<string, Entry<Value>> => {
    const entry = caches.get(database) ?? new Map<string, Entry<Value>>();
    caches.set(database, entry);
    return entry;
  };
  const refresh = async (
    system: System,
    accountId: string,
    key: string,
    versionRead: Promise<number>,
  ): Promise<Value> => {
    const entries = entriesOf(system.database);
    const name = `${accountId}/${key}`;
    // The version is read before the value: rows newer than their version are only loaded once more.
    const version = await versionRead;
    const entry = entries.get(name);
    const isCurrent = entry?.version === version;
    const value = isCurrent ? entry.value : load(system, accountId, key);
    entries.delete(name);
    entries.set(name, { asked: versionRead, version, value });
    if (isCurrent) return value;
    value.catch(() => {
      if (entries.get(name)?.value === value) entries.delete(name);
    });
    dropOldest(entries, capacity);
    return value;
  };
  return {
    get(system, accountId, key = '') {
      const entries = entriesOf(system.database);
      const name = `${accountId}/${key}`;
      const versionRead = system.database.changes.version(accountId, topic);
      const entry = entries.get(name);
      // A feed that has heard of no change gives the very answer that it gave before: there is nothing to wait for.
      if (entry === undefined || entry.asked !== versionRead)
        return refresh(system, accountId, key, versionRead);
      // Taken out and put back, an entry becomes the youngest of the map's order.
      entries.delete(name);
      entries.set(name, entry);
      return entry.value;
    },
  };
}

function dropOldest(entries: Map<string, unknown>, capacity: number): void {
  for (const name of entries.keys()) {
    if (entries.size <= capacity) return;
    entries.delete(name);
  }
}
