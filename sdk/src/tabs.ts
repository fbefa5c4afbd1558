import type { TextStorage } from './storage.ts';

/** Runs work while no other tab runs work of the same kind. Raises the errors of the work. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The maximum time that a tab which hangs with its work holds up the others. */
const PATIENCE_MILLISECONDS = 10_000;

/** Names of the storages of a process. */
const names = new WeakMap<TextStorage, string>();

/**
 * The turns of all users of this key of this storage; without locks, as on pages without HTTPS, nobody waits, and
 * nobody ever waits longer than the time limit.
 */
export function turnsOf(storage: TextStorage, key: string, patience = PATIENCE_MILLISECONDS): Turns {
  return async (work) => {
    const { locks }: Partial<Navigator> = typeof navigator === 'undefined' ? {} : navigator;
    if (locks === undefined) return work();
    let hasBegun = false;
    const run = () => {
      hasBegun = true;
      return work();
    };
    try {
      const signal = AbortSignal.timeout(patience);
      return await locks.request(lockNameOf(storage, key), { signal }, run);
    } catch (failure) {
      if (hasBegun) throw failure;
      return run();
    }
  };
}

/** The key on a page, whose tabs have one storage. In Node, a process has as many storages as visitors. */
function lockNameOf(storage: TextStorage, key: string): string {
  if ('window' in globalThis) return key;
  const name = names.get(storage) ?? crypto.randomUUID();
  names.set(storage, name);
  return `${key} ${name}`;
}
