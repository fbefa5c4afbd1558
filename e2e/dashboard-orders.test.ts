import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
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
import type { Answer } from './replies.ts';

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

/** Buys Demo App; returns the id of the order. */
async function buy(shopper: Shopper): Promise<string> {
  const accessToken = await signUp(shop, shopper);
  const item = await findOnStorefront(shop, 'demo-app', { accessToken });
  const { orderId, checkoutUrl } = await startCheckout(shop, item, { accessToken });
  const { pathname, search } = new URL(checkoutUrl);
  const { status, text } = await shop.send('POST', `/api${pathname}/pay${search}`, {
    accessToken,
    body: { ...shopper, acceptsImmediateDelivery: true },
  });
  assert.equal(status, 200, text);
  return orderId;
}

/** The buyer withdraws from an order whose payment their bank disputes. */
async function withdrawFrom(orderId: string, { email }: Shopper): Promise<void> {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await shop.send(method, path, { apiKey: shop.demo.apiKey, ...(body && { body }) });
    assert.ok(answer.status < 300, answer.text);
    return answer.text === '' ? undefined : JSON.parse(answer.text);
  };
  const { number: orderNumber, payments, items } = await send('GET', `/api/orders/${orderId}`);
  const lineIds = items.map(({ id }: { id: string }) => id);
  await send('POST', '/api/customer/withdrawals', { orderNumber, email, lineIds });
  const event = { paymentId: payments[0].id, event: 'DisputeOpened' };
  await send('POST', '/dev/try/reversals', event);
}

/** Lets every payment buy a product that is gone, until the function that it returns brings it back. */
function loseProducts(): () => void {
  const database = new DatabaseSync(join(shop.dataDir, 'latchkey.db'), { timeout: 5_000 });
  const grant = (product: string) =>
    `update purchases set content = json_set(content, '$.grants[0].productId', '${product}')`;
  database.exec(
    `create trigger lost after insert on purchases begin ${grant('gone')} where payment_id = new.payment_id; end`,
  );
  opened.defer(() => {
    database.close();
  });
  return () => {
    database.exec(`drop trigger lost; ${grant('demo-app')} where content like '%"gone"%'`);
  };
}

/** Asserts that the amounts in a list end at one edge. */
async function expectAlignedAmounts(region: Locator) {
  const boxes = await Promise.all((await region.getByText('€').all()).map((each) => each.boundingBox()));
  assert.ok(boxes.length > 1);
  const ends = new Set(boxes.map((box) => box && Math.round(box.x + box.width)));
  assert.equal(ends.size, 1, [...ends].join(', '));
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

for (const { name, viewport } of WINDOWS) {
  describe(`an order in a ${name} window`, () => {
    it('is announced below an open list, which does not move until somebody says so', () =>
      inWindow(browser, { viewport }, async (page) => {
        const emmy = `Emmy Noether ${name}`;
        const following = page.waitForResponse('**/api/events/stream');
        await signInToDashboard(page, shop, '/orders');
        await heading(page, 'Orders').waitFor();
        await following;
        await buy(newShopper(emmy));
        await page.getByText(/^\d+ new or changed$/).waitFor();
        assert.equal(await page.getByText(emmy).count(), 0);
        await expectSound(page, `dashboard-news-${name}`);
        await page.getByRole('button', { name: 'Show', exact: true }).click();
        await page.getByText(emmy).first().waitFor();
        await eventually(() => page.getByText(/^\d+ new or changed$/).count(), 0);
      }));

    it('is marked if it was paid with test keys, and only then', () =>
      inWindow(browser, { viewport }, async (page) => {
        const orderId = await buy(newShopper('Mary Somerville'));
        let isTest = true;
        await page.route(`**/api/orders/${orderId}`, async (route) => {
          const response = await route.fetch();
          const { isTest: _, payments, ...order } = await response.json();
          const mark = isTest ? { isTest } : {};
          const marked = payments.map(({ isTest: __, ...payment }: Answer) => ({ ...payment, ...mark }));
          await route.fulfill({ response, json: { ...order, payments: marked, ...mark } });
        });
        // Beside the order and beside its payment.
        const mark = page.getByText('Test', { exact: true });
        await signInToDashboard(page, shop, `/orders/${orderId}`);
        await heading(page, /^Order/).waitFor();
        await mark.first().waitFor();
        isTest = false;
        await page.reload();
        await heading(page, /^Order/).waitFor();
        await eventually(() => mark.count(), 0);
      }));

    it('is tried again from Home after it could not be delivered, as often as it takes', () =>
      inWindow(browser, { viewport }, async (page) => {
        const mend = loseProducts();
        await buy(newShopper('Hedy Lamarr'));
        await signInToDashboard(page, shop);
        await page.getByRole('link', { name: 'Orders that are paid and not delivered' }).click();
        await page.getByRole('table', { name: 'Orders' }).getByRole('link').click();
        await page.getByText('there is no product gone to grant').waitFor();
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByText('It could not be delivered this time either.').waitFor();
        await expectSound(page, `dashboard-order-undelivered-${name}`);
        mend();
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByText('Completed', { exact: true }).first().waitFor();
        await page.getByRole('region', { name: 'Licenses' }).getByText('demo-app').waitFor();
        await eventually(() => page.getByRole('button', { name: 'Try again' }).count(), 0);
      }));

    it('is refunded in part and then as a whole, after saying what happens, and its license ends', () =>
      inWindow(browser, { viewport }, async (page) => {
        const shopper = newShopper('Grace Hopper');
        const orderId = await buy(shopper);
        await signInToDashboard(page, shop, `/orders/${orderId}`);
        await heading(page, /^Order /).waitFor();
        await page.getByRole('link', { name: 'demo-app', exact: true }).waitFor();
        await expectSound(page, `dashboard-order-${name}`);

        const timeline = page.getByRole('region', { name: 'Timeline' });
        await timeline.getByText('Status: Paid, not delivered').waitFor();
        await timeline.getByText('Order completed').waitFor();
        assert.equal(await timeline.getByText('Status: Completed').count(), 0);
        await page.getByRole('button', { name: 'Issue an invoice' }).waitFor();
        await page.getByRole('button', { name: 'Refund', exact: true }).click();
        const refund = dialog(page, /^Refund order /);
        await refund.getByText(/stop working: those without devices first/).waitFor();
        await expectSound(page, `dashboard-refund-${name}`);
        await refund.getByLabel('What goes back').selectOption('An amount of money');
        await refund.getByLabel('Amount in EUR').fill('ten');
        await refund.getByRole('button', { name: 'Refund' }).click();
        await refund.getByText('Enter an amount such as 12.50.').waitFor();
        await refund.getByLabel('Amount in EUR').fill('5');
        await refund.getByText(/€5.00 goes back .* The buyer keeps the licenses\./).waitFor();
        await refund.getByLabel('Reason').fill('Late delivery');
        await refund.getByRole('button', { name: 'Refund' }).click();
        await refund.waitFor({ state: 'detached' });
        const refunds = page.getByRole('region', { name: 'Refunds' });
        await refunds.getByText('Made here · Late delivery').waitFor();
        await refunds.getByText('€5.00').waitFor();
        await page.getByText('Partly refunded', { exact: true }).waitFor();

        await page.getByRole('button', { name: 'Refund', exact: true }).click();
        await refund.getByRole('button', { name: 'Refund' }).click();
        await refund.waitFor({ state: 'detached' });
        await page.getByRole('region', { name: 'Licenses' }).getByText('Revoked').waitFor();
        await page.getByRole('button', { name: 'Refund', exact: true }).waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Issue an invoice' }).waitFor({ state: 'detached' });
        await page.getByText('Partly refunded').waitFor({ state: 'detached' });
        const lines = page.getByRole('region', { name: 'Items' });
        assert.match(await lines.innerText(), /Total\s+€49.00\s+Refunded\s+−€49.00\s+Left\s+€0.00\s*$/);
        if (name === 'wide') await expectAlignedAmounts(page.getByRole('region', { name: 'Documents' }));
        await expectSound(page, `dashboard-order-refunded-${name}`);
      }));

    it('gets another invoice when the address of the first is wrong, and the first one stays', () =>
      inWindow(browser, { viewport }, async (page) => {
        const seller = { name: 'Demo GmbH', address: ['Hafenstraße 1'], country: 'DE' };
        const settings = await shop.send('PATCH', '/api/settings', {
          apiKey: shop.demo.apiKey,
          body: { seller },
        });
        assert.equal(settings.status, 200, settings.text);
        const shopper = { ...newShopper('Mary Shelley'), billing: { businessName: 'Shelley Ltd' } };
        const orderId = await buy(shopper);
        await signInToDashboard(page, shop, `/orders/${orderId}`);
        const documents = page.getByRole('region', { name: 'Documents' });
        await documents.getByText('Invoice').waitFor();
        await page.getByRole('button', { name: 'Correct the invoice' }).click();
        const correct = dialog(page, 'Correct the invoice');
        await correct.getByText(/It names INV-\d+-\d+ and replaces it/).waitFor();
        await eventually(() => correct.getByLabel('Company').inputValue(), 'Shelley Ltd');
        await correct.getByLabel('Street').fill('Marlow Road 1');
        await correct.getByRole('button', { name: 'Issue the invoice' }).click();
        await correct.locator('[aria-invalid="true"]').first().waitFor();
        await expectSound(page, `dashboard-invoice-${name}`);
        await correct.getByLabel('Post code').fill('10115');
        await correct.getByLabel('City').fill('Berlin');
        await correct.getByLabel('Country').selectOption('Germany');
        await correct.getByRole('button', { name: 'Issue the invoice' }).click();
        await correct.waitFor({ state: 'detached' });
        await documents.getByRole('listitem').nth(1).waitFor();
        await eventually(() => documents.getByText('Invoice').count(), 2);
        await documents.getByText(/^corrects INV-/).waitFor();
        await expectSound(page, `dashboard-order-invoices-${name}`);
      }));

    it('has its receipt sent again, and the customer shows every mail', () =>
      inWindow(browser, { viewport }, async (page) => {
        const shopper = newShopper('Hedy Lamarr');
        const orderId = await buy(shopper);
        await withdrawFrom(orderId, shopper);
        await signInToDashboard(page, shop, `/orders/${orderId}`);
        await page.getByRole('region', { name: 'Items' }).getByText('1 × €49.00').waitFor();
        const disputes = page.getByRole('region', { name: 'Disputes' });
        await disputes.getByText(/^Answer by/).waitFor();
        const withdrawals = page.getByRole('region', { name: 'Withdrawals' });
        await withdrawals.getByText('Undecided').waitFor();
        await withdrawals.getByRole('button', { name: 'Decline' }).click();
        const decline = dialog(page, 'Decline the withdrawal');
        await decline.getByRole('button', { name: 'Decline' }).click();
        await decline.getByText('Say why: the buyer reads it in the mail.').waitFor();
        await decline.getByLabel('Reason, for the buyer').fill('You have used it for a year');
        await decline.getByRole('button', { name: 'Decline' }).click();
        await withdrawals.getByText('Declined').waitFor();
        await withdrawals.getByRole('button', { name: 'Grant' }).waitFor();
        await eventually(() => withdrawals.getByRole('button', { name: 'Decline' }).count(), 0);
        await page.getByRole('button', { name: 'Send the receipt again' }).click();
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await page.getByText(`The receipt is on its way to ${shopper.email}.`).waitFor();
        await expectSound(page, `dashboard-receipt-${name}`);
        await page.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('link', { name: shopper.name }).click();
        const mails = page.getByRole('region', { name: 'Mails' });
        await mails
          .getByText(/receipt/i)
          .first()
          .waitFor();
        await eventually(() => mails.getByText(/receipt/i).count(), 2);
        await expectSound(page, `dashboard-mails-${name}`);
      }));
  });
}
