import { LRUCache } from 'lru-cache';

/**
 * A cache of at most `most` values; the least recently used one is evicted. Its memory grows as it fills: the option
 * `max` of the library would reserve the places of all values at once, in each cache of every application.
 */
export function recentValues<Value extends object | true>(most: number): LRUCache<string, Value> {
  return new LRUCache<string, Value>({ maxSize: most, sizeCalculation: () => 1 });
}
