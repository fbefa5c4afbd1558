import type { Config } from '../../../platform/config.ts';
import type { Account } from '../account.ts';
import { accountUrl } from './account-url.ts';

/** Where buyers see what the vendor sells, sign in and download: the vendor's own shop or site, else the hosted shop. */
export function shopUrl(config: Pick<Config, 'publicUrl' | 'platformDomain'>, account: Account): string {
  return ownShopUrl(account) ?? `${accountUrl(config, account)}/shop`;
}

/** The vendor's own shop, or else site; undefined where the hosted shop is the only one. */
export function ownShopUrl({ settings }: Account): string | undefined {
  return settings.storefrontUrl ?? settings.websiteUrl;
}
