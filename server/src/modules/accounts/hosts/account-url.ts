import type { Config } from '../../../platform/config.ts';
import type { Account } from '../account.ts';

/**
 * The absolute base URL of the account, without a trailing slash: its first custom domain, else the instance's
 * public URL for the default account, else `{id}.{platform domain}`. Scheme and port are those of the public URL.
 * It never depends on a request's host, so that a forged one never appears in a link.
 */
export function accountUrl(
  config: Pick<Config, 'publicUrl' | 'platformDomain'>,
  account: Pick<Account, 'id' | 'isDefault' | 'domains'>,
): string {
  const [domain] = account.domains;
  const { protocol, port } = new URL(config.publicUrl);
  const withPort = (host: string): string =>
    port === '' || /:\d+$/.test(host) ? `${protocol}//${host}` : `${protocol}//${host}:${port}`;
  if (domain !== undefined) return withPort(domain);
  if (account.isDefault || config.platformDomain === undefined) return config.publicUrl;
  return withPort(`${account.id}.${config.platformDomain}`);
}

/** The address of the vendor's logo: the picture that was uploaded, else that of `logoUrl`; undefined for none. */
export function logoAddress(
  config: Pick<Config, 'publicUrl' | 'platformDomain'>,
  account: Pick<Account, 'id' | 'isDefault' | 'domains' | 'settings'>,
): string | undefined {
  const { logoFile, logoUrl } = account.settings;
  return logoFile === undefined ? logoUrl : `${accountUrl(config, account)}/api/public/logos/${logoFile}`;
}

/** The page of a product below a page that a setting names: its id follows, after exactly one slash. */
export function pageOfProduct(page: string, productId: string): string {
  return `${page}${page.endsWith('/') ? '' : '/'}${encodeURIComponent(productId)}`;
}

/** Where buyers browse, sign in and download: the vendor's own shop or site, else the hosted shop. */
export function shopUrl(config: Pick<Config, 'publicUrl' | 'platformDomain'>, account: Account): string {
  return ownShopUrl(account) ?? `${accountUrl(config, account)}/shop`;
}

/** The vendor's own shop, or else site; undefined if there is only the hosted shop. */
export function ownShopUrl({ settings }: Account): string | undefined {
  return settings.storefrontUrl ?? settings.websiteUrl;
}
