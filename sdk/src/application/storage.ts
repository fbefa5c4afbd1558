/**
 * The place where an application stores its license: one text. Several processes or tabs of the application may use the
 * same place.
 */
export interface LicenseStorage {
  /** The text; undefined when there is none. A reader never sees half of a write. */
  readonly read: () => Promise<string | undefined>;
  /**
   * Replaces the text with the result of `change`; undefined removes it. No write of another process in the meantime is
   * lost. `change` may be called more than once.
   */
  readonly update: (change: (text: string | undefined) => string | undefined) => Promise<void>;
}

/** Keeps the text as long as the object exists: for tests, and for applications that store it elsewhere. */
export function memoryStorage(text?: string): LicenseStorage {
  let current = text;
  return {
    read: async () => current,
    update: async (change) => {
      current = change(current);
    },
  };
}

/** The methods of `localStorage` that are used. */
export interface WebStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Keeps the text in the storage of a browser, such as `localStorage`. An update is one piece of synchronous code, which
 * other tabs do not interrupt. Raises the errors of the storage, such as that of a full one.
 */
export function webStorage(storage: WebStorage, key: string): LicenseStorage {
  const read = (): string | undefined => storage.getItem(key) ?? undefined;
  return {
    read: async () => read(),
    update: async (change) => {
      const before = read();
      const next = change(before);
      if (next === before) return;
      if (next === undefined) storage.removeItem(key);
      else storage.setItem(key, next);
    },
  };
}
