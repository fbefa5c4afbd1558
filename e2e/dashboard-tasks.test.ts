import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { asVendor, IN_FRANCE, IN_GERMANY, type Sale, sell, subscribe } from './dashboard-sales.ts';
import { DESK, walk } from './dashboard-walk.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, newShopper, openDemoShop, signUp } from './demo-shop.ts';
import { eventually } from './eventually.ts';
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

const area = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('a vendor at a desk', () => {
  it('sets taxes and currencies, and finds what was bought, taxed and refunded', () =>
    inWindow(browser, { viewport: DESK }, async (page) => {
      await signInToDashboard(page, shop);
      await walkSettings(page);
      const sale = await sell(shop, 'Fleur France', { quantity: 2, payment: IN_FRANCE });
      await walkOrder(page, sale);
      await walkSearch(page, sale);
    }));

  it('sees the subscriptions and vouchers of a customer', () =>
    inWindow(browser, { viewport: DESK }, async (page) => {
      const { accessToken } = await subscribe(shop, 'Sue Subscriber', IN_GERMANY);
      const code = shop.demo.voucherCodes[0] ?? '';
      const path = `/api/customer/vouchers/redeem?code=${code}`;
      const redeem = await shop.send('POST', path, { accessToken });
      assert.equal(redeem.status, 200, redeem.text);
      await signInToDashboard(page, shop);
      await walk(page, 'find a customer by name or email', async ({ find }) => {
        await find('Sue Sub', /Sue Subscriber/);
        await area(page, 'Subscriptions').getByText('€11.90 a month').waitFor();
        await area(page, 'Vouchers').getByText('demo-verb × 1').waitFor();
      });
    }));

  it('gives all licenses of a filter to another owner', () =>
    inWindow(browser, { viewport: DESK }, async (page) => {
      const [from, to] = [newShopper('Frank From'), newShopper('Tom To')];
      await Promise.all([signUp(shop, from), signUp(shop, to)]);
      const requests = [{ productId: 'demo-verb', quantity: 3 }];
      await asVendor(shop, 'POST', '/api/licenses/provision', { customer: { email: from.email }, requests });
      await signInToDashboard(page, shop);
      await walk(
        page,
        'extend, reissue, transfer, revoke or restore all licenses of a filter',
        async ({ choose, click }) => {
          await choose('Licenses');
          await page.getByLabel('Email of the owner').fill(from.email);
          await page.getByText('3 shown').waitFor();
          await click(button(page, 'Change all of these…'));
          const many = dialog(page, 'Change all licenses of these filters');
          await many.getByLabel('What happens to each').selectOption('Transfer');
          await many.getByLabel('Email of the new owner').fill(to.email);
          await click(many.getByRole('button', { name: 'Transfer: 3' }));
          await many.getByText('3 changed, 0 did not need it.').waitFor();
          await many.getByRole('button', { name: 'Close' }).click();
        },
      );
      await page.getByLabel('Email of the owner').fill(to.email);
      await page.getByText('3 shown').waitFor();
    }));
});

async function walkSettings(page: Page): Promise<void> {
  const seller = { name: 'Demo GmbH', address: ['Hafenstraße 1'], country: 'DE' };
  await asVendor(shop, 'PATCH', '/api/settings', { seller });
  await walk(page, 'say where you collect taxes', async ({ choose, click }) => {
    await choose('Settings');
    await click(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Taxes' }));
    const taxes = area(page, 'How you collect taxes');
    await taxes.getByLabel('Who calculates them').selectOption('Latchkey, with its table and your own rates');
    await taxes.getByLabel('European Union').check();
    await click(taxes.getByRole('button', { name: 'Save' }));
    await taxes.getByText('Saved.').waitFor();
  });
  await walk(page, 'sell in another currency', async ({ choose, click }) => {
    await choose('Settings');
    const form = area(page, 'Currencies');
    await form.getByLabel('Sells in').fill('eur, usd, chf');
    await click(form.getByRole('button', { name: 'Save' }));
    await form.getByText('Saved.').waitFor();
  });
  const { currencies } = await asVendor<{ currencies: string[] }>(shop, 'GET', '/api/settings');
  assert.deepEqual(currencies, ['EUR', 'USD', 'CHF']);
}

async function walkOrder(page: Page, { orderId }: Sale): Promise<void> {
  const { number } = await asVendor<{ number: string }>(shop, 'GET', `/api/orders/${orderId}`);
  await walk(page, 'see the taxes of an order, and the evidence for them', async ({ find }) => {
    await find(number, new RegExp(number));
    const taxes = area(page, 'Taxes');
    await taxes.getByText('20%').waitFor();
    await taxes.getByText('Billing address').waitFor();
    await expectSound(page, 'dashboard-order-taxes-wide');
  });
  await walk(page, 'send a receipt again, refund an order, correct its invoice', async ({ find, click }) => {
    await find(number, new RegExp(number));
    await click(button(page, 'Refund'));
    const refund = dialog(page, /^Refund order /);
    await refund.getByLabel('What goes back').selectOption('Some units');
    await refund.getByLabel(/^Demo App.*, at most 2$/).fill('1');
    await click(refund.getByRole('button', { name: 'Refund' }));
    await refund.waitFor({ state: 'detached' });
  });
  await area(page, 'Refunds').getByText('€49.00').waitFor();
  await eventually(() => area(page, 'Licenses').getByText('Revoked').count(), 1);
  await area(page, 'Timeline').getByRole('listitem').nth(2).waitFor();
  await walk(page, 'who changed one thing', async ({ find, click }) => {
    await find(number, new RegExp(number));
    await click(page.getByRole('link', { name: 'Changes' }));
    await heading(page, 'Audit log').waitFor();
    await page.getByRole('row', { name: /^Refund started.*Olga Owner/ }).waitFor();
  });
}

async function walkSearch(page: Page, { shopper }: Sale): Promise<void> {
  await walk(page, 'find a customer by name or email', async ({ find }) => {
    await find('fleur fra', /Fleur France/);
    await heading(page, shopper.name).waitFor();
  });
}
