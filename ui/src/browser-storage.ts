/** Texts that outlive the page, shared by all tabs; without a storage they last as long as the page. */
export interface BrowserStorage {
  readonly read: (key: string) => string | undefined;
  /** Undefined removes the text. */
  readonly write: (key: string, text: string | undefined) => void;
}

/** A storage that never fails: a browser may block it, or it may be full. */
export function createBrowserStorage(open: () => Storage): BrowserStorage {
  const memory = new Map<string, string>();
  return {
    read: (key) => {
      try {
        return open().getItem(key) ?? undefined;
      } catch {
        return memory.get(key);
      }
    },
    write: (key, text) => {
      if (text === undefined) memory.delete(key);
      else memory.set(key, text);
      try {
        if (text === undefined) open().removeItem(key);
        else open().setItem(key, text);
      } catch {
        // It is in memory.
      }
    },
  };
}

/** The storage of this host in this browser. */
export const browserStorage = createBrowserStorage(() => window.localStorage);
