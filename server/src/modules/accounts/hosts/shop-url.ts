import type { Config } from '../../../platform/config.ts';
import type { Account } from '../account.ts';
import { accountUrl } from './account-url.ts';

/** Where buyers see what the vendor sells, sign in and download: the vendor's own shop or site, else the hosted shop. */
export function shopUrl(config: Pick<Config, 'publicUrl' | 'platformDomain'>, account: Account): string {
  const { storefrontUrl, websiteUrl } = account.settings;
  return storefrontUrl ?? websiteUrl ?? `${accountUrl(config, account)}/shop`;
}
