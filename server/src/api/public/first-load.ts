import type { Account } from '../../modules/accounts/index.ts';
import { languagesIn } from '../../platform/http/pages/accept-language.ts';
import type { FirstLoad } from '../../platform/http/pages/first-load.ts';
import type { App } from '../../platform/http/route/app.ts';
import { Type } from '../../kernel/schema.ts';
import { type AskedPage, type FirstAnswer, answerTo } from '../../platform/http/pages/own-answer.ts';
import { readAs } from '../../platform/schema-check.ts';
import { firstContent } from './first-content.ts';

/** The parts of a request for a page that its first responses depend on. */
interface PageRequest extends AskedPage {
  readonly account: Account;
}

const PAGE =
  /^\/(?:(?<shop>shop)|shop\/(?<kind>products|bundles)\/(?<id>[^/]+)|(?<cart>cart)|checkout\/(?<orderId>[\w-]+)\/.+)\/?$/;
const VENDOR = '/api/public/vendors/current';
const STOREFRONT = '/api/customer/storefront';
const ORDERS = '/api/customer/orders';

/**
 * What the pages that begin most visits ask for first: the vendor and the shop, as everybody without an account sees
 * them. The page of a campaign asks for its own prices.
 */
export async function firstLoad(
  app: App,
  request: PageRequest,
  { isFramed }: { readonly isFramed: boolean },
): Promise<FirstLoad | undefined> {
  const [path = '', query] = request.url.split('?');
  const parts = PAGE.exec(path)?.groups;
  if (parts === undefined) return undefined;
  const { kind, id, orderId } = parts;
  const order = orderId === undefined ? undefined : await orderAt(app, request, orderId);
  const page = pageOf(parts, order);
  const item = `${STOREFRONT}/${kind}/${id}`;
  const ofShop = page === 'item' ? [STOREFRONT, item] : [STOREFRONT];
  const paths = [VENDOR, ...(orderId !== undefined || query !== undefined ? [] : ofShop)];
  const bodies = await Promise.all(paths.map((url) => answerTo(app, request, url)));
  const answers = new Map(
    paths.flatMap((url, index): [string, FirstAnswer][] => {
      const body = bodies[index];
      return body === undefined ? [] : [[url, body]];
    }),
  );
  const language = languageOf(request);
  const json = (url: string): unknown => JSON.parse(answers.get(url)?.json ?? 'null');
  const content = isFramed
    ? ''
    : firstContent(
        { vendor: json(VENDOR), storefront: json(STOREFRONT), item: json(item), order },
        page,
        language,
      );
  return { page, language, answers, content };
}

/** The order of a checkout, as whoever has its address sees it: what is in it, and nothing about a person. */
async function orderAt(app: App, request: PageRequest, id: string): Promise<unknown> {
  const order: unknown = JSON.parse((await answerTo(app, request, `${ORDERS}/${id}`))?.json ?? 'null');
  return order;
}

/** Whoever returns to an order that is complete needs no form: the page has other files. */
function pageOf(
  { id, cart, orderId }: Readonly<Record<string, string | undefined>>,
  order: unknown,
): 'shop' | 'item' | 'cart' | 'checkout' | 'completed' {
  if (orderId !== undefined) return readAs(CompletedOrder, order) === undefined ? 'checkout' : 'completed';
  if (cart !== undefined) return 'cart';
  return id === undefined ? 'shop' : 'item';
}

const CompletedOrder = Type.Object({ status: Type.Literal('Completed') });

function languageOf({ headers, account }: PageRequest): FirstLoad['language'] {
  const tags = [...languagesIn(headers['accept-language']), account.settings.locale];
  const language = tags
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((tag) => tag === 'en' || tag === 'de');
  return language === 'de' ? 'de' : 'en';
}
