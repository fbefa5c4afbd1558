import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { closeBrowser, openBrowser } from './browser.ts';
import { subscribe } from './dashboard-sales.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, findOnStorefront, openDemoShop, startCheckout } from './demo-shop.ts';
import { IS_LONG } from './page-check.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs/pictures');
/** Whoever asks for screenshots gets those of the guide, too. */
const MAKES_PICTURES = process.env['LATCHKEY_E2E_SCREENSHOTS'] === '1';
/** Other walks show that these pages work: without pictures to make, this one is for the long form. */
const SHOWS_PAGES = MAKES_PICTURES || IS_LONG;
const MOST_BYTES = 1_500_000;
const VIEWPORT = { width: 1280, height: 860 };

let shop: DemoShop;

const BUYERS = [
  ['demo-verb', 'Ann Ort'],
  ['demo-synth', 'Ben Tale'],
  ['demo-verb', 'Cleo Dorn'],
] as const;

async function buy(productId: string, name: string): Promise<void> {
  const { checkoutUrl } = await startCheckout(shop, await findOnStorefront(shop, productId));
  const [first = ''] = name.toLowerCase().split(' ');
  const body = { name, email: `${first}@studio.example` };
  const paid = await shop.send('POST', `/api${new URL(checkoutUrl).pathname}/pay`, { body });
  assert.equal(paid.status, 200, paid.text);
}

/** Opens the first row of a list. */
const openFirst = (page: Page) => page.getByRole('table').first().getByRole('link').first().click();

/** What each picture of the guide shows. */
const PICTURES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  home: (page) => heading(page, /^Hello/).waitFor(),
  customer: async (page) => {
    await open(page, '/customers', 'Customers');
    await page.getByRole('link', { name: 'Ann Ort' }).first().click();
    await heading(page, 'Ann Ort').waitFor();
  },
  order: async (page) => {
    await open(page, '/orders', 'Orders');
    await openFirst(page);
    await heading(page, /^Order /).waitFor();
  },
  subscription: async (page) => {
    await open(page, '/subscriptions', 'Subscriptions');
    await openFirst(page);
    await page.getByText('Period 1', { exact: true }).waitFor();
  },
  license: async (page) => {
    await open(page, '/licenses', 'Licenses');
    await openFirst(page);
    await heading(page, /^demo-/).waitFor();
  },
  product: async (page) => {
    await open(page, '/products', 'Products');
    await page.getByRole('link', { name: 'Demo Verb' }).first().click();
    await heading(page, 'Demo Verb').waitFor();
  },
  discount: async (page) => {
    await open(page, '/discounts', 'Discounts');
    await page.getByRole('button', { name: 'Add a discount' }).click();
    const add = page.getByRole('dialog', { name: 'Add a discount' });
    await add.getByLabel('Name').fill('Spring');
    await add.getByLabel('Percent').fill('50');
    await add.getByLabel('Of what').selectOption({ label: 'Demo Verb' });
    await add.getByText('€39.50 instead of €79.00').waitFor();
  },
  vouchers: (page) => open(page, '/vouchers', 'Vouchers'),
  releases: (page) => open(page, '/releases', 'Releases'),
  reports: (page) => open(page, '/reports', 'Reports'),
  settings: (page) => open(page, '/settings', 'Settings'),
};

async function open(page: Page, path: string, name: string): Promise<void> {
  await page.goto(shop.demo.dashboard.url + path);
  await heading(page, name).waitFor();
}

if (SHOWS_PAGES) {
  describe('the pages in the guide', () => {
    const opened = new AsyncDisposableStack();
    let browser: Browser;
    before(async () => {
      shop = await openDemoShop();
      opened.defer(shop.close);
      browser = await openBrowser();
      opened.defer(() => closeBrowser(browser));
      for (const [productId, name] of BUYERS) await buy(productId, name);
      await subscribe(shop, 'Dan Field');
    });
    after(() => opened.disposeAsync());

    it('are those of today’s dashboard', () => inWindow(browser, { viewport: VIEWPORT }, showPages));
  });
}

async function showPages(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  // A window that follows the server is never idle.
  await page.route('**/api/events/stream', (route) => route.abort());
  await signInToDashboard(page, shop);
  await heading(page, /^Hello/).waitFor();
  for (const [name, show] of Object.entries(PICTURES)) {
    await show(page);
    await page.waitForLoadState('networkidle');
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    if (!MAKES_PICTURES) continue;
    const picture = await page.screenshot();
    await sharp(picture)
      .webp({ quality: 70, effort: 6 })
      .toFile(join(FOLDER, `${name}.webp`));
  }
}

describe('the pictures of the guide', () => {
  it('are there, all of them in use, and small together', async () => {
    const files = await readdir(FOLDER);
    assert.deepEqual(
      files.toSorted(),
      Object.keys(PICTURES)
        .map((name) => `${name}.webp`)
        .toSorted(),
    );
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(FOLDER, file))).size));
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) < MOST_BYTES, sizes.join());
    const guide = join(ROOT, 'docs/guide');
    const pages = (await readdir(guide)).filter((name) => name.startsWith('dashboard-'));
    const texts = await Promise.all(pages.map((name) => readFile(join(guide, name), 'utf8')));
    const names = texts.flatMap((text) =>
      [...text.matchAll(/\]\(\.\.\/pictures\/([\w-]+\.webp)\)/g)].map(([, file = '']) => file),
    );
    assert.deepEqual(names.toSorted(), files.toSorted());
  });
});
