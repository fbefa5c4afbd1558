import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import {
  type DemoShop,
  findOnStorefront,
  newShopper,
  openDemoShop,
  signUp,
  startCheckout,
} from './demo-shop.ts';
import { eventually } from './eventually.ts';
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

/** Somebody buys Demo App, or subscribes to Demo Synth. */
async function buy(variationId?: string): Promise<void> {
  const shopper = newShopper('Ida Rhodes');
  const accessToken = await signUp(shop, shopper);
  const item = await findOnStorefront(shop, variationId === undefined ? 'demo-app' : 'demo-synth', {
    accessToken,
  });
  const offered =
    variationId === undefined
      ? item
      : { ...item, defaultVariation: { ...item.defaultVariation, id: variationId } };
  const { checkoutUrl } = await startCheckout(shop, offered, { accessToken });
  const { pathname, search } = new URL(checkoutUrl);
  const { status, text } = await shop.send('POST', `/api${pathname}/pay${search}`, {
    accessToken,
    body: { ...shopper, acceptsImmediateDelivery: true, recurringConsent: { wording: '2026-12' } },
  });
  assert.equal(status, 200, text);
}

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Shows the reports from yesterday to today, after days that no report has. */
async function chooseDays(page: Page, name: string): Promise<void> {
  await page.getByLabel('Period').selectOption('Last month');
  await page.getByLabel('Period').selectOption('From day to day');
  const [first, last] = [page.getByLabel('First day'), page.getByLabel('Last day')];
  assert.match(await first.inputValue(), /-01$/, 'they begin with the days of the period before');
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await last.fill(today);
  await first.fill('2001-01-01');
  await page.getByText('Choose a year at most.').waitFor();
  await expectSound(page, `dashboard-reports-days-${name}`);
  await first.fill(yesterday);
  await page.getByText(`${yesterday} – ${today}`, { exact: false }).waitFor();
  assert.ok(page.url().includes(`period=${yesterday}..${today}`), page.url());
  await page.reload();
  await eventually(() => first.inputValue(), yesterday);
}

for (const { name, viewport } of WINDOWS) {
  describe(`the figures in a ${name} window`, () => {
    it('are at the start, beside what needs somebody and what a new shop lacks, and whole in the reports', () =>
      inWindow(browser, { viewport }, async (page) => {
        await buy();
        await signInToDashboard(page, shop);
        await heading(page, 'Hello, Olga Owner').waitFor();
        await page
          .getByRole('region', { name: 'Today' })
          .getByText(/^€(49|197).00$/)
          .waitFor();
        await page
          .getByRole('region', { name: 'To do' })
          .getByText(/^Nothing/)
          .waitFor();
        const missing = page.getByRole('region', { name: 'Before you sell' });
        await missing.waitFor();
        await expectSound(page, `dashboard-home-${name}`);
        await missing.getByRole('link', { name: 'Connect it: Real payments' }).click();
        await heading(page, 'Payments').waitFor();
        await page.goBack();

        await buy('demo-synth-yearly');
        await page.getByRole('link', { name: 'All reports' }).click();
        await heading(page, 'Reports').waitFor();
        const sales = page.getByRole('region', { name: 'Sales' });
        await sales.getByText('As a table').scrollIntoViewIfNeeded();
        await sales.getByRole('figure', { name: /Sales and refunds of each day/ }).waitFor();
        await page
          .getByRole('region', { name: 'By product' })
          .getByRole('cell', { name: 'demo-app' })
          .waitFor();
        const recurring = page.getByRole('region', { name: 'Recurring revenue' });
        const revenue = recurring.getByRole('figure', { name: /end of each month/ });
        if (viewport.width < 500)
          assert.equal(await revenue.count(), 0, 'a phone loads no chart out of sight');
        await recurring.getByRole('cell', { name: 'demo-synth' }).scrollIntoViewIfNeeded();
        await revenue.waitFor();
        await recurring.getByRole('cell', { name: 'demo-synth' }).waitFor();
        await page.getByRole('cell', { name: 'Without a campaign' }).waitFor();
        await page.getByText('No trial began in this time.').waitFor();
        await page.getByText(/^No device was activated/).waitFor();
        await page.getByText('These are test payments: no money moved.').waitFor();
        await expectSound(page, `dashboard-reports-${name}`);
        await chooseDays(page, name);
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Download as CSV: By product' }).click(),
        ]);
        assert.match(
          await readFile(await file.path(), 'utf8'),
          /Product,Units,Sales,Refunds,Sales less refunds\r\ndemo-\w+,\d/,
        );
        await page.getByRole('combobox', { name: 'Period' }).selectOption('This quarter');
        await page.getByRole('heading', { name: /^One-stop shop \d{4}-Q\d$/ }).waitFor();
        await page.getByText(/^Nothing to declare|^Set your country/).waitFor();
        await expectSound(page, `dashboard-reports-oss-${name}`);
        await page.getByRole('combobox', { name: 'Period' }).selectOption('Last quarter');
        await page.getByText('Nothing was sold in this period').waitFor();
        assert.match(page.url(), /period=lastQuarter/);
        await expectSound(page, `dashboard-reports-empty-${name}`);
      }));

    it('are those of any month, quarter or year, beside the one before or the same of the year before', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop);
        await page.getByRole('link', { name: 'All reports' }).click();
        await heading(page, 'Reports').waitFor();
        const choose = (label: string, option: string) =>
          page.getByRole('combobox', { name: label, exact: true }).selectOption(option);
        await choose('Period', 'A quarter');
        await choose('Year', '2025');
        await choose('Quarter', 'Q2');
        await page.getByText(/^2025-04-01 – 2025-06-30, .* beside 2025-01-01 – 2025-03-31$/).waitFor();
        await page.getByRole('heading', { name: 'One-stop shop 2025-Q2' }).waitFor();
        await choose('Compared with', 'The same period a year earlier');
        await page.getByText(/beside 2024-04-01 – 2024-06-30$/).waitFor();
        assert.match(page.url(), /\?period=2025-Q2&compare=yearBefore$/);
        await page.reload();
        await page.getByText(/^2025-04-01 – .* beside 2024-04-01 – 2024-06-30$/).waitFor();
        await expectSound(page, `dashboard-reports-quarter-${name}`);
        await choose('Period', 'A month');
        await choose('Year', '2024');
        await choose('Month', 'February');
        await page.getByText(/^2024-02-01 – 2024-02-29, .* beside 2023-02-01 – 2023-02-28$/).waitFor();
        await choose('Period', 'A year');
        await choose('Year', '2023');
        await page.getByText(/^2023-01-01 – 2023-12-31, .* beside 2022-01-01 – 2022-12-31$/).waitFor();
        assert.equal(await page.getByRole('combobox', { name: 'Compared with' }).count(), 0);
      }));

    it('are of days in the time zone that the settings have, where the seller is entered, too', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/settings');
        await heading(page, 'Settings').waitFor();
        const seller = page.getByRole('region', { name: 'Seller' });
        await seller.getByLabel('Address').fill('Hafenstraße 1\n20457 Hamburg');
        await seller.getByLabel('Country').selectOption('Germany');
        await page.route('**/api/settings', (route, request) => {
          const body = request.postData();
          return route.continue(body === null ? {} : { postData: body.replace('"DE"', '"XX"') });
        });
        await seller.getByRole('button', { name: 'Save' }).click();
        await seller.locator('select[aria-invalid="true"]').waitFor();
        await expectSound(page, `dashboard-settings-${name}`);
        await page.unroute('**/api/settings');
        await seller.getByRole('button', { name: 'Save' }).click();
        await seller.getByText('Saved.').waitFor();
        const documents = page.getByRole('region', { name: 'Documents' });
        await documents.getByLabel('Time zone').fill('Europe/Berlin');
        await documents.getByRole('button', { name: 'Save' }).click();
        await documents.getByText('Saved.').waitFor();
        await page.goto(`${shop.demo.dashboard.url}/reports`);
        await page.getByText(/days in Europe\/Berlin/).waitFor();
      }));

    it('and the look of shop, checkout and mails is there to see before it is saved', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/settings/look');
        await page.getByLabel('Name, as customers see it').fill('Drum House');
        await page.getByLabel('Color of buttons and links').fill('#b02a8f');
        const preview = page.frameLocator('iframe:visible');
        await preview.getByRole('link', { name: 'Drum House' }).waitFor();
        await preview.locator('link[href="/brand/b02a8f/style.css"]').waitFor({ state: 'attached' });
        await expectSound(page, `dashboard-look-${name}`);
        await page.getByRole('button', { name: 'Checkout', exact: true }).click();
        await preview.getByRole('heading', { name: 'Your order' }).waitFor();
        await preview.getByRole('banner').getByText('Drum House').waitFor();
        await preview.getByLabel('Name').fill('Vera Vendor');
        await preview.getByLabel('Email').fill('vera@example.com');
        await preview.getByRole('button', { name: /^Pay / }).click();
        await preview.getByRole('heading', { name: 'Your order' }).waitFor();
        assert.equal(page.frames().filter((frame) => frame.url().includes('/checkout/')).length, 1);
        await page.getByRole('button', { name: 'Mail', exact: true }).click();
        await preview.getByText('Sent by Drum House').waitFor();
      }));

    it('and a logo is uploaded, shown by the shop and in mails, and removed', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/settings/look');
        const logo = page.getByRole('region', { name: 'Logo', exact: true });
        const field = logo.locator('input[type=file]');
        await field.setInputFiles({
          name: 'logo.svg',
          mimeType: 'image/svg+xml',
          buffer: Buffer.from('<svg/>'),
        });
        await logo.getByText('This is no PNG, JPEG or GIF of at most 1 MB: logo.svg').waitFor();
        await field.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL });
        await logo.getByRole('img', { name: /^The logo of / }).waitFor();
        const preview = page.frameLocator('iframe:visible');
        await preview.getByRole('banner').locator('img[src*="/api/public/logos/"]').waitFor();
        await expectSound(page, `dashboard-logo-${name}`);
        await page.getByRole('button', { name: 'Mail', exact: true }).click();
        await preview.locator('img[src*="/api/public/logos/"]').waitFor();
        const vendor = await shop.send('GET', '/api/public/vendors/current');
        assert.match(vendor.text, /\/api\/public\/logos\/[0-9a-f]{64}\.png/);
        await logo.getByRole('button', { name: 'Remove the logo' }).click();
        await logo.getByText('None uploaded').waitFor();
        assert.equal(await logo.getByRole('img').count(), 0);
      }));
  });
}
