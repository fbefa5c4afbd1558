import type { Config } from '../../platform/config.ts';
import { versionedCache } from '../../platform/database/versioned-cache.ts';
import type { System } from '../../platform/system.ts';
import { type Account, toAccount } from './account.ts';
import {
  accountIdOfDomain,
  anyAccountId,
  defaultAccountId,
  domainsOf,
  existingAccountId,
  findAccountRow,
  listAccountRows,
} from './store.ts';

/** Topic of an account's name, settings and domains in the change feed. */
export const ACCOUNT_TOPIC = 'account';

/** The mapping of hosts to accounts concerns all accounts, so it is recorded under an id that no account can have. */
export const ALL_ACCOUNTS = '*';
export const HOSTS_TOPIC = 'hosts';

const accounts = versionedCache<Account | undefined>({ topic: ACCOUNT_TOPIC, load: loadAccount });
/** By host name. Anyone can send any host: hosts without an account must not fill the change feed. */
const hosts = versionedCache<string | undefined>({
  topic: HOSTS_TOPIC,
  load: (system, _, name) => accountIdBehind(system, name),
});

/** The account with this id; cached until it changes in any process. */
export function findAccount(system: System, id: string): Promise<Account | undefined> {
  return accounts.get(system, id);
}

/** The same account, synchronously, if it is cached and certainly current; `undefined` otherwise. */
export function peekAccount(system: System, id: string): Account | undefined {
  return accounts.peek(system, id);
}

/** Every account of the instance, oldest first. One whose settings cannot be read is logged and left out. */
export async function listAccounts({ database: { reader }, log }: System): Promise<Account[]> {
  const rows = await listAccountRows(reader);
  const readable = await Promise.all(
    rows.map(async (row) => {
      const domains = await domainsOf(reader, row.id);
      try {
        return [toAccount(row, domains)];
      } catch (error) {
        log.error({ err: error }, 'an account is left out');
        return [];
      }
    }),
  );
  return readable.flat();
}

/** Whether this instance has any account. */
export async function hasAccounts({ database }: Pick<System, 'database'>): Promise<boolean> {
  return (await anyAccountId(database.reader)) !== undefined;
}

/** The account that hosts without an account of their own lead to. */
export async function findDefaultAccount(system: System): Promise<Account | undefined> {
  return accountByHost(system, '');
}

/**
 * The account of a request's host (wire contract section 1): the one with this custom domain, else the one whose id
 * precedes the platform domain, else the instance's default account. `undefined` when the host is under the platform
 * domain but names no account, or when there is no default account.
 */
export async function accountByHost(system: System, host: string): Promise<Account | undefined> {
  const id = await idOfHost(system, host);
  return id === undefined ? undefined : findAccount(system, id);
}

/** A domain name has at most 253 characters; the root's dot and a port may follow. */
const MOST_HOST_CHARACTERS = 260;

/**
 * The id of that account. `undefined` also for text that is too long for a host: hosts are cached, and anybody can send
 * any text.
 */
async function idOfHost(system: System, host: string): Promise<string | undefined> {
  if (host.length > MOST_HOST_CHARACTERS) return undefined;
  return hosts.get(system, ALL_ACCOUNTS, hostName(host));
}

/** The same id, synchronously, if it is cached and certainly current; `undefined` otherwise. */
export function peekIdOfHost(system: System, host: string): string | undefined {
  return hosts.peek(system, ALL_ACCOUNTS, hostName(host));
}

async function accountIdBehind(system: System, name: string): Promise<string | undefined> {
  const { reader } = system.database;
  return (await accountIdOfDomain(reader, name)) ?? accountIdWithoutDomains(system, name);
}

/** The id of the account that the host leads to unless it is a custom domain of one. */
export async function accountIdWithoutDomains(
  { config, database: { reader } }: System,
  host: string,
): Promise<string | undefined> {
  const label = platformLabel(config, hostName(host));
  return label === undefined ? defaultAccountId(reader) : existingAccountId(reader, label);
}

/** The part of the host before the platform domain; `undefined` when the host is not under it. */
function platformLabel(config: Config, name: string): string | undefined {
  if (config.platformDomain === undefined) return undefined;
  const suffix = `.${hostName(config.platformDomain)}`;
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : undefined;
}

/** A host as domains are stored: lower case, without a port and without the root's dot. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

async function loadAccount({ database: { reader } }: System, id: string): Promise<Account | undefined> {
  const row = await findAccountRow(reader, id);
  return row && toAccount(row, await domainsOf(reader, id));
}
