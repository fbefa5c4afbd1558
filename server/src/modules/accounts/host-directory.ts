import type { System } from '../../platform/system.ts';
import type { Account } from './account.ts';
import { findAccount, idOfHost } from './find-account.ts';

/** The accounts of hosts, for who asks with every request. */
export interface HostDirectory {
  /** The account of the host where memory alone can tell it for certain; otherwise ask `find`. */
  now(host: string): Account | undefined;
  /** The account of the host, as `accountByHost` finds it. */
  find(host: string): Promise<Account | undefined>;
  /** The account that the host led to when it was last found, however things are now; memory may have forgotten it. */
  lastKnown(host: string): Account | undefined;
}

interface Entry {
  readonly account: Account;
  /** The very promises under which it was found: the caches behind give others once anything has changed. */
  readonly id: Promise<string | undefined>;
  readonly load: Promise<Account | undefined>;
}

/** Where every host leads to one account, whoever sends hosts at random may take no more room than this. */
const MOST_HOSTS = 1_000;

/** Makes a directory that remembers at most `mostHosts` hosts; the one found first makes room for a new one. */
export function createHostDirectory(system: System, mostHosts: number = MOST_HOSTS): HostDirectory {
  const entries = new Map<string, Entry>();
  const remember = (host: string, entry: Entry): void => {
    if (!entries.has(host) && entries.size >= mostHosts) {
      const first = entries.keys().next();
      if (!first.done) entries.delete(first.value);
    }
    entries.set(host, entry);
  };
  return {
    now(host) {
      const entry = entries.get(host);
      if (entry === undefined) return undefined;
      const { account, id, load } = entry;
      return isSame(id, idOfHost(system, host)) && isSame(load, findAccount(system, account.id))
        ? account
        : undefined;
    },
    async find(host) {
      const id = idOfHost(system, host);
      const accountId = await id;
      const load = accountId === undefined ? undefined : findAccount(system, accountId);
      const account = await load;
      if (account === undefined || load === undefined) entries.delete(host);
      else remember(host, { account, id, load });
      return account;
    },
    lastKnown: (host) => entries.get(host)?.account,
  };
}

/** A new answer may be a failure, which is told to who waits for it. */
function isSame(known: Promise<unknown>, asked: Promise<unknown>): boolean {
  if (known === asked) return true;
  asked.catch(() => undefined);
  return false;
}
