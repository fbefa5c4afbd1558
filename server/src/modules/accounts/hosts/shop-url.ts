import type { Config } from '../../../platform/config.ts';
import type { Account } from '../account.ts';
import { accountUrl } from './account-url.ts';

/** Where buyers browse, sign in and download: the vendor's own shop or site, else the hosted shop. */
export function shopUrl(config: Pick<Config, 'publicUrl' | 'platformDomain'>, account: Account): string {
  return ownShopUrl(account) ?? `${accountUrl(config, account)}/shop`;
}

/** The vendor's own shop, or else site; undefined if there is only the hosted shop. */
export function ownShopUrl({ settings }: Account): string | undefined {
  return settings.storefrontUrl ?? settings.websiteUrl;
}
