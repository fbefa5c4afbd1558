import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, newShopper, openDemoShop, signUp } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { expectSound, WINDOWS } from './page-check.ts';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  await addProducts();
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

async function send(method: string, path: string, body?: object) {
  const answer = await shop.send(method, path, { apiKey: shop.demo.apiKey, ...(body && { body }) });
  assert.ok(answer.status < 300, answer.text);
  return answer.text === '' ? undefined : JSON.parse(answer.text);
}

for (const { name, viewport } of WINDOWS) {
  describe(`vouchers in a ${name} window`, () => {
    it('are printed as cards that say what they grant and where, without those that nobody can redeem', () =>
      inWindow(browser, { viewport }, async (page) => {
        const contents = [{ type: 'Product', id: 'demo-verb', quantity: 2 }];
        const batch = {
          name: `Shop window ${name}`,
          quantity: 3,
          contents,
          expiresAt: '2099-12-31T12:00:00Z',
        };
        const { id } = await send('POST', '/api/vouchers/batches', batch);
        const { items } = await send('GET', `/api/vouchers/batches/${id}/codes`);
        const [redeemed, first, second] = items.map(({ code }: { code: string }) => code);
        const accessToken = await signUp(shop, newShopper('Vera Leser'));
        const url = `/api/customer/vouchers/redeem?code=${redeemed}`;
        assert.equal((await shop.send('POST', url, { accessToken })).status, 200);

        await signInToDashboard(page, shop);
        await heading(page, /^Hello/).waitFor();
        const menu = page.getByRole('button', { name: 'Open the menu' });
        if (await menu.isVisible()) await menu.click();
        await page.getByRole('link', { name: 'Vouchers', exact: true }).click();
        await page.getByRole('link', { name: batch.name }).click();
        await heading(page, batch.name).waitFor();
        await page.getByRole('link', { name: 'Print', exact: true }).click();
        await heading(page, `Print: ${batch.name}`).waitFor();
        const cards = page.getByRole('list', { name: 'Codes' }).getByRole('listitem');
        await cards.first().waitFor();
        assert.equal(await cards.count(), 2);
        for (const code of [first, second]) {
          const card = cards.filter({ hasText: code });
          await card.getByText('2 × Demo Verb').waitFor();
          await card.getByText(/\/redeem$/).waitFor();
          await card.getByText('Redeem it by December 31, 2099.').waitFor();
        }
        await expectSound(page, `dashboard-voucher-print-${name}`);
        await page.getByLabel('Language of the cards').selectOption('German');
        await cards.first().getByText('Einzulösen bis 31. Dezember 2099.').waitFor();
        await page.evaluate('window.print = () => { document.title = "printed"; }');
        await page.getByRole('button', { name: 'Print', exact: true }).click();
        await eventually(() => page.title(), 'printed');

        await page.emulateMedia({ media: 'print' });
        for (const visible of [cards.first().getByText('2 × Demo Verb'), cards.last()])
          assert.equal(await visible.isVisible(), true);
        const onScreen = [heading(page, /^Print/), page.getByLabel('Language of the cards'), menu];
        for (const hidden of [...onScreen, page.getByText('Back to the batch')])
          assert.equal(await hidden.isVisible(), false);
        // Paper is white, whatever the screen is.
        const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
        const paper = await background();
        await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
        await eventually(async () => (await background()) === paper, false);
        const dark = await background();
        await page.emulateMedia({ media: 'print' });
        await eventually(async () => (await background()) === dark, false);
        assert.match(await background(), /^rgb\(2[45]\d, 2[45]\d, 2[45]\d\)$/);
        await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

        await send('POST', `/api/vouchers/batches/${id}/revoke?licenses=Keep`);
        await page.reload();
        await page.getByText('This batch was taken back: nobody can redeem its codes.').waitFor();
        assert.equal(await cards.count(), 0);
        await page.getByRole('link', { name: 'Back to the batch' }).click();
        await heading(page, batch.name).waitFor();
        assert.equal(await page.getByRole('link', { name: 'Print', exact: true }).count(), 0);
      }));

    it('are made, saved as a file, redeemed, taken back with the licenses, and made valid again', () =>
      inWindow(browser, { viewport }, async (page) => {
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
        await page.getByText('25 of 1,100 shown').waitFor();
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
        await back.getByLabel('Also revoke the licenses of the redeemed code').check();
        await expectSound(page, `dashboard-take-back-${name}`);
        await back.getByRole('button', { name: 'Take back' }).click();
        await page.getByText('Taken back', { exact: true }).waitFor();
        await page.getByText('Revoked with it', { exact: true }).waitFor();
        await back.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Make valid again' }).click();
        await dialog(page, /^Make .* valid again/)
          .getByRole('button', { name: 'Make valid again' })
          .click();
        await page.getByText('Can be redeemed', { exact: true }).waitFor();
      }));
  });
}
