import { brandStylePath } from '../../brand/brand-style.ts';
import { escaped } from './escaped.ts';

/** The look of a vendor's pages, as the vendor set it. */
export interface PageBrand {
  /** A color like `#1c6fbe`. */
  readonly accentColor?: string | undefined;
  readonly colorScheme: 'auto' | 'light' | 'dark';
  /** An http or https address. */
  readonly iconUrl?: string | undefined;
  /** The fallback language, as a tag such as `de`, for visitors who request none that the pages support. */
  readonly locale: string;
}

/** How search engines list a page, as plain text. */
export interface PageListing {
  readonly title: string;
  readonly description: string;
  /** The canonical address of the page. */
  readonly url: string;
}

const ROOT = '<html lang="en">';
const SCHEMES = '<meta name="color-scheme" content="light dark" />';
const ICON = /<link rel="icon"[^<>]*>/;
const NO_INDEX = '<meta name="robots" content="noindex" />';
const TITLE = /<title>[^<]*<\/title>/;
/** Where the programs of a page begin, or its head ends: styles are before them, because the first paint waits for these. */
const PROGRAMS = /<script type="module"|<\/head>/;

/**
 * Prepares the page of the web app for brands: the vendor's colors, theme and icon are in the first bytes, so that the
 * browser never paints others.
 */
export function brandedHtml(html: string): (brand: PageBrand) => string {
  return ({ accentColor, colorScheme, iconUrl, locale }) => {
    const theme = `data-mantine-color-scheme="${colorScheme}" data-brand-scheme="${colorScheme}"`;
    let page = html.replace(
      ROOT,
      () => `<html lang="${escaped(locale)}"${colorScheme === 'auto' ? '' : ` ${theme}`}>`,
    );
    if (colorScheme !== 'auto')
      page = page.replace(SCHEMES, `<meta name="color-scheme" content="${colorScheme}" />`);
    if (iconUrl !== undefined)
      page = page.replace(ICON, () => `<link rel="icon" href="${escaped(iconUrl)}" />`);
    if (accentColor === undefined) return page;
    return withStyles(page, `<link rel="stylesheet" href="${brandStylePath(accentColor)}" />`);
  };
}

/** The HTML of a page with links to more stylesheets, after its others and before its programs. */
export function withStyles(html: string, links: string): string {
  return html.replace(PROGRAMS, (programs) => `${links}${programs}`);
}

/** Lets search engines list the page; the other pages tell them not to. */
export function listedHtml(html: string, { title, description, url }: PageListing): string {
  const about =
    `<meta name="description" content="${escaped(description)}" />` +
    `<link rel="canonical" href="${escaped(url)}" />`;
  return html.replace(NO_INDEX, () => about).replace(TITLE, () => `<title>${escaped(title)}</title>`);
}
