import { type Account, accountUrl, type Context, ownShopUrl } from '../../modules/accounts/index.ts';
import { type Catalog, loadCatalog } from '../../modules/catalog/index.ts';
import type { PageListing } from '../../platform/http/pages/branded-html.ts';

const SHOP_PATH = /^\/shop(?:\/(?<kind>products|bundles)\/(?<id>[^/]+))?$/;
const LONGEST_DESCRIPTION = 160;

/**
 * How search engines list a page of the hosted shop: in production, unless the vendor has their own shop or site.
 * Undefined for every other page, and for items that are not for sale.
 */
export async function shopListing(ctx: Context, path: string): Promise<PageListing | undefined> {
  const { config, account } = ctx;
  const page = SHOP_PATH.exec(path)?.groups;
  if (page === undefined || config.hasDevFeatures || ownShopUrl(account) !== undefined) return undefined;
  const catalog = await loadCatalog(ctx);
  const { kind, id } = page;
  const url = `${accountUrl(config, account)}/shop`;
  if (kind === undefined || id === undefined)
    return { title: `Shop – ${account.name}`, description: summaryOf(ctx, catalog), url };
  const item = kind === 'products' ? catalog.product(decoded(id)) : catalog.bundle(decoded(id));
  if (item?.isForSale !== true) return undefined;
  const description = shortened(item.tagline.trim() || item.description.trim() || item.name);
  return {
    title: `${item.name} – ${account.name}`,
    description,
    // Not the path, which may contain unnecessary encodings.
    url: `${url}/${kind}/${encodeURIComponent(item.id)}`,
  };
}

/**
 * Whether a path below `/shop` is not a page of the hosted shop, or the page of a product or bundle that is not in the shop,
 * alone or in a bundle.
 */
export async function isMissingFromShop(ctx: Context, path: string): Promise<boolean> {
  const page = SHOP_PATH.exec(path.replace(/\/$/, ''));
  if (page === null) return path.startsWith('/shop/');
  const { kind, id } = page.groups ?? {};
  if (id === undefined) return false;
  const itemId = decoded(id);
  const catalog = await loadCatalog(ctx);
  if (kind === 'bundles') return catalog.bundle(itemId)?.isForSale !== true;
  const isPart = catalog.bundles.some(
    ({ isForSale, productIds }) => isForSale && productIds.includes(itemId),
  );
  return !isPart && catalog.product(itemId)?.isForSale !== true;
}

const BUY_PATH = /^\/buy\/(?<id>[^/]+)\/?$/;

/**
 * The address in the vendor's own shop of a link to buy, with its parameters and the product (policies section 2);
 * undefined for other pages, and where the hosted shop sells.
 */
export function ownBuyPage({ settings }: Account, host: string, url: string): string | undefined {
  const [path = '', query] = url.split('?');
  const id = BUY_PATH.exec(path)?.groups?.['id'];
  const own = settings.storefrontUrl === undefined ? null : URL.parse(settings.storefrontUrl);
  if (id === undefined || own === null || own.host === host) return undefined;
  own.searchParams.set('product', decoded(id));
  const search = new URLSearchParams(query);
  for (const name of ['variation', 'license']) {
    const text = search.get(name);
    if (text !== null) own.searchParams.set(name, text);
  }
  return own.href;
}

/** The description of the shop, in the language of the account. */
function summaryOf({ account }: Context, { products }: Catalog): string {
  const { locale } = account.settings;
  const names = products.filter(({ isForSale }) => isForSale).map(({ name }) => name);
  const list = new Intl.ListFormat(locale).format(names);
  const by = new Intl.Locale(locale).language === 'de' ? 'von' : 'by';
  return names.length === 0 ? account.name : shortened(`${list} ${by} ${account.name}`);
}

/** The text up to the last word that fits. */
function shortened(text: string): string {
  const segments = new Intl.Segmenter().segment(text)[Symbol.iterator]();
  const characters = Array.from(segments.take(LONGEST_DESCRIPTION + 1), ({ segment }) => segment);
  if (characters.length <= LONGEST_DESCRIPTION) return text;
  const start = characters.slice(0, LONGEST_DESCRIPTION).join('');
  const isAtEndOfWord = characters[LONGEST_DESCRIPTION]?.trim() === '';
  return `${isAtEndOfWord ? start.trimEnd() : (/^([^]*\S)\s/.exec(start)?.[1] ?? start)} …`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
