import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { serveShop } from '../examples/shop/serve.js';
import { buildPackage } from '../sdk/build.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { collectComplaints, expectSound, WINDOWS } from './page-check.ts';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;
let origin: string;

before(async () => {
  await buildPackage();
  shop = await openDemoShop();
  opened.defer(shop.close);
  const { port, close } = await serveShop(shop.demo.baseUrl, 0);
  opened.defer(close);
  origin = `http://127.0.0.1:${port}`;
  await shop.allowOrigin(origin);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});

after(() => opened.disposeAsync());

async function signIn(page: Page): Promise<void> {
  const { email, password } = shop.demo.customer;
  await page.getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password').fill('Wrong-1-word');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog
    .getByRole('alert')
    .getByText(/password/)
    .waitFor();
  await dialog.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText(email).waitFor();
}

for (const window of WINDOWS) {
  it(`the example shop sells, delivers, and has one session in all tabs (${window.name})`, async () => {
    const context = await browser.newContext({ viewport: window.viewport, acceptDownloads: true });
    try {
      const page = await context.newPage();
      const complaints = collectComplaints(page);
      await page.goto(origin);
      await page.getByRole('heading', { level: 1, name: 'Demo Audio' }).waitFor();
      await page.getByRole('button', { name: 'Add to cart: Demo App' }).click();
      await page.getByText('Demo App is in your cart.').waitFor();
      await page.getByText('Total: €49.00').waitFor();
      await expectSound(page, `example-shop-${window.name}`);
      await page.reload();
      await page.getByText('1 × Demo App').waitFor();

      await page.getByRole('button', { name: 'Check out' }).click();
      await page.getByLabel('Name').fill('Emmy Noether');
      await page.getByLabel('Email').fill('emmy@shopper.example');
      await page.getByLabel('Deliver my licenses at once').check();
      await page.getByRole('button', { name: 'Pay €49.00' }).click();
      await page.getByRole('link', { name: /^Return to/ }).click();
      await page.waitForURL(`${origin}/`);
      await page.getByText('Nothing is in your cart yet.').waitFor();

      await signIn(page);
      const file = page.getByRole('region', { name: 'My downloads' }).getByRole('button').first();
      await file.waitFor();
      await expectSound(page, `example-shop-customer-${window.name}`);
      const download = page.waitForEvent('download');
      await file.click();
      assert.equal((await download).suggestedFilename(), await file.innerText());

      const other = await context.newPage();
      await other.goto(origin);
      await other.getByText(shop.demo.customer.email).waitFor();
      await other.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('You signed out in another tab.').waitFor();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  });
}
