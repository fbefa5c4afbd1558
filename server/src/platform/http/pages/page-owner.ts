import type { FastifyRequest } from 'fastify';
import { accentColors } from '../../brand/accent.ts';
import { languagesIn } from './accept-language.ts';
import type { PageBrand } from './branded-html.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The vendor to whose account the host led at the last lookup: from memory, without waiting. */
    ownerAt: (host: string) => PageOwner | undefined;
  }
}

/** A language of the server's own pages. */
export type PageLanguage = 'en' | 'de';

/** The vendor of a page. */
export interface PageOwner extends PageBrand {
  readonly name: string;
  /** An http or https address. */
  readonly logoUrl?: string | undefined;
  /** At the foot of the pages; absent: the name. */
  readonly footerText?: string | undefined;
  /** The vendor's own links at the foot of the pages: http or https addresses. */
  readonly links: readonly PageLink[];
  /** The vendor's own pages about the sale: http or https addresses. */
  readonly legal: Readonly<Partial<Record<LegalPage, string>>>;
  /** Absent while the store is open. `Released`: licenses and downloads go on; `Closed`: only orders do. */
  readonly closure?: 'Released' | 'Closed' | undefined;
}

interface PageLink {
  readonly label: string;
  readonly url: string;
}

const LEGAL_PAGES = ['terms', 'privacy', 'refunds', 'imprint'] as const;
type LegalPage = (typeof LEGAL_PAGES)[number];

/** What is at the foot of a page: the vendor's links, and those to the pages about the sale that the vendor has. */
export function footerLinks(
  { links, legal }: Pick<PageOwner, 'links' | 'legal'>,
  labels: Readonly<Record<LegalPage, string>>,
): readonly PageLink[] {
  const about = LEGAL_PAGES.flatMap((name) => {
    const url = legal[name];
    return url === undefined ? [] : [{ label: labels[name], url }];
  });
  return [...links, ...about];
}

/** The ways to the parts of the site, from the head of a page. */
interface SiteLinks {
  /** Where the name of the vendor leads. */
  readonly home: string;
  readonly parts: readonly PageLink[];
  readonly hasCart: boolean;
}

/** The ways from the head of a page: a closed store has neither shop nor cart, and may have only orders left. */
export function siteLinks(
  closure: PageOwner['closure'],
  labels: Readonly<Record<'shop' | 'products' | 'orders', string>>,
): SiteLinks {
  const own =
    closure === 'Closed'
      ? { label: labels.orders, url: '/account/orders' }
      : { label: labels.products, url: '/account' };
  if (closure !== undefined) return { home: own.url, parts: [own], hasCart: false };
  return { home: '/shop', parts: [{ label: labels.shop, url: '/shop' }, own], hasCart: true };
}

/**
 * The language of one of the server's own pages: the `locale` in its address, else the first supported one that the
 * browser requests, else that of the account.
 */
export function languageOfPage(
  { url, headers }: Pick<FastifyRequest, 'url' | 'headers'>,
  owner: Pick<PageOwner, 'locale'> | undefined,
): PageLanguage {
  const address = new URLSearchParams(url.split('?')[1]).get('locale');
  for (const tag of [address, ...languagesIn(headers['accept-language']), owner?.locale]) {
    const [language] = (tag ?? '').toLowerCase().split('-', 1);
    if (language === 'de' || language === 'en') return language;
  }
  return 'en';
}

/** The theme and the colors of a vendor, for `page.css`; undefined where the vendor set none. */
export function ownerStyle({ accentColor, colorScheme }: PageBrand): string | undefined {
  const scheme = colorScheme === 'auto' ? [] : [`color-scheme:${colorScheme}`];
  const rules = [...scheme, ...(accentColor === undefined ? [] : accentRules(accentColor))];
  return rules.length === 0 ? undefined : `:root{${rules.join(';')}}`;
}

function accentRules(accent: string): string[] {
  const [light, dark] = [accentColors(accent, 'light'), accentColors(accent, 'dark')];
  const both = (one: string, other: string) => `light-dark(${one},${other})`;
  return [
    `--accent:${both(light.text, dark.text)}`,
    `--button:${both(light.fill, dark.fill)}`,
    `--button-edge:${both(light.fillEdge ?? light.fill, dark.fillEdge ?? dark.fill)}`,
    `--button-text:${both(light.onFill, dark.onFill)}`,
    `--tint:${both(light.tint, dark.tint)}`,
  ];
}

/** The hosts of a vendor's images, for the policy of a page. */
export function imageHosts({ logoUrl, iconUrl }: PageOwner): readonly string[] {
  const links = [logoUrl, iconUrl].flatMap((link) => (link === undefined ? [] : [new URL(link).origin]));
  return [...new Set(links)];
}
