import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { sell } from './dashboard-sales.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { expectSound, WINDOWS } from './page-check.ts';

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

/** The addresses of lists in the API. */
const LISTS = new RegExp(
  `/api/(?:${[
    'products(?:/[^/]+/releases)?',
    'bundles',
    'discounts',
    'offers',
    'promotions',
    'coupons',
    'vouchers/batches',
    'licenses',
    'webhooks',
    'settings/api-keys',
    'customers',
    'orders',
    'subscriptions',
    'trials',
  ].join('|')})(?:\\?|$)`,
);
const NOTHING = { items: [], hasMore: false, next: null };

const BEGUN_HERE = [
  'products',
  'bundles',
  'discounts',
  'offers',
  'promotions',
  'coupons',
  'vouchers',
  'licenses',
  'webhooks',
  'settings/api-keys',
];
const BEGUN_ELSEWHERE = [
  ['customers', 'Import'],
  ['orders', 'Products'],
  ['subscriptions', 'Products'],
  ['trials', 'Products'],
] as const;

/** Goes to an area by the menu, without loading the dashboard again. */
async function visit(page: Page, area: string) {
  const opener = page.getByRole('button', { name: 'Open the menu' });
  if (await opener.isVisible()) await opener.click();
  await page.getByRole('link', { name: area, exact: true }).click();
  await heading(page, area).waitFor();
}

for (const { name, viewport } of WINDOWS) {
  describe(`states of the dashboard in a ${name} window`, () => {
    it('an empty list says what begins it, and where the guide says more', () =>
      inWindow(browser, { viewport }, async (page) => {
        await page.route(LISTS, (route) => route.fulfill({ json: NOTHING }));
        await signInToDashboard(page, shop);
        await heading(page, /^Hello/).waitFor();
        const { url } = shop.demo.dashboard;
        const main = page.getByRole('main');
        for (const path of BEGUN_HERE) {
          await page.goto(`${url}/${path}`);
          await main.getByRole('link', { name: 'Read the guide' }).waitFor();
          // One button begins it, not two.
          if (path === 'products')
            assert.equal(await main.getByRole('button', { name: 'Add a product' }).count(), 0);
          if (path === 'products') await expectSound(page, `dashboard-empty-${name}`);
          await main.getByRole('button', { name: 'Add the first one' }).click();
          await page.getByRole('dialog').waitFor();
        }
        for (const [path, place] of BEGUN_ELSEWHERE) {
          await page.goto(`${url}/${path}`);
          await main.getByRole('link', { name: 'Read the guide' }).waitFor();
          await main.getByRole('link', { name: `Go to ${place}` }).click();
          await heading(page, place).waitFor();
        }
        await page.unrouteAll({ behavior: 'wait' });
        await page.route(/\/api\/products\/[^/]+\/releases\?/, (route) => route.fulfill({ json: NOTHING }));
        await page.goto(`${url}/releases`);
        await main.getByRole('button', { name: 'Add the first one' }).click();
        await page.getByRole('dialog', { name: 'Upload a release' }).waitFor();
        await page.unrouteAll({ behavior: 'wait' });
      }));

    it('a list as CSV goes on on other pages, can be cancelled, and says when it broke off', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/licenses');
        const { promise, resolve } = Promise.withResolvers<void>();
        await page.route('**/api/export/licenses?*', async (route) => {
          await promise;
          await route.abort();
        });
        let files = 0;
        page.on('download', () => {
          files += 1;
        });
        const csv = page.getByRole('button', { name: 'As CSV' });
        const tray = page.getByRole('region', { name: 'Downloads' });
        await csv.click();
        await tray.getByText('Loading', { exact: true }).waitFor();
        await csv.click();
        assert.equal(await tray.getByRole('listitem').count(), 1);
        await visit(page, 'Trials');
        await tray.getByText('Licenses', { exact: true }).waitFor();
        await expectSound(page, `dashboard-csv-${name}`);
        const warning = page.waitForEvent('dialog');
        const reload = page.evaluate('location.reload()');
        const question = await warning;
        assert.equal(question.type(), 'beforeunload');
        await Promise.all([question.dismiss(), reload]);
        await tray.getByRole('button', { name: 'Cancel: Licenses' }).click();
        await tray.waitFor({ state: 'detached' });
        assert.equal(await page.getByText('No connection').count(), 0);
        resolve();
        await visit(page, 'Licenses');
        await csv.click();
        await tray.getByText(/^No connection/).waitFor();
        await page.unrouteAll({ behavior: 'wait' });
        assert.equal(files, 0);
        const again = tray.getByRole('button', { name: 'Try again: Licenses' });
        const [file] = await Promise.all([page.waitForEvent('download'), again.click()]);
        assert.match(file.suggestedFilename(), /^licenses-.*\.csv$/);
        await tray.getByText(/^Saved, /).waitFor();
        await tray.getByRole('button', { name: 'Close: Licenses' }).click();
        await tray.waitFor({ state: 'detached' });

        await page.goto(`${shop.demo.dashboard.url}/customers`);
        await csv.click();
        const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
        await confirmation.getByLabel('Password', { exact: true }).fill(shop.demo.dashboard.password);
        const [people] = await Promise.all([
          page.waitForEvent('download'),
          confirmation.getByRole('button', { name: 'Confirm' }).click(),
        ]);
        assert.match(await readFile(await people.path(), 'utf8'), /ada@demo/);
      }));

    it('lists without filters can be downloaded, too', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/vouchers');
        await heading(page, 'Vouchers').waitFor();
        for (const [path, kind] of [
          ['vouchers', 'vouchers'],
          ['releases?product=demo-app', 'releases'],
        ] as const) {
          await page.goto(`${shop.demo.dashboard.url}/${path}`);
          const csv = page.getByRole('button', { name: 'As CSV' });
          const [file] = await Promise.all([page.waitForEvent('download'), csv.click()]);
          assert.match(file.suggestedFilename(), new RegExp(`^${kind}-.*\\.csv$`));
          assert.match(await readFile(await file.path(), 'utf8'), /^"[^\r]+\r\n"/, 'a header and a row');
        }
      }));

    it('lists show what was created between two days', () =>
      inWindow(browser, { viewport }, async (page) => {
        await sell(shop, 'Dora Day');
        await signInToDashboard(page, shop, '/customers?sort=email');
        await page.getByText('ada@demo').first().waitFor();
        for (const [list, text] of [
          ['customers', 'ada@demo'],
          ['orders', 'Dora Day'],
        ] as const) {
          const row = page.getByText(text).first();
          const nothing = page.getByText('Nothing matches these filters');
          await page.goto(`${shop.demo.dashboard.url}/${list}`);
          await row.waitFor();
          await page.getByLabel('From', { exact: true }).fill('2099-01-01');
          await nothing.waitFor();
          await page.getByLabel('From', { exact: true }).fill('2020-01-01');
          await row.waitFor();
          await page.getByLabel('To', { exact: true }).fill('2020-01-02');
          await nothing.waitFor();
          assert.equal(new URL(page.url()).search, '?from=2020-01-01&to=2020-01-02');
        }
        await page.getByRole('button', { name: 'As CSV' }).click();
        const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
        await confirmation.getByLabel('Password', { exact: true }).fill(shop.demo.dashboard.password);
        const [file] = await Promise.all([
          page.waitForRequest(/\/api\/export\/orders\?/),
          confirmation.getByRole('button', { name: 'Confirm' }).click(),
        ]);
        const { searchParams } = new URL(file.url());
        assert.deepEqual(
          [searchParams.get('after'), searchParams.get('before')],
          ['2019-12-31T23:59:59.999Z', '2020-01-03T00:00:00.000Z'],
        );
      }));

    it('a list as CSV ends with the session of whoever began it', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/licenses');
        const { promise, resolve } = Promise.withResolvers<void>();
        await page.route('**/api/export/licenses?*', async (route) => {
          await promise;
          await route.fulfill({ body: 'id', contentType: 'text/csv' });
        });
        let files = 0;
        page.on('download', () => {
          files += 1;
        });
        await page.getByRole('button', { name: 'As CSV' }).click();
        const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/export/'));
        const opener = page.getByRole('button', { name: 'Open the menu' });
        if (await opener.isVisible()) await opener.click();
        await page.getByRole('button', { name: 'Sign out', exact: true }).click();
        await heading(page, 'Sign in').waitFor();
        await ended;
        resolve();
        await page.unrouteAll({ behavior: 'wait' });
        assert.equal(files, 0);
      }));

    it('a failure says what happened, whether anything was changed, and what to do', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/settings');
        const form = page.getByRole('region', { name: 'Currencies', exact: true });
        const failures = [
          ['abort', 'The server could not be reached. Check your internet connection, then try again.'],
          [500, 'The server ran into a problem. Try again in a moment.'],
          [409, 'Conflict. The account is being moved.'],
        ] as const;
        for (const [kind, text] of failures) {
          await page.route('**/api/settings', async (route) => {
            if (route.request().method() === 'GET') await route.continue();
            else if (kind === 'abort') await route.abort();
            else
              await route.fulfill({
                status: kind,
                contentType: 'application/problem+json',
                json: { title: 'Conflict', detail: 'The account is being moved.', errorType: 'AccountMoves' },
              });
          });
          await form.getByRole('button', { name: 'Save' }).click();
          const alert = form.getByText(text);
          await alert.waitFor();
          const outcome = kind === 409 ? 'Nothing was changed.' : 'Look before you try again.';
          assert.ok((await alert.textContent())?.endsWith(outcome), await alert.innerText());
          await page.unrouteAll({ behavior: 'wait' });
        }
        await expectSound(page, `dashboard-failure-${name}`);
        await form.getByRole('button', { name: 'Save' }).click();
        await form.getByText('Saved.').waitFor();
      }));
  });
}

/** A window of 1440 pixels at 200 %, and a small laptop or a tablet. */
const OTHER_WINDOWS = [
  { width: 720, height: 450 },
  { width: 1024, height: 768 },
];
const PLACES = ['', 'customers', 'orders', 'licenses', 'products/demo-verb', 'reports', 'settings', 'team'];

describe('the dashboard at 200 % and on a tablet', () => {
  for (const viewport of OTHER_WINDOWS) {
    it(`has no page that scrolls sideways in ${viewport.width} pixels`, () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop);
        await heading(page, /^Hello/).waitFor();
        for (const place of PLACES) {
          await page.goto(`${shop.demo.dashboard.url}/${place}`);
          await heading(page, /./).waitFor();
          // What comes with its content may bring texts of its own, for which the page waits a moment longer.
          await page.locator('main .mantine-Skeleton-root').last().waitFor({ state: 'detached' });
          await heading(page, /./).waitFor();
          await expectSound(page, `dashboard-${place.replace('/', '-') || 'start'}-${viewport.width}`);
        }
      }));
  }
});
