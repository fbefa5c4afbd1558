import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { sell } from './dashboard-sales.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { heading, signInInGerman, signInToDashboard } from './dashboard-window.ts';

// What the server shows of a page before its program runs, beside the page itself.

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  await sell(shop, 'Ann First');
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});
after(() => opened.disposeAsync());

const PATIENCE_MS = 30_000;
const WIDTHS = [360, 1440];
/** So far a line may be from its place: nobody sees it move. */
const NEAR_PX = 2;
/** Sidewards, columns depend on words that change with time, such as “9 seconds ago”. */
const BESIDE_PX = 24;

async function inContext(locale: string, walk: (page: Page, context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ locale });
  try {
    context.setDefaultTimeout(PATIENCE_MS);
    await walk(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

/** A text, and where it is. */
interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** What can be seen in the elements of `selectors`, without the words that change with time. */
async function linesAt(page: Page, selectors: string): Promise<Line[]> {
  return page.evaluate<
    Line[]
  >(`[...document.querySelectorAll(${JSON.stringify(selectors)})].flatMap((element) => {
    const { x, y, width } = element.getBoundingClientRect();
    const text = element.innerText.replace(/[↑↓↕]/g, '').trim();
    return width === 0 || text === '' || element.querySelector('time') ? [] : [{ text, x, y }];
  })`);
}

const PAGES: Readonly<Record<string, { readonly en: RegExp; readonly de: RegExp }>> = {
  '': { en: /^Hello/, de: /^Hallo/ },
  '/customers': { en: /^Customers$/, de: /^Kunden$/ },
  '/orders': { en: /^Orders$/, de: /^Bestellungen$/ },
  '/licenses': { en: /^Licenses$/, de: /^Lizenzen$/ },
  '/reports': { en: /^Reports$/, de: /^Berichte$/ },
};
const FIRST =
  '#first .first-heading, #first th, #first td, #first .first-value, #first :not(.first-below) > .first-section .first-title';
/** What has its place below things of other heights. */
const BELOW = '#first .first-below .first-title, #first .first-below li > *';
const REAL_BELOW = 'main h2, main li > *';
const REAL =
  'main h1, main table[aria-label] th, main table[aria-label] td, main dl dd:nth-of-type(1), main h2';

/** Asserts that the first content of a page says what the page says, in the same places. */
async function compare(context: BrowserContext, path: string, language: 'en' | 'de', width: number) {
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 800 });
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto(shop.demo.dashboard.url + path);
  const first = await linesAt(page, FIRST);
  const below = await linesAt(page, BELOW);
  assert.equal(below.length > 0, path === '', 'home says what the shop lacks');
  assert.match(first[0]?.text ?? '', PAGES[path]?.[language] ?? /^$/, path);
  await page.unroute(/\.js$/);
  await page.goto(shop.demo.dashboard.url + path);
  await heading(page, PAGES[path]?.[language] ?? '').waitFor();
  assert.equal(await page.locator('#first').count(), 0, `${path} still shows its first content`);
  const real = await linesAt(page, REAL);
  const texts = (await linesAt(page, REAL_BELOW)).map(({ text }) => text);
  for (const { text } of below) assert.ok(texts.includes(text), `${path}: ${text} is not in ${texts.join()}`);
  await page.close();
  assert.ok(first.length > 1 && first.length <= real.length, `${path}: ${first.length}`);
  for (const { text, x, y } of first)
    assert.ok(
      real.some(
        (line) => line.text === text && Math.abs(line.x - x) <= BESIDE_PX && Math.abs(line.y - y) <= NEAR_PX,
      ),
      `${path} at ${width}: “${text}” at ${x}, ${y} is not in ${JSON.stringify(real)}`,
    );
}

it('pages say the same in the same places before and after their programs run', () =>
  inContext('en-US', async (page, context) => {
    await signInToDashboard(page, shop);
    await heading(page, /^Hello/).waitFor();
    for (const path of Object.keys(PAGES))
      for (const width of WIDTHS) await compare(context, path, 'en', width);
  }));

it('whoever reads German sees German from the start', () =>
  inContext('de-DE', async (page, context) => {
    await signInInGerman(page, shop);
    await heading(page, /^Hallo/).waitFor();
    for (const path of Object.keys(PAGES)) await compare(context, path, 'de', 1440);
  }));

it('a page that cannot be shown does not look as if it were there', () =>
  inContext('en-US', async (page, context) => {
    await signInToDashboard(page, shop);
    await heading(page, /^Hello/).waitFor();
    for (const [file, text] of [
      [/\/customers-page-[\w-]+\.js$/, 'Try again'],
      [/\/dashboard-en-[\w-]+\.js$/, 'This page could not be loaded'],
    ] as const) {
      const tab = await context.newPage();
      await tab.route(file, (route) => route.abort());
      const answer = await tab.goto(`${shop.demo.dashboard.url}/customers`);
      assert.match((await answer?.text()) ?? '', /id="first"/);
      await tab.locator('#root').getByText(text).first().waitFor();
      assert.equal(await tab.locator('#first').count(), 0, text);
      await tab.close();
    }
  }));

it('nobody else sees any of it', () =>
  inContext('en-US', async (page) => {
    const answer = await page.goto(`${shop.demo.dashboard.url}/customers`);
    assert.doesNotMatch((await answer?.text()) ?? '', /id="first"/);
    await heading(page, 'Sign in to your dashboard').waitFor();
  }));
