import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { asVendor, IN_FRANCE, IN_GERMANY, type Sale, sell, subscribe } from './dashboard-sales.ts';
import { DESK, walk } from './dashboard-walk.ts';
import { inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { expectSound } from './page-check.ts';

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

/** Noon of a day of a month, counted from the one that runs. */
function noonOf(months: number, day: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day, 12));
}

const passUntil = (to: Date) => asVendor(shop, 'POST', '/api/dev/clock', { to: to.toISOString() });

/** A device asks for something, such as its license. */
async function ask(path: string, { accessToken }: Pick<Sale, 'accessToken'>): Promise<void> {
  const device = { deviceName: 'Laptop', deviceSignature: randomUUID() };
  const { status, text } = await shop.send('POST', `/api/client/${path}`, { accessToken, body: device });
  assert.equal(status, 200, text);
}

/** On the first day of a month: a sale in France, a trial that is followed by it, a device, two subscriptions. */
async function sellInFirstMonth(): Promise<string> {
  await asVendor(shop, 'PATCH', '/api/settings', {
    seller: { name: 'Demo GmbH', address: ['Hafenstraße 1'], country: 'DE' },
    tax: { mode: 'own', collectsIn: ['EU'], vies: false },
  });
  await passUntil(noonOf(1, 1));
  const utm = 'utm_source=mail&utm_campaign=spring';
  const sale = await sell(shop, 'Fleur France', {
    payment: IN_FRANCE,
    utm,
    begin: (customer) => ask('trials/demo-app/request', customer),
  });
  await ask('licenses/demo-app/request?appVersion=7.3.1', sale);
  await subscribe(shop, 'Sue Stays', IN_GERMANY);
  return (await subscribe(shop, 'Lea Leaves', IN_GERMANY)).subscriptionId;
}

/** On the second day of the next month: a sale, its refund, and the end of a subscription. */
async function sellInSecondMonth(subscriptionId: string): Promise<void> {
  await passUntil(noonOf(2, 2));
  const sale = await sell(shop, 'Freddy France', { payment: IN_FRANCE, quantity: 2 });
  const { items } = await asVendor<{ items: { id: string }[] }>(shop, 'GET', `/api/orders/${sale.orderId}`);
  const units = [{ lineId: items[0]?.id, quantity: 1 }];
  await asVendor(shop, 'POST', `/api/orders/${sale.orderId}/refunds`, { lines: units, revokeLicenses: true });
  await ask('licenses/demo-app/request?appVersion=7.4.0', sale);
  await asVendor(shop, 'POST', `/api/subscriptions/${subscriptionId}/cancel`, { immediately: true });
}

const area = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** Asserts that a table has a row with these cells, among others. */
async function hasRow(page: Page, section: string | RegExp, ...cells: string[]): Promise<void> {
  const rows = area(page, section).getByRole('row');
  const row = cells.reduce((matches, cell) => matches.filter({ hasText: cell }), rows);
  await row.first().waitFor();
}

describe('the figures of two months', () => {
  it('are on Home and in the reports: taxes, refunds, churn, trials, devices, versions and campaigns', () =>
    inWindow(browser, { viewport: DESK }, async (page) => {
      const leaving = await sellInFirstMonth();
      await sellInSecondMonth(leaving);
      await page.clock.setFixedTime(noonOf(2, 2));
      await signInToDashboard(page, shop);
      await walk(page, 'this month beside the last', async () => {
        const month = area(page, 'This month and last month');
        for (const value of ['€121.80', 'until this day last month: €72.80', '€49.00'])
          await month.getByText(value, { exact: true }).waitFor();
        await expectSound(page, 'dashboard-home-figures-wide');
      });
      await walk(page, 'sales, refunds, taxes by country, churn, trials and versions in use', ({ choose }) =>
        choose('Reports'),
      );
      await readThisMonth(page);
      await page.getByRole('combobox', { name: 'Period' }).selectOption('Last month');
      await readLastMonth(page);
      await page.getByRole('combobox', { name: 'Period' }).selectOption('This quarter');
      await hasRow(page, /^One-stop shop/, 'France', '20%');
    }));
});

async function readThisMonth(page: Page): Promise<void> {
  const sales = area(page, 'Sales');
  for (const value of ['€121.80', 'before: €72.80', '€49.00', '€72.80'])
    await sales.getByText(value, { exact: true }).first().waitFor();
  // Refunds go below zero: the axis has negative amounts.
  await sales.getByRole('figure').getByText(/^−€/).first().waitFor();
  await hasRow(page, 'Taxes by country', 'France', '20%', '€16.33', '€8.17');
  await hasRow(page, 'Taxes by country', 'Germany', '19%', '€3.80');
  await hasRow(page, 'By product', 'demo-app', '€98.00', '€49.00');
  const recurring = area(page, 'Recurring revenue');
  await recurring.getByText('50%').first().waitFor();
  await hasRow(page, 'Recurring revenue', 'demo-synth', '€10.00');
  await hasRow(page, 'New activations', 'demo-app', '1');
  await hasRow(page, 'Versions in use', 'demo-app', '7.4.0');
  await expectSound(page, 'dashboard-reports-figures-wide');
}

async function readLastMonth(page: Page): Promise<void> {
  await hasRow(page, 'Taxes by country', 'France', '€8.17');
  await hasRow(page, 'Campaigns', 'mail', 'spring', '€49.00');
  await area(page, 'From trial to sale').getByText('100%').first().waitFor();
  await hasRow(page, 'Versions in use', 'demo-app', '7.3.1');
}
