import { isIP } from 'node:net';
import { accountUrl, type Context } from '../../accounts/index.ts';
import { passkeysUnavailable } from '../problems.ts';

/** Whom a passkey is for: a browser lets it sign only in pages of this host. */
export interface RelyingParty {
  /** The host. */
  readonly id: string;
  readonly name: string;
  readonly origin: string;
}

/** The dashboard of the account, as browsers and authenticators know it. Raises 409 `PasskeysUnavailable` at an IP address. */
export function relyingParty({ config, account }: Pick<Context, 'config' | 'account'>): RelyingParty {
  const { hostname, origin } = new URL(accountUrl(config, account));
  if (isIP(hostname.replace(/^\[/, '').replace(/\]$/, '')) !== 0) throw passkeysUnavailable();
  return { id: hostname, name: account.name, origin };
}
