import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { heading, signInInGerman, signInToDashboard } from './dashboard-window.ts';

// Pages as browsers load them: other tests remove from each page what the server has put into it (`new-visitor.ts`).

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

const PATIENCE_MS = 30_000;
/** The stream of events stays open, and begins after the page is there. */
const STREAM = '/api/events';

/** What a page has asked for so far, as paths, and the warnings and errors of its console. */
interface Watch {
  readonly paths: string[];
  readonly complaints: string[];
}

async function inContext(
  locale: string,
  walk: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ locale });
  try {
    context.setDefaultTimeout(PATIENCE_MS);
    await walk(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

function watch(page: Page): Watch {
  const log: Watch = { paths: [], complaints: [] };
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    log.paths.push(pathname + search);
  });
  page.on('console', (message) => {
    // That nobody is signed in is what the page asks for.
    if (['warning', 'error'].includes(message.type()) && !message.text().includes('401'))
      log.complaints.push(message.text());
  });
  page.on('pageerror', (error) => log.complaints.push(error.message));
  return log;
}

/** Loads a page in a new tab, and asserts that it loads nothing twice and complains about nothing. */
async function load(context: BrowserContext, path: string, isThere: (page: Page) => Promise<void>) {
  const page = await context.newPage();
  const log = watch(page);
  const answer = await page.goto(shop.demo.dashboard.url + path);
  await isThere(page);
  await page.locator('main .mantine-Skeleton-root').last().waitFor({ state: 'detached' });
  const html = (await answer?.text()) ?? '';
  await page.close();
  assert.deepEqual(log.complaints, [], path);
  assert.deepEqual(
    log.paths.filter((each, index) => log.paths.indexOf(each) !== index),
    [],
    `${path} loads something twice`,
  );
  return { html, paths: log.paths.filter((each) => !each.startsWith(STREAM)) };
}

const MOST_TRIES = 5;

/** Loads a page again while the server, on a busy machine, did not have its answers in time. */
async function loadWhole(context: BrowserContext, path: string, name: string | RegExp) {
  for (let tries = 1; ; tries += 1) {
    const loaded = await load(context, path, (tab) => heading(tab, name).waitFor());
    if (tries === MOST_TRIES || !loaded.paths.some((each) => each.startsWith('/api/'))) return loaded;
  }
}

/** The files that a page has loaded although its HTML does not name them. */
function unnamed({ html, paths }: { readonly html: string; readonly paths: readonly string[] }): string[] {
  return paths.filter((path) => path.startsWith('/dashboard/assets/') && !html.includes(`"${path}"`));
}

const COMPLETE = { '': /^Hello/, '/customers': 'Customers', '/orders': 'Orders', '/licenses': 'Licenses' };

it('home and lists come whole: the browser asks for no data, and for no file that the HTML does not name', () =>
  inContext('en-US', async (page, context) => {
    await signInToDashboard(page, shop);
    await heading(page, /^Hello/).waitFor();
    for (const [path, name] of Object.entries(COMPLETE)) {
      const loaded = await loadWhole(context, path, name);
      assert.deepEqual(
        loaded.paths.filter((each) => each.startsWith('/api/')),
        [],
        path,
      );
      assert.deepEqual(
        unnamed(loaded).filter((file) => !/\/live-[\w-]+\.js$/.test(file)),
        [],
        path,
      );
    }
  }));

it('the other pages know who is signed in, and ask for nothing twice', () =>
  inContext('en-US', async (page, context) => {
    await signInToDashboard(page, shop);
    await heading(page, /^Hello/).waitFor();
    for (const [path, name] of Object.entries({
      '': /^Hello/,
      '/reports': 'Reports',
      '/settings': 'Settings',
    })) {
      const { html, paths } = await load(context, path, (tab) => heading(tab, name).waitFor());
      assert.deepEqual(
        paths.filter((each) => /operator.session|reports.sales/.test(each)),
        [],
        path,
      );
      assert.match(html, /modulepreload/);
    }
  }));

it('whoever reads German gets the German texts with the page, and no others', () =>
  inContext('de-DE', async (page, context) => {
    await signInInGerman(page, shop);
    await heading(page, /^Hallo/).waitFor();
    const loaded = await load(context, '/licenses', (tab) => heading(tab, 'Lizenzen').waitFor());
    assert.match(loaded.html, /license-de-[\w-]+\.js/);
    assert.doesNotMatch(loaded.html + loaded.paths.join(' '), /-en-[\w-]+\.js/);
  }));

it('without a session a page leads to the sign-in, whose files it names, and back', () =>
  inContext('en-US', async (page, context) => {
    const loaded = await load(context, '/orders?status=Paid', (tab) =>
      heading(tab, 'Sign in to your dashboard').waitFor(),
    );
    assert.match(loaded.html, /sign-in-page/);
    assert.doesNotMatch(loaded.html, /data-answer|orders-page/);
    await signInToDashboard(page, shop, '/orders?status=Paid');
    await heading(page, 'Orders').waitFor();
    assert.match(page.url(), /\/dashboard\/orders\?status=Paid$/);
  }));

it('what came with a page is not shown to the next person who signs in there', () =>
  inContext('en-US', async (page) => {
    await signInToDashboard(page, shop);
    await heading(page, /^Hello/).waitFor();
    // Its session has never been asked for here, and would still be in the page.
    await page.goto(`${shop.demo.dashboard.url}/sign-in`);
    await heading(page, 'Sign in to your dashboard').waitFor();
    const before = await page.locator('script[data-answer]').count();
    await page.getByLabel('Email').fill(shop.demo.dashboard.email);
    await page.getByLabel('Password', { exact: true }).fill(shop.demo.dashboard.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await heading(page, /^Hello/).waitFor();
    assert.deepEqual([before, await page.locator('script[data-answer]').count()], [1, 0]);
  }));
