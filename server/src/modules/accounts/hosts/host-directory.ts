import { recentValues } from '../../../platform/recent-values.ts';
import type { System } from '../../../platform/system.ts';
import type { Account } from '../account.ts';
import { accountByHost, peekAccount, peekIdOfHost } from '../find-account.ts';

/** The accounts of hosts, looked up with every request. */
export interface HostDirectory {
  /** The account of the host if the cache can tell it for certain; otherwise use `find`. */
  now(host: string): Account | undefined;
  /** The account of the host, as `accountByHost` finds it. */
  find(host: string): Promise<Account | undefined>;
  /** The account that the host led to when it was last found, however things are now; memory may have forgotten it. */
  peek(host: string): Account | undefined;
}

/** If every host leads to one account, random hosts must not take more memory than this. */
const MOST_HOSTS = 1_000;

/** Makes a directory that remembers at most `mostHosts` hosts; the one that was used longest ago makes room. */
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
