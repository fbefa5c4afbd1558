import type { NewsKind } from './concerns.ts';

/** What has happened since this window follows the server, for the lists that do not move by themselves. */
export interface News {
  readonly add: (kind: NewsKind, id: string, at: number) => void;
  /** How many things of a kind are new or have changed since a time, in milliseconds. */
  readonly count: (kind: NewsKind, since: number) => number;
  /** Calls `listener` after each change, until the function that it returns is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** More than a list shows at once: then it says so many. */
const MOST = 1_000;

export function createNews(): News {
  const latest = new Map<NewsKind, Map<string, number>>();
  const listeners = new Set<() => void>();
  return {
    add: (kind, id, at) => {
      const times = latest.get(kind) ?? new Map<string, number>();
      latest.set(kind, times);
      // The newest is the last, so that the oldest goes first.
      times.delete(id);
      times.set(id, at);
      const [oldest] = times.keys();
      if (times.size > MOST && oldest !== undefined) times.delete(oldest);
      for (const listener of listeners) listener();
    },
    count: (kind, since) => [...(latest.get(kind)?.values() ?? [])].filter((at) => at > since).length,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Those of this window. */
export const news: News = createNews();
