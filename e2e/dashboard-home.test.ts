import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import {
  type DemoShop,
  findOnStorefront,
  newShopper,
  openDemoShop,
  type Shopper,
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

interface Purchase {
  readonly orderId: string;
  readonly shopper: Shopper;
}

/** Somebody buys Demo App. */
async function buy(name: string): Promise<Purchase> {
  const shopper = newShopper(name);
  const accessToken = await signUp(shop, shopper);
  const item = await findOnStorefront(shop, 'demo-app', { accessToken });
  const { orderId, checkoutUrl } = await startCheckout(shop, item, { accessToken });
  const { pathname, search } = new URL(checkoutUrl);
  const { status, text } = await shop.send('POST', `/api${pathname}/pay${search}`, {
    accessToken,
    body: { ...shopper, acceptsImmediateDelivery: true },
  });
  assert.equal(status, 200, text);
  return { orderId, shopper };
}

async function send(method: string, path: string, body?: object) {
  const answer = await shop.send(method, path, { apiKey: shop.demo.apiKey, ...(body && { body }) });
  assert.ok(answer.status < 300, answer.text);
  return answer.text === '' ? undefined : JSON.parse(answer.text);
}

/** The bank of the buyer disputes the payment, or decides. */
async function dispute({ orderId }: Purchase, event: 'DisputeOpened' | 'DisputeWon'): Promise<void> {
  const { payments } = await send('GET', `/api/orders/${orderId}`);
  await send('POST', '/dev/try/reversals', { paymentId: payments[0].id, event });
}

async function withdraw({ orderId, shopper }: Purchase): Promise<void> {
  const { number: orderNumber, items } = await send('GET', `/api/orders/${orderId}`);
  const lineIds = items.map(({ id }: { id: string }) => id);
  await send('POST', '/api/customer/withdrawals', { orderNumber, email: shopper.email, lineIds });
}

/** What the other window finds open is of its own buyers. */
async function declineWithdrawals(): Promise<void> {
  const { items } = await send('GET', '/api/withdrawals?open=true');
  for (const { id } of items) await send('POST', `/api/withdrawals/${id}/decline`, { reason: 'Too late.' });
}

const matters = (page: Page) => page.getByRole('region', { name: 'To do' });

for (const { name, viewport } of WINDOWS) {
  describe(`what needs somebody, in a ${name} window`, () => {
    it('has the days by which to answer disputes and to refund, and leads to exactly these orders', () =>
      inWindow(browser, { viewport }, async (page) => {
        const [first, second, calm] = [await buy('Ada Byron'), await buy('Bea Boole'), await buy('Cy Calm')];
        for (const purchase of [first, second, calm]) await dispute(purchase, 'DisputeOpened');
        await dispute(calm, 'DisputeWon');
        await withdraw(second);
        await withdraw(calm);

        await signInToDashboard(page, shop);
        const disputes = matters(page).getByRole('listitem').filter({ hasText: 'Disputes to answer' });
        await eventually(() => disputes.getByText(/^Answer by /).count(), 2);
        for (const buyer of ['Ada Byron', 'Bea Boole'])
          await disputes.getByText(new RegExp(`^Order \\w{4}-\\w{4} · ${buyer}$`)).waitFor();
        await disputes.getByText('€49.00', { exact: true }).first().waitFor();
        const withdrawals = matters(page)
          .getByRole('listitem')
          .filter({ hasText: 'Withdrawals to decide on' });
        await eventually(() => withdrawals.getByText(/Refund by/).count(), 2);
        await expectSound(page, `dashboard-home-matters-${name}`);

        await matters(page).getByRole('link', { name: 'Disputes to answer' }).click();
        await heading(page, 'Orders').waitFor();
        assert.match(page.url(), /\/orders\?needs=DisputeAnswer$/);
        const orders = page.getByRole('table', { name: 'Orders' });
        await orders.getByText('Bea Boole').waitFor();
        await eventually(() => orders.getByRole('link').count(), 2);
        assert.equal(await orders.getByText('Cy Calm').count(), 0);
        await expectSound(page, `dashboard-orders-needs-${name}`);
        await page.getByLabel('Waits for you').selectOption('Withdrawal to decide on');
        await orders.getByText('Cy Calm').waitFor();
        await eventually(() => orders.getByRole('link').count(), 2);
        assert.equal(await orders.getByText('Ada Byron').count(), 0);

        await dispute(second, 'DisputeWon');
        await page.goto(shop.demo.dashboard.url);
        await disputes.getByRole('link', { name: 'Disputes to answer' }).click();
        await heading(page, /^Order /).waitFor();
        assert.ok(page.url().endsWith(`/orders/${first.orderId}`), 'a single one leads to its order');
        await dispute(first, 'DisputeWon');
        await declineWithdrawals();
      }));

    it('has the address of the seller among what a shop lacks, with the way to enter it', () =>
      inWindow(browser, { viewport }, async (page) => {
        await send('PATCH', '/api/settings', { seller: { email: null } });
        await signInToDashboard(page, shop);
        const address = page
          .getByRole('region', { name: 'Before you sell' })
          .getByRole('listitem')
          .filter({ hasText: 'Your email address' });
        await address.getByText('the owners of the account get these').waitFor();
        await address.getByRole('link', { name: 'Enter it: Your email address' }).click();
        const seller = page.getByRole('region', { name: 'Seller' });
        await seller.getByLabel('Email for questions about orders').fill('shop@vendor.example');
        await seller.getByRole('button', { name: 'Save' }).click();
        await seller.getByText('Saved').waitFor();
        await page.goto(shop.demo.dashboard.url);
        await address.getByText('Done', { exact: true }).waitFor();
        assert.equal(await address.getByRole('link').count(), 0);
      }));
  });
}
