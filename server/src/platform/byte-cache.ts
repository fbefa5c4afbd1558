/** A value that takes this much memory. */
export interface Sized {
  readonly sizeBytes: number;
}

/** Values in memory, bounded in bytes: the one that was asked for longest ago goes first. */
export interface ByteCache<Value extends Sized> {
  get(key: string): Value | undefined;
  /** Keeps the value in place of an older one; a value larger than the whole cache is not kept. */
  set(key: string, value: Value): void;
  delete(key: string): void;
  readonly sizeBytes: number;
}

/** Makes an empty cache that keeps values up to `capacityBytes` together. */
export function byteCache<Value extends Sized>(capacityBytes: number): ByteCache<Value> {
  const entries = new Map<string, Value>();
  let sizeBytes = 0;
  const remove = (key: string): void => {
    sizeBytes -= entries.get(key)?.sizeBytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      // Taken out and put back, an entry becomes the youngest of the map's order.
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      if (value.sizeBytes > capacityBytes) return;
      entries.set(key, value);
      sizeBytes += value.sizeBytes;
      for (const oldest of entries.keys()) {
        if (sizeBytes <= capacityBytes) return;
        remove(oldest);
      }
    },
    delete: remove,
    get sizeBytes() {
      return sizeBytes;
    },
  };
}
