import assert from 'node:assert/strict';
import { glob, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, Request } from 'playwright-core';
import { startActivation } from './application.ts';
import { ASSETS as BUILD_LIST } from '../scripts/web-build.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, findOnStorefront, openDemoShop, startCheckout } from './demo-shop.ts';
import { until } from './until.ts';

/** The limits for the first load of a page, with all of its content; its pictures have a limit of their own. */
const BUDGET = { bytes: 160 * 1024, pictures: 40 * 1024, requests: 45 } as const;

/** How much slower the CPU of a phone is. */
const SLOWDOWN = 4;

const ASSETS = join(import.meta.dirname, '../web/dist/assets');

const WINDOWS = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
] as const;

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});

after(() => opened.disposeAsync());

describe('the first load of every page', () => {
  it('has few bytes and requests, all of them from this host', async () => {
    const { all, ofOwner, session, cart } = await customerPaths();
    const german = [
      ...(await costsOf({ locale: 'de-DE', storage: { 'latchkey.cart': cart }, paths: all })),
      ...(await costsOf({ locale: 'de-DE', storage: { 'latchkey.session': session }, paths: ofOwner })),
    ];
    const visits = await costsOf({ locale: 'en-US', storage: { 'latchkey.cart': cart }, paths: ['/cart'] });
    // Only the texts differ, so that one visit shows whether the other pages are counted correctly.
    const english = await inEnglish(german);
    const [visit] = visits;
    const sameVisit = english.find(({ page }) => page === '/cart in English');
    assert.deepEqual(scriptsOf(visit), scriptsOf(sameVisit));
    const costs = [...german, ...english];
    const excessive = costs.filter(
      ({ bytes, pictures, answers }) =>
        bytes > BUDGET.bytes || pictures > BUDGET.pictures || answers.length > BUDGET.requests,
    );
    assert.deepEqual(excessive, []);
    const urls = [...german, ...visits].flatMap(({ answers }) => answers.map(({ url }) => url));
    assert.deepEqual([...new Set(urls.map((url) => new URL(url).origin))], [shop.demo.baseUrl]);
    const strangers = german.flatMap((cost) => scriptsOf(cost)).filter((url) => /-en-[^/]*\.js$/.test(url));
    assert.deepEqual(strangers, [], 'only the English reader loads English texts');
  });
});

describe('the HTML of a page', () => {
  it('names all styles before its programs, for which the first paint does not wait', async () => {
    const answer = await fetch(`${shop.demo.baseUrl}/shop/products/demo-app`);
    const [, head = ''] = /<head>(.*)<\/head>/s.exec(await answer.text()) ?? [];
    const kinds = Array.from(
      head.matchAll(/<script type="module"|modulepreload|stylesheet/g),
      ([kind]) => kind,
    );
    assert.ok(kinds.lastIndexOf('stylesheet') > 1, 'it names the styles of the page, too');
    assert.ok(kinds.indexOf('<script type="module"') > kinds.lastIndexOf('stylesheet'));
    assert.ok(kinds.indexOf('modulepreload') > kinds.lastIndexOf('stylesheet'));
  });
});

/** Every page of the customer's web, with content. */
async function customerPaths() {
  const synth = await findOnStorefront(shop, 'demo-synth');
  const { email, password } = shop.demo.customer;
  const signIn = `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`;
  const { text: session } = await shop.send('POST', signIn, { body: password });
  const { accessToken }: { accessToken: string } = JSON.parse(session);
  const { orderId, checkoutUrl } = await startCheckout(shop, synth, { accessToken });
  const paid = await shop.send('POST', `/api${pathOf(checkoutUrl)}/pay`, { body: { name: 'Ada', email } });
  assert.equal(paid.status, 200, paid.text);
  const open = await startCheckout(shop, synth);
  const { browserUrl } = await startActivation(shop, 'demo-app', 'Laptop');
  const all = [
    '/shop',
    '/shop/products/demo-app',
    '/shop/bundles/demo-bundle',
    '/cart',
    pathOf(open.checkoutUrl),
    pathOf(checkoutUrl),
    pathOf(browserUrl),
    '/activate',
    '/account/reset-password',
    '/sign-in',
    '/redeem',
    '/shop/nowhere',
  ];
  const ofOwner = [
    '/account',
    '/account/products/demo-app',
    '/account/orders',
    `/account/orders/${orderId}`,
    '/account/details',
    '/redeem',
  ];
  return { all, ofOwner, session, cart: open.orderId };
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}

interface Visits {
  readonly locale: string;
  readonly storage: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
}

/** The cost of each page for a browser without any of its files. */
async function costsOf({ locale, storage, paths }: Visits) {
  const context = await browser.newContext({ viewport: WINDOWS[0], locale });
  try {
    await context.addInitScript(`for (const [name, text] of Object.entries(${JSON.stringify(storage)}))
      localStorage.setItem(name, text);`);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const costs = [];
    for (const path of paths) {
      const loads: Promise<Load>[] = [];
      const listen = (request: Request) => {
        // A phone fetches the typeface when it has nothing else to do, for the pages after.
        const isLater = request.url().endsWith('.woff2');
        if (!isLater && !request.url().startsWith('data:')) loads.push(loadOf(request));
      };
      // Nothing of the page before is still under way.
      await page.goto('about:blank');
      page.on('request', listen);
      await page.goto(shop.demo.baseUrl + path, { waitUntil: 'networkidle' });
      // A slow machine is idle while it runs the first file.
      await until(page, COMPLETE);
      page.off('request', listen);
      const answers = await Promise.all(loads);
      const bytes = sizeOf(answers.filter(({ isPicture }) => !isPicture));
      assert.ok(bytes > 50_000, `${path} loads something`);
      const pictures = sizeOf(answers.filter(({ isPicture }) => isPicture));
      costs.push({ page: `${path} in ${locale}`, bytes, pictures, answers });
    }
    return costs;
  } finally {
    await context.close();
  }
}

function sizeOf(answers: readonly Load[]): number {
  return answers.reduce((sum, { bytes }) => sum + bytes, 0);
}

type Cost = Awaited<ReturnType<typeof costsOf>>[number];

/** The compressed files with English texts of this build; the folder also has those of the build before. */
async function englishFiles(): Promise<string[]> {
  const files = await Array.fromAsync(glob('*-en-*.js.br', { cwd: ASSETS }));
  const ofBuild = new Set((await readFile(join(ASSETS, '..', BUILD_LIST), 'utf8')).split('\n'));
  return files.filter((file) => ofBuild.has(file));
}

/** The cost of the pages for an English reader: the files of German texts are replaced by the English ones. */
async function inEnglish(german: readonly Cost[]): Promise<Cost[]> {
  const files = await englishFiles();
  const sizes = new Map<string, Load>();
  for (const file of files) {
    const { size } = await stat(join(ASSETS, file));
    const url = `${shop.demo.baseUrl}/assets/${file.slice(0, -'.br'.length)}`;
    const load = { url, bytes: size, isPicture: false };
    sizes.set(file.replace(/-en-.*/, ''), load);
  }
  return german.map(({ page, bytes, pictures, answers }) => {
    const loads = answers.flatMap((answer) => {
      const name = /([^/]*)-de-[^/]*\.js$/.exec(answer.url)?.[1];
      // Some German texts have no English file: their English texts are elsewhere.
      return name === undefined ? [answer] : (sizes.get(name) ?? []);
    });
    return {
      page: page.replace('in de-DE', 'in English'),
      bytes: bytes - sizeOf(answers) + sizeOf(loads),
      pictures,
      answers: loads,
    };
  });
}

function scriptsOf(cost: Cost | undefined): string[] {
  return (cost?.answers ?? [])
    .map(({ url }) => url)
    .filter((url) => url.endsWith('.js'))
    .toSorted();
}

/** Whether the page has a heading, and no placeholder of loading content. */
const COMPLETE = `document.querySelector('main h1') && !document.querySelector('[class*="Skeleton"]')`;

interface Load {
  readonly url: string;
  readonly bytes: number;
  readonly isPicture: boolean;
}

/** A response with its size over HTTPS; the proxy compresses what the server does not. */
async function loadOf(request: Request): Promise<Load> {
  const url = request.url();
  const response = await request.response();
  await response?.finished();
  // The page no longer waits for it, such as for a picture that is not shown any more.
  const { 'content-encoding': encoding, 'content-type': type = '' } = response?.headers() ?? {};
  const isPicture = type.startsWith('image/') && !type.startsWith('image/svg');
  if (request.failure() !== null) return { url, bytes: 0, isPicture };
  const { responseBodySize: bytes } = await request.sizes();
  const isPlain = encoding === undefined && bytes > 0 && !type.startsWith('image/');
  if (response === null || !isPlain) return { url, bytes, isPicture };
  try {
    return { url, bytes: gzipSync(await response.body()).byteLength, isPicture };
  } catch {
    // The browser has dropped the body: compressed, it is less than half.
    return { url, bytes: Math.ceil(bytes / 2), isPicture };
  }
}

describe('the pages of the shop', () => {
  it('move nothing while a slow phone loads them', async () => {
    for (const viewport of WINDOWS) {
      const context = await browser.newContext({ viewport, locale: 'en-US' });
      try {
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
        await page.addInitScript(WATCH_SHIFTS);
        for (const [path, sign] of PAGES) {
          await page.goto(shop.demo.baseUrl + path, { waitUntil: 'networkidle' });
          await page.getByRole('button', { name: sign, exact: true }).first().waitFor();
          const shifts = await page.evaluate<string[]>('window.shifts');
          assert.deepEqual(shifts, [], `${path}, ${viewport.width} pixels wide`);
          if (path.includes('/products/')) {
            await page.getByRole('button', { name: sign, exact: true }).first().click();
            await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
          }
        }
      } finally {
        await context.close();
      }
    }
  });
});

/** The pages, each with a button that is present when it is complete. The product is added to the cart. */
const PAGES = [
  ['/shop', 'Add to cart: Demo Verb'],
  ['/shop/bundles/demo-bundle', 'Add to cart'],
  ['/shop/products/demo-app', 'Add to cart'],
  ['/cart', /^Check out/],
] as const;

/** The nodes that moved. */
const WATCH_SHIFTS = `
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    for (const { node } of entry.sources) {
      const html = node?.outerHTML ?? node?.parentElement?.outerHTML ?? 'a node that is gone';
      window.shifts.push(html.slice(0, 200));
    }
  }
}).observe({ type: 'layout-shift', buffered: true });
`;
