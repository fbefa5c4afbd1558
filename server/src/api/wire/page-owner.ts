import { type Account, type Context, logoAddress } from '../../modules/accounts/index.ts';
import type { PageOwner } from '../../platform/http/pages/page-owner.ts';

/** The vendor of an account, as the server's own pages show it. */
export function pageOwnerOf(config: Context['config'], account: Account): PageOwner {
  const { name, settings, closure } = account;
  const { brand, locale, links } = settings;
  const logoUrl = logoAddress(config, account);
  return { ...brand, name, locale, logoUrl, legal: links, ...(closure !== null && { closure }) };
}
