/** A storage for texts: `localStorage`, `sessionStorage`, or anything with these methods. */
export interface TextStorage {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
}

/** A storage that lasts as long as the program or the page. */
export function memoryStorage(): TextStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/**
 * `localStorage` on a page, memory elsewhere, and where the browser blocks storage: then even naming it raises an
 * error.
 */
export function defaultStorage(): TextStorage {
  if (!('window' in globalThis)) return memoryStorage();
  try {
    return globalThis.localStorage;
  } catch {
    return memoryStorage();
  }
}

/** A text in a storage, which may be full or forbidden: then the text lasts as long as the program. */
export interface StoredText {
  readonly read: () => string | undefined;
  readonly write: (text: string | undefined) => void;
}

/** The text of one key. */
export function storedText(storage: TextStorage, key: string): StoredText {
  let copy: string | undefined;
  let isStored = true;
  return {
    read: () => {
      if (!isStored) return copy;
      try {
        return storage.getItem(key) ?? undefined;
      } catch {
        return copy;
      }
    },
    write: (text) => {
      copy = text;
      try {
        if (text === undefined) storage.removeItem(key);
        else storage.setItem(key, text);
        isStored = (storage.getItem(key) ?? undefined) === text;
      } catch {
        isStored = false;
      }
    },
  };
}
