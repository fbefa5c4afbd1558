import type { LRUCache } from 'lru-cache';
import { recentValues } from '../recent-values.ts';
import type { System } from '../system.ts';
import type { Database } from './database.ts';

/** Facts of an account that a process caches for as long as they are current according to the change feed. */
interface VersionedCache<Value> {
  /** The value under `key`, loaded again after each recorded change of the cache's topic for `accountId`. */
  get(system: System, accountId: string, key?: string): Promise<Value>;
  /** The same value, synchronously, if it is cached and certainly current; `undefined` otherwise. */
  peek(system: System, accountId: string, key?: string): Value | undefined;
}

interface VersionedCacheOptions<Value> {
  /** The topic that commands pass to `recordChange` when they change the data of this cache. */
  readonly topic: string;
  /** Reads the value from the database; rejections are not cached. */
  readonly load: (system: System, accountId: string, key: string) => Promise<Value>;
  /** The number of values that one process caches; the least recently used one is evicted first. */
  readonly capacity?: number;
}

interface Entry<Value> {
  readonly version: number;
  readonly value: Promise<Value>;
  /** The result of `value`. */
  result?: Value;
}

const DEFAULT_CAPACITY = 10_000;

/**
 * Caches values until the change feed reports a newer version of their topic. Callers that request the same value at
 * the same time share one load. Each database has a cache of its own, so that tests and processes with several of them
 * do not mix.
 */
export function versionedCache<Value>(options: VersionedCacheOptions<Value>): VersionedCache<Value> {
  const { topic, load, capacity = DEFAULT_CAPACITY } = options;
  const caches = new WeakMap<Database, LRUCache<string, Entry<Value>>>();
  const entriesOf = (database: Database): LRUCache<string, Entry<Value>> => {
    const entries = caches.get(database) ?? recentValues<Entry<Value>>(capacity);
    caches.set(database, entries);
    return entries;
  };
  const currentEntry = ({ database }: System, accountId: string, key: string): Entry<Value> | undefined => {
    const entry = entriesOf(database).get(`${accountId}/${key}`);
    return entry?.version === database.changes.peek(accountId, topic) ? entry : undefined;
  };
  const refresh = async (system: System, accountId: string, key: string): Promise<Value> => {
    const entries = entriesOf(system.database);
    const name = `${accountId}/${key}`;
    // The version is read before the value: rows newer than their version are only loaded again.
    const version = await system.database.changes.version(accountId, topic);
    const current = entries.get(name);
    if (current?.version === version) return current.value;
    const entry: Entry<Value> = { version, value: load(system, accountId, key) };
    entries.set(name, entry);
    entry.value.then(
      (value) => (entry.result = value),
      () => entries.peek(name) === entry && entries.delete(name),
    );
    return entry.value;
  };
  return {
    get: (system, accountId, key = '') =>
      currentEntry(system, accountId, key)?.value ?? refresh(system, accountId, key),
    peek: (system, accountId, key = '') => currentEntry(system, accountId, key)?.result,
  };
}
