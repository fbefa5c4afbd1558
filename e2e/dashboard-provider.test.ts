import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { startProvider, type TestProvider } from '../server/test/sign-in-provider.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow } from './dashboard-window.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { freePort } from './deploy/free-port.ts';
import { expectSound, WINDOWS } from './page-check.ts';

const opened = new AsyncDisposableStack();
let provider: TestProvider;
let shop: DemoShop;
let browser: Browser;

before(async () => {
  const port = await freePort();
  provider = await startProvider(`http://localhost:${port}`);
  opened.defer(provider.close);
  shop = await openDemoShop({ ...provider.environment, PORT: String(port) });
  opened.defer(shop.close);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});
after(() => opened.disposeAsync());

const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true });

async function addPasskey(page: Page): Promise<void> {
  await button(page, 'Add a passkey').click();
  const add = page.getByRole('dialog', { name: 'Add a passkey' });
  await add.getByLabel('Name').fill('Laptop');
  await button(add, 'Add a passkey').click();
}

for (const { name, viewport } of WINDOWS) {
  describe(`the vendor's own provider in a ${name} window`, () => {
    it('signs in whoever was invited, confirms, and says why somebody else stays outside', () =>
      inWindow(browser, { viewport }, async (page, context) => {
        const email = `otto-${name}@vendor.example`;
        const body = { email, name: 'Otto', role: 'Support' };
        await shop.send('POST', '/api/operators', { apiKey: shop.demo.apiKey, body });
        provider.become({ email });
        await page.goto(`${shop.demo.dashboard.url}/sign-in?next=%2Fyou`);
        await button(page, 'Sign in with Vendor ID').waitFor();
        await expectSound(page, `dashboard-sign-in-provider-${name}`);
        await button(page, 'Sign in with Vendor ID').click();
        await heading(page, 'Your access').waitFor();

        await addPasskey(page);
        const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
        await button(confirm, 'Confirm with Vendor ID').waitFor();
        await expectSound(page, `dashboard-confirm-provider-${name}`);
        await button(confirm, 'Confirm with Vendor ID').click();
        await confirm.waitFor({ state: 'detached' });
        await heading(page, 'Your access').waitFor();
        const [options] = await Promise.all([
          page.waitForResponse('**/api/operator/passkeys/options'),
          addPasskey(page),
        ]);
        assert.equal(options.status(), 200, 'confirmed');
        assert.equal(await page.getByText('One-time codes').count(), 0, 'they go with a password');

        await context.clearCookies();
        provider.become({ email: 'nobody@vendor.example' });
        await page.goto(`${shop.demo.dashboard.url}/sign-in`);
        await button(page, 'Sign in with Vendor ID').click();
        await page.getByText('Nobody here has the email of your account there.').waitFor();
        await expectSound(page, `dashboard-provider-stranger-${name}`);
        await page.goBack();
        await page.goto(`${shop.demo.dashboard.url}/provider?code=stolen`);
        await page.getByText(/This sign-in began in another tab or browser/).waitFor();
      }));
  });
}
