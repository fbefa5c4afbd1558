import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { DemoShop } from './demo-shop.ts';
import { welcome } from './new-visitor.ts';
import { expectSound, type Window } from './page-check.ts';
import type { Answer } from './replies.ts';

const PATIENCE_MS = 30_000;

/** A visitor of the demo shop with a browser of their own. */
export interface ShopVisit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly open: (path: string) => Promise<void>;
  /** Checks the page in its current state, which the name describes. */
  readonly check: (state: string) => Promise<void>;
}

/** One visit of the demo shop. Fails after the walk when the page complained about anything. */
export async function visitShop(
  { browser, shop, window, locale }: ShopVisitor,
  walk: (visit: ShopVisit) => Promise<void>,
): Promise<void> {
  const { baseUrl } = shop.demo;
  await welcome({ browser, window, locale, patience: PATIENCE_MS }, (page) =>
    walk({
      page,
      context: page.context(),
      open: async (path) => {
        await page.goto(baseUrl + path);
      },
      check: (state) => expectSound(page, `shop-${state}-${window.name}`),
    }),
  );
}

export interface ShopVisitor {
  readonly browser: Browser;
  readonly shop: DemoShop;
  readonly window: Window;
  readonly locale?: string;
}

/** Changes the storefront on its way to the page; undefined leaves it as the server sends it. */
export async function alterStorefront(
  page: Page,
  alter: ((storefront: Storefront) => Answer) | undefined,
): Promise<void> {
  const isStorefront = (url: URL) => url.pathname === '/api/customer/storefront';
  await page.unroute(isStorefront);
  if (alter === undefined) return;
  await page.route(isStorefront, async (route) => {
    const response = await route.fetch();
    const storefront: Storefront = await response.json();
    await route.fulfill({ response, json: alter(storefront) });
  });
}

/** Changes the page of a product on its way to the browser. */
export async function alterPage(page: Page, alter: (item: ItemPage) => Answer): Promise<void> {
  await page.route(/\/api\/customer\/storefront\/products\//, async (route) => {
    const response = await route.fetch();
    const item: ItemPage = await response.json();
    await route.fulfill({ response, json: alter(item) });
  });
}

/** The page of a product. */
export interface ItemPage extends Item {
  readonly details: {
    readonly images: readonly { readonly url: string }[];
    readonly media: readonly { readonly url: string; readonly title: string }[];
  };
}

/** A product or bundle of the storefront. */
export interface Item extends Answer {
  readonly id: string;
  readonly name: string;
  readonly variations: readonly Answer[];
}

export interface Storefront extends Answer {
  readonly products: readonly Item[];
  readonly bundles: readonly Item[];
}

/** Creates a coupon of a tenth off and returns its code. */
export async function createCoupon({ demo: { apiKey }, send }: DemoShop): Promise<string> {
  const created = await send('POST', '/api/coupons', {
    apiKey,
    body: { name: 'A tenth off', type: 'PercentageOffDiscount', percentage: 0.1 },
  });
  assert.equal(created.status, 201, created.text);
  const { id }: { id: string } = JSON.parse(created.text);
  const code = `TENTH-${randomUUID().slice(0, 6).toUpperCase()}`;
  const added = await send('POST', `/api/coupons/${id}/codes`, { apiKey, body: { code } });
  assert.equal(added.status, 201, added.text);
  return code;
}

/** The totals of the cart, each as one line of text. */
export async function sumsOf(page: Page): Promise<string[]> {
  return (await page.locator('dl > div').allInnerTexts()).map(onOneLine);
}

/** The lines of the cart, each as one line of text. */
export async function cartLines(page: Page): Promise<string[]> {
  const lines = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
  return (await lines.allInnerTexts()).map(onOneLine);
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
