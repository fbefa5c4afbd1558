import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { expectSound, WINDOWS } from './page-check.ts';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;
/** What the receiver answers from now on. */
let status = 204;
let receiverUrl = '';

before(async () => {
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(status).end(status === 204 ? undefined : 'the queue is full');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  receiverUrl = `http://127.0.0.1:${address.port}`;
  opened.defer(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  shop = await openDemoShop();
  opened.defer(shop.close);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});
after(() => opened.disposeAsync());

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const area = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

for (const { name, viewport } of WINDOWS) {
  describe(`webhooks in a ${name} window`, () => {
    it('are added with a secret, tested, and what failed says why and is run again', () =>
      inWindow(browser, { viewport }, async (page) => {
        status = 503;
        const path = `/${name}`;
        await signInToDashboard(page, shop, '/webhooks');
        await heading(page, 'Webhooks').waitFor();
        await page.getByRole('button', { name: 'Add the first one' }).click();
        const add = dialog(page, 'Add an endpoint');
        await add.getByLabel('Address').fill('nowhere');
        await add.getByLabel('Events').fill('order.*, tea.made');
        await add.getByRole('button', { name: 'Add', exact: true }).click();
        await add.locator('[aria-invalid="true"]').nth(1).waitFor();
        await expectSound(page, `dashboard-webhook-add-${name}`);
        await add.getByLabel('Address').fill(receiverUrl + path);
        await add.getByLabel('Events').fill('order.*, license.issued');
        await add.getByRole('button', { name: 'Add', exact: true }).click();
        const secret = dialog(page, 'The secret of this endpoint');
        assert.match(await secret.getByLabel('Secret').inputValue(), /^whsec_/);
        await expectSound(page, `dashboard-webhook-secret-${name}`);
        await secret.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('link', { name: new RegExp(`${path}$`) }).click();
        await page.getByText('None: everything has arrived.').waitFor();

        await page.getByRole('button', { name: 'Change', exact: true }).click();
        const change = dialog(page, 'Change');
        await change.getByLabel('Events').fill('order.*');
        const { apiKey } = shop.demo;
        const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
        const theirs = { apiKey, body: { types: ['license.*'] } };
        assert.equal((await shop.send('PATCH', `/api/webhooks/${id}`, theirs)).status, 200);
        await change.getByRole('button', { name: 'Save' }).click();
        await change.getByText(/what you typed is still here/).waitFor();
        await change.getByRole('button', { name: 'Save mine' }).click();
        await change.waitFor({ state: 'detached' });

        await page.getByRole('button', { name: 'Send a test' }).click();
        const test = dialog(page, 'Send a test');
        await test.getByLabel('Event').fill('tea.made');
        await test.getByRole('button', { name: 'Send a test' }).click();
        await test.locator('[aria-invalid="true"]').waitFor();
        await test.getByLabel('Event').fill('order.paid');
        await test.getByRole('button', { name: 'Send a test' }).click();
        await test.waitFor({ state: 'detached' });
        const failed = area(page, 'Failed deliveries');
        await failed.getByText('The receiver answered 503').waitFor();
        await expectSound(page, `dashboard-webhook-failed-${name}`);
        await page.getByRole('button', { name: 'Details of order.paid' }).click();
        const details = dialog(page, 'Details of order.paid');
        await details.getByText('the queue is full').waitFor();
        await details.getByText('"type": "order.paid"').waitFor();
        await expectSound(page, `dashboard-delivery-${name}`);
        await details.getByRole('button', { name: 'Close' }).click();

        status = 204;
        await failed.getByRole('button', { name: 'Run again: order.paid' }).click();
        await area(page, 'Deliveries').getByRole('cell', { name: 'Arrived' }).waitFor();
        await failed.getByText('None: everything has arrived.').waitFor();
        await area(page, 'Deliveries').getByRole('button', { name: 'As CSV' }).click();
        const confirmation = dialog(page, 'Confirm that it is you');
        await confirmation.getByLabel('Password', { exact: true }).fill(shop.demo.dashboard.password);
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          confirmation.getByRole('button', { name: 'Confirm' }).click(),
        ]);
        assert.match(file.suggestedFilename(), /^deliveries-.*\.csv$/);
        await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed');
        await page.getByText('Nothing matches these filters').waitFor();

        await page.getByRole('button', { name: 'Send again' }).click();
        const replay = dialog(page, 'Send again');
        await replay.getByLabel('Events of').selectOption('the last hour');
        await replay.getByRole('button', { name: 'Send again' }).click();
        await replay.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Switch off' }).click();
        await dialog(page, 'Switch off').getByRole('button', { name: 'Switch off' }).click();
        await page.getByText('Switched off', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Delete' }).click();
        await dialog(page, 'Delete').getByRole('button', { name: 'Delete' }).click();
        await heading(page, 'Webhooks').waitFor();
        await page.getByText('No endpoints yet').waitFor();
        await expectSound(page, `dashboard-webhooks-empty-${name}`);
      }));
  });
}
