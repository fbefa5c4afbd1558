import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, openDemoShop, signInAsOwner } from './demo-shop.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { eventually } from './eventually.ts';
import { expectSound, WINDOWS } from './page-check.ts';

/** The first load has this much at most, compressed and with all of its data. */
const MOST_BYTES = 300 * 1024;

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

const signIn = (page: Page, path = '') => signInToDashboard(page, shop, path);

for (const { name, viewport } of WINDOWS) {
  describe(`the dashboard in a ${name} window`, () => {
    it('lets an operator in with the right password only, to the page that they wanted', () =>
      inWindow(browser, { viewport }, async (page) => {
        await page.goto(`${shop.demo.dashboard.url}/licenses?status=Active`);
        await heading(page, 'Sign in to your dashboard').waitFor();
        await page.getByLabel('Email').fill(shop.demo.dashboard.email);
        await page.getByLabel('Password', { exact: true }).fill('Wrong-11-word');
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await page.getByText(/Email or password is wrong, or a one-time code is missing/).waitFor();
        await expectSound(page, `dashboard-sign-in-${name}`);
        await page.getByLabel('Password', { exact: true }).fill(shop.demo.dashboard.password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await heading(page, 'Licenses').waitFor();
        assert.match(page.url(), /\/dashboard\/licenses\?status=Active$/);
      }));

    it('shows the customers, and one with orders and licenses', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/customers');
        await heading(page, 'Customers').waitFor();
        await page.getByRole('link', { name: 'Ada Demo' }).waitFor();
        await expectSound(page, `dashboard-customers-${name}`);
        await page.getByLabel('Find by name or email').fill('nobody-has-this');
        await page.getByText('Nothing matches these filters').waitFor();
        assert.match(page.url(), /\?search=nobody-has-this$/);
        await page.getByRole('button', { name: 'Clear filters' }).click();
        await page.getByRole('link', { name: 'Ada Demo' }).click();
        await heading(page, 'Ada Demo').waitFor();
        await page.getByRole('link', { name: 'demo-app', exact: true }).waitFor();
        await page.getByText('No orders.').waitFor();
        await expectSound(page, `dashboard-customer-${name}`);
        await page.getByRole('link', { name: 'demo-app', exact: true }).click();
        await heading(page, 'demo-app').waitFor();
        await page.getByRole('heading', { name: 'Devices' }).waitFor();
        await expectSound(page, `dashboard-license-${name}`);
      }));

    it('finds a customer with the keyboard alone', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signIn(page);
        await heading(page, /^Hello/).waitFor();
        await page.keyboard.press('Control+k');
        await page
          .getByRole('combobox', { name: 'Name, email, order number, product, license key or device' })
          .fill('ada@demo');
        await page.getByRole('option', { name: /Ada Demo/ }).waitFor();
        await expectSound(page, `dashboard-search-${name}`);
        await page.keyboard.press('Enter');
        await heading(page, 'Ada Demo').waitFor();

        await page.keyboard.press('Control+k');
        await page.keyboard.type('verb');
        await page.getByRole('option', { name: 'Demo Verb demo-verb' }).waitFor();
        const search = page.getByRole('combobox', { name: /^Name, email, order number/ });
        await search.fill('promotions');
        await page.getByRole('option', { name: 'Promotions', exact: true }).waitFor();
        await page.keyboard.press('Enter');
        await heading(page, 'Promotions').waitFor();
        await page.keyboard.press('Control+k');
        await search.fill('add a pro');
        await page.getByRole('option', { name: 'Add a product' }).waitFor();
        await page.keyboard.press('Enter');
        await page
          .getByRole('dialog', { name: 'Add a product' })
          .getByRole('button', { name: 'Cancel' })
          .click();
        await heading(page, 'Products').waitFor();
      }));

    it('says which signing key a device uses, and releases the device after saying what it does', () =>
      inWindow(browser, { viewport }, async (page) => {
        const accessToken = await signInAsOwner(shop);
        const device = { deviceName: `Laptop ${name}`, deviceSignature: `laptop-${name}` };
        const { status, text } = await shop.send(
          'POST',
          '/api/client/licenses/demo-app/request?appVersion=7.3.1',
          {
            accessToken,
            body: device,
          },
        );
        assert.equal(status, 200, text);
        await signIn(page, '/settings/license-keys');
        await heading(page, 'Signing keys').waitFor();
        await page.getByText('Default', { exact: true }).waitFor();
        await page.getByText('7.3.1 (1)').waitFor();
        await expectSound(page, `dashboard-signing-keys-${name}`);
        await page.keyboard.press('Control+k');
        await page
          .getByRole('combobox', { name: 'Name, email, order number, product, license key or device' })
          .fill(`laptop ${name.slice(0, 3)}`);
        await page.getByRole('option', { name: `Laptop ${name} demo-app`, exact: true }).click();
        await page.getByRole('button', { name: `Release Laptop ${name}` }).click();
        await page.getByRole('dialog', { name: `Release Laptop ${name}?` }).waitFor();
        await expectSound(page, `dashboard-release-${name}`);
        await page.getByRole('dialog').getByLabel('Reason').fill('A new laptop');
        await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
        await page
          .getByRole('listitem')
          .filter({ hasText: `Laptop ${name}` })
          .getByText('Released')
          .waitFor();
      }));

    it('takes an invited operator from the link to the pages of the role, and no further', () =>
      inWindow(browser, { viewport }, async (page) => {
        const { status, text } = await shop.send('POST', '/api/operators', {
          apiKey: shop.demo.apiKey,
          body: { email: `dev-${name}@vendor.example`, name: 'Dev', role: 'Developer' },
        });
        assert.equal(status, 200, text);
        const { link }: { link: { url: string } } = JSON.parse(text);
        await page.goto(link.url);
        await heading(page, 'Welcome').waitFor();
        await expectSound(page, `dashboard-welcome-${name}`);
        await page.getByLabel('Password', { exact: true }).fill('short');
        await page.getByRole('button', { name: 'Save and continue' }).click();
        await page.getByText(/must have at least 8 characters/i).waitFor();
        await page.getByLabel('Password', { exact: true }).fill('Amber-77-canoe');
        await page.getByRole('button', { name: 'Save and continue' }).click();
        await heading(page, /^Hello/).waitFor();
        if (name === 'narrow') await page.getByRole('button', { name: 'Open the menu' }).click();
        const menu = page.getByRole('navigation', { name: 'Menu' });
        await eventually(
          () => menu.getByRole('link').allTextContents(),
          [
            'Home',
            'Licenses',
            'Trials',
            'Products',
            'Bundles',
            'Discounts',
            'Offers',
            'Promotions',
            'Releases',
            'Webhooks',
            'Import',
            'Settings',
          ],
        );
        await page.goto(`${shop.demo.dashboard.url}/customers`);
        await page.getByText('Your role does not include this').waitFor();
        await expectSound(page, `dashboard-forbidden-${name}`);
        await page.goto(link.url);
        await heading(page, 'This link does not work any more').waitFor();
      }));
  });
}

describe('the dashboard', () => {
  it('leads to the sign-in and back when its session has ended meanwhile', () =>
    inWindow(browser, {}, async (page, context) => {
      await signIn(page);
      await heading(page, /^Hello/).waitFor();
      await context.clearCookies();
      await page.getByRole('link', { name: 'Orders' }).click();
      await heading(page, 'Sign in to your dashboard').waitFor();
      assert.match(page.url(), /next=/);
    }));

  it('is in German for those who read German, and signs out', () =>
    inWindow(browser, { locale: 'de-DE' }, async (page) => {
      const { url, email, password } = shop.demo.dashboard;
      await page.goto(url);
      await page.getByLabel('E\u2011Mail').fill(email);
      await page.getByLabel('Passwort', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await heading(page, /^Hallo/).waitFor();
      await page.getByRole('button', { name: 'Abmelden' }).click();
      await heading(page, 'Im Dashboard anmelden').waitFor();
      await page.goto(`${url}/orders`);
      await heading(page, 'Im Dashboard anmelden').waitFor();
    }));

  it('loads little, from this host alone, with a policy that allows nothing else', () =>
    inWindow(browser, {}, async (earlier, context) => {
      await signIn(earlier);
      await heading(earlier, /^Hello/).waitFor();
      // The browser of somebody who is signed in, and has nothing in its cache.
      const fresh = await browser.newContext({ locale: 'en-US', storageState: await context.storageState() });
      try {
        const page = await fresh.newPage();
        const loads: { readonly url: string; readonly bytes: number }[] = [];
        page.on('response', (response) => {
          loads.push({ url: response.url(), bytes: Number(response.headers()['content-length'] ?? 0) });
        });
        const answer = await page.goto(shop.demo.dashboard.url);
        await page.getByRole('region', { name: 'To do' }).getByText('Nothing.').waitFor();
        const { 'content-security-policy': policy = '' } = answer?.headers() ?? {};
        assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
        assert.doesNotMatch(policy, /unsafe|https:|\*/);
        assert.deepEqual(
          loads.filter(({ url }) => !url.startsWith(shop.demo.baseUrl)),
          [],
        );
        const bytes = loads.reduce((sum, load) => sum + load.bytes, 0);
        assert.ok(bytes > 50_000 && bytes <= MOST_BYTES, `${bytes} bytes`);
      } finally {
        await fresh.close();
      }
    }));
});
