import type { Account } from '../../modules/accounts/index.ts';
import type { PageOwner } from '../../platform/http/pages/page-owner.ts';

/** The vendor of an account, as the server's own pages show it. */
export function pageOwnerOf({ name, settings, closure }: Account): PageOwner {
  const { brand, locale, logoUrl, links } = settings;
  return { ...brand, name, locale, logoUrl, legal: links, ...(closure !== null && { closure }) };
}
