import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, newShopper, openDemoShop, signUp } from './demo-shop.ts';
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

/** More products than a page of the API has: the demo's own are on the second. */
async function addProducts(): Promise<void> {
  const { apiKey } = shop.demo;
  for (let number = 1; number <= 100; number += 1) {
    const name = `Impulse pack ${number}`;
    const body = { id: `impulse-pack-${number}`, name };
    const { status, text } = await shop.send('POST', '/api/products', { apiKey, body });
    assert.equal(status, 201, text);
  }
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

for (const { name, viewport } of WINDOWS) {
  describe(`vouchers in a ${name} window`, () => {
    it('are made, saved as a file, redeemed, taken back with the licenses, and made valid again', () =>
      inWindow(browser, { viewport }, async (page) => {
        await addProducts();
        await signInToDashboard(page, shop, '/vouchers');
        await heading(page, 'Vouchers').waitFor();
        await expectSound(page, `dashboard-vouchers-${name}`);
        await page.getByRole('button', { name: 'Make codes' }).click();
        const make = dialog(page, 'Make codes');
        await make.getByRole('button', { name: 'Make the codes' }).click();
        await make.getByText('Choose a product.').waitFor();
        await make.getByLabel('Name').fill(`Magazine ${name}`);
        await make.getByLabel('Product').selectOption({ label: 'Demo Verb' });
        await make.getByLabel('How many codes').fill('1100');
        await expectSound(page, `dashboard-make-codes-${name}`);
        await make.getByRole('button', { name: 'Make the codes' }).click();
        await heading(page, `Magazine ${name}`).waitFor();
        await page.getByText('Can be redeemed', { exact: true }).waitFor();
        await page.getByText('0 of 1100').waitFor();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'All codes as CSV' }).click(),
        ]);
        const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
        assert.equal(lines.length, 1_101);
        const [code = ''] = lines[1]?.split(',') ?? [];
        const reader = newShopper('Vera Leser');
        const accessToken = await signUp(shop, reader);
        const redeemed = await shop.send('POST', `/api/customer/vouchers/redeem?code=${code}`, {
          accessToken,
        });
        assert.equal(redeemed.status, 200, redeemed.text);
        await page.reload();
        await page.getByText('1 of 1100').waitFor();
        await page.getByRole('link', { name: 'Customer', exact: true }).waitFor();
        await expectSound(page, `dashboard-voucher-batch-${name}`);

        await page.getByRole('button', { name: 'Take back' }).click();
        const back = dialog(page, `Take back Magazine ${name}?`);
        await back.getByText(/the 1099 codes that are open/).waitFor();
        await back.getByLabel('Also revoke the licenses of the 1 redeemed codes').check();
        await expectSound(page, `dashboard-take-back-${name}`);
        await back.getByRole('button', { name: 'Take back' }).click();
        await page.getByText('Taken back', { exact: true }).waitFor();
        await page.getByText('Revoked with it', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Make valid again' }).click();
        await dialog(page, /^Make .* valid again/)
          .getByRole('button', { name: 'Make valid again' })
          .click();
        await page.getByText('Can be redeemed', { exact: true }).waitFor();
      }));
  });
}
