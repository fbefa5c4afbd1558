import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { button, heading, passwordField } from './activation-page.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { welcome } from './new-visitor.ts';
import { expectSound, WINDOWS } from './page-check.ts';

const PATIENCE_MS = 30_000;

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

for (const window of WINDOWS) {
  const check = (page: Page, state: string) => expectSound(page, `upgrades-${state}-${window.name}`);
  const visit = (walk: (page: Page) => Promise<void>) =>
    welcome({ browser, window, patience: PATIENCE_MS }, walk);

  describe(`upgrades in a ${window.name} window`, () => {
    it('are offered to the owner in account and shop, and the license covers more once one is paid', () =>
      visit(async (page) => {
        const { productId, name } = await sellUpgrade(window.name);
        await page.goto(`${shop.demo.baseUrl}/account/products/${productId}`);
        await signIn(page);
        await page.getByText('Covers version 2 and earlier ones').waitFor();
        await page.getByText('Two', { exact: true }).waitFor();
        await check(page, 'account');
        await page.goto(`${shop.demo.baseUrl}/shop/products/${productId}`);
        await heading(page, name).waitFor();
        await page.getByRole('radio', { name: /Three/ }).check();
        await page.getByText(UPGRADES).waitFor();
        await page.getByRole('heading', { name: 'You may also like' }).waitFor();
        await eventually(() => page.getByRole('heading', { name: 'About' }).count(), 0, 'there is no text');
        await page.getByRole('link', { name: 'Open: Demo App' }).waitFor();
        await check(page, 'product');
        await page.goto(`${shop.demo.baseUrl}/shop`);
        const large = page.getByRole('region', { name: 'Demo App' });
        await large.getByText('You own this').waitFor();
        await eventually(() => large.getByRole('link').allInnerTexts(), ['Open'], 'its owner opens it');
        await check(page, 'shop');
        await page.goto(`${shop.demo.baseUrl}/account/products/${productId}`);
        await page.getByRole('link', { name: `Upgrade to ${name}, Three for €49.00` }).click();
        await heading(page, 'Your order').waitFor();
        await page.getByText(UPGRADES).waitFor();
        await check(page, 'checkout');
        await page.getByLabel('Deliver my licenses at once').check();
        await button(page, 'Pay €49.00').click();
        await heading(page, /^Thank you/).waitFor();
        await page.goto(`${shop.demo.baseUrl}/account/products/${productId}`);
        await page.getByText('Covers version 3 and earlier ones').waitFor();
        await eventually(() => page.getByRole('link', { name: /^Upgrade to/ }).count(), 0);
      }));

    it('are a normal purchase for somebody who follows the link of another one’s license', () =>
      visit(async (page) => {
        const { productId, licenseId } = await sellUpgrade(`${window.name}-link`);
        const link = `/buy/${productId}?license=${licenseId}&variation=${productId}-three`;
        await page.goto(shop.demo.baseUrl + link);
        await heading(page, 'Whose license is it?').waitFor();
        await check(page, 'whose');
        await button(page, 'Buy a new license instead').click();
        await heading(page, 'Your order').waitFor();
        await button(page, 'Pay €99.00').waitFor();
        await eventually(() => page.getByText(UPGRADES).count(), 0);
      }));
  });
}

const UPGRADES = /^Upgrades your license for Notes .*, Two$/;

/** A product in two versions, of which the demo customer has the first, and its upgrade for owners. */
async function sellUpgrade(suffix: string): Promise<{ productId: string; name: string; licenseId: string }> {
  const productId = `notes-${suffix}`;
  const name = `Notes ${suffix}`;
  const prices = { EUR: 99, USD: 109 };
  const variation = (end: string, upToMajor: number) => ({
    id: `${productId}-${end.toLowerCase()}`,
    name: end,
    prices,
    releaseAccess: { upToMajor },
  });
  const upgrade = { kind: 'Upgrade', from: [`${productId}-two`], prices: { EUR: 49, USD: 55 } };
  await core('/api/products', {
    id: productId,
    name,
    variations: [variation('Two', 2), { ...variation('Three', 3), upgrade }],
  });
  const [license] = await core<{ id: string }[]>('/api/licenses/provision', {
    customer: { email: shop.demo.customer.email, name: 'Ada Demo' },
    requests: [{ productId, variationId: `${productId}-two` }],
  });
  return { productId, name, licenseId: license?.id ?? assert.fail('no license') };
}

async function core<Answer>(path: string, body: object): Promise<Answer> {
  const { status, text } = await shop.send('POST', path, { apiKey: shop.demo.apiKey, body });
  assert.ok(status < 300, text);
  return JSON.parse(text);
}

async function signIn(page: Page): Promise<void> {
  const { email, password } = shop.demo.customer;
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await passwordField(page).fill(password);
  await button(page, 'Sign in').click();
}
