import { Resolver } from 'node:dns/promises';
import type { Config } from '../../../platform/config.ts';
import type { Account } from '../account.ts';
import { accountUrl } from './account-url.ts';

/** What the DNS says about a domain of an account. */
export interface DomainCheck {
  readonly domain: string;
  /**
   * `Fine`: it has an address of this instance. `Elsewhere`: it has others, as behind a CDN. `Missing`: it has none.
   * `Unknown`: the DNS did not answer.
   */
  readonly state: 'Fine' | 'Elsewhere' | 'Missing' | 'Unknown';
  readonly addresses: readonly string[];
  /** The host that the domain should lead to, and its addresses. */
  readonly target: string;
  readonly targetAddresses: readonly string[];
}

/** Finds the addresses of a host name, and rejects as `lookup` of Node does. */
type Resolve = (host: string) => Promise<readonly string[]>;

/** The DNS itself, not the hosts file of this machine, and no longer than a page waits. */
const resolveByDns: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failure = answers.find(({ status }) => status === 'rejected');
  if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason;
  return addresses;
};

/** Asks the DNS where a domain of the account leads, and where it should lead. */
export async function checkDomain(
  {
    config,
    account,
  }: {
    readonly config: Pick<Config, 'publicUrl' | 'platformDomain'>;
    readonly account: Pick<Account, 'id' | 'isDefault'>;
  },
  domain: string,
  resolve: Resolve = resolveByDns,
): Promise<DomainCheck> {
  const target = new URL(accountUrl(config, { ...account, domains: [] })).hostname;
  const [own, expected] = await Promise.all([addressesOf(domain, resolve), addressesOf(target, resolve)]);
  return {
    domain,
    state: stateOf(own, expected),
    addresses: own ?? [],
    target,
    targetAddresses: expected ?? [],
  };
}

/** The addresses of a host, none if it has none; `undefined` when the DNS does not answer. */
async function addressesOf(host: string, resolve: Resolve): Promise<readonly string[] | undefined> {
  try {
    return await resolve(host);
  } catch (error) {
    const hasNone =
      error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');
    return hasNone ? [] : undefined;
  }
}

function stateOf(
  own: readonly string[] | undefined,
  expected: readonly string[] | undefined,
): DomainCheck['state'] {
  if (own === undefined) return 'Unknown';
  if (own.length === 0) return 'Missing';
  if (expected === undefined || expected.length === 0) return 'Unknown';
  return own.some((address) => expected.includes(address)) ? 'Fine' : 'Elsewhere';
}
