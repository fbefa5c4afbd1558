import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { expectSound, WINDOWS } from './page-check.ts';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;

before(async () => {
  shop = await openDemoShop({ LATCHKEY_AUDIT_RETENTION_DAYS: '400' });
  opened.defer(shop.close);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});
after(() => opened.disposeAsync());

async function settings() {
  const { status, text } = await shop.send('GET', '/api/settings', { apiKey: shop.demo.apiKey });
  assert.equal(status, 200, text);
  return JSON.parse(text);
}

for (const { name, viewport } of WINDOWS) {
  describe(`privacy in a ${name} window`, () => {
    it('has the policy, what customers confirm, what is kept for how long, and what to do when somebody asks', () =>
      inWindow(browser, { viewport }, async (page) => {
        await shop.send('PATCH', '/api/settings', {
          apiKey: shop.demo.apiKey,
          body: {
            links: { privacy: null, terms: 'https://acme.example/terms' },
            requiresConfirmedEmail: false,
          },
        });
        await signInToDashboard(page, shop);
        await heading(page, /^Hello/).waitFor();
        const menu = page.getByRole('button', { name: 'Open the menu' });
        if (await menu.isVisible()) await menu.click();
        await page.getByRole('link', { name: 'Settings', exact: true }).click();
        await page
          .getByRole('navigation', { name: 'Settings' })
          .getByRole('link', { name: 'Privacy' })
          .click();
        await heading(page, 'Privacy').waitFor();
        const rules = page.getByRole('region', { name: /^Your policy/ });
        await rules.getByLabel('Address of your privacy policy').fill('acme.example/privacy');
        await rules.getByRole('button', { name: 'Save' }).click();
        await rules.locator('[aria-invalid="true"]').waitFor();
        await rules.getByText('Enter an address that begins with https://.').waitFor();
        await rules.getByLabel('Address of your privacy policy').fill('https://acme.example/privacy');
        await rules.getByLabel('Customers confirm their email before they can sign in').check();
        await rules.getByRole('button', { name: 'Save' }).click();
        await rules.getByText('Saved.').waitFor();
        const { links, requiresConfirmedEmail, confirmsEmailChange } = await settings();
        assert.deepEqual(
          [links.privacy, links.terms, requiresConfirmedEmail, confirmsEmailChange],
          ['https://acme.example/privacy', 'https://acme.example/terms', true, false],
        );
        const retention = page.getByRole('region', { name: 'What is kept, and for how long' });
        await retention.getByText('90 days', { exact: true }).waitFor();
        await retention.getByText('400 days', { exact: true }).waitFor();
        await retention.getByText('Until 30 days without a visit, and 30 days after that').waitFor();
        await expectSound(page, `dashboard-privacy-${name}`);
        await page.getByRole('link', { name: 'Find the customer' }).click();
        await heading(page, 'Customers').waitFor();
      }));
  });
}
