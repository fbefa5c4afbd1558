import { recentValues } from '../../../platform/recent-values.ts';
import type { System } from '../../../platform/system.ts';
import type { Account } from '../account.ts';
import { accountByHost, peekAccount, peekIdOfHost } from '../find-account.ts';

/** The accounts of hosts, resolved for every request. */
export interface HostDirectory {
  /** The account of the host if the cache is certain; otherwise use `find`. */
  now(host: string): Account | undefined;
  /** The account of the host, as `accountByHost` finds it. */
  find(host: string): Promise<Account | undefined>;
  /** The account that the host led to at the last lookup, even if outdated; it may have been evicted. */
  peek(host: string): Account | undefined;
}

/** If every host leads to one account, random hosts must not take more memory than this. */
const MOST_HOSTS = 1_000;

/** Creates a directory that remembers at most `mostHosts` hosts; the least recently used one is evicted. */
export function createHostDirectory(system: System, mostHosts: number = MOST_HOSTS): HostDirectory {
  const lastAccounts = recentValues<Account>(mostHosts);
  const remember = (host: string, account: Account | undefined): Account | undefined => {
    if (account === undefined) lastAccounts.delete(host);
    else lastAccounts.set(host, account);
    return account;
  };
  return {
    now(host) {
      const id = peekIdOfHost(system, host);
      const account = id === undefined ? undefined : peekAccount(system, id);
      return account && remember(host, account);
    },
    find: async (host) => remember(host, await accountByHost(system, host)),
    peek: (host) => lastAccounts.get(host),
  };
}
