import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { passwordField } from './activation-page.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import {
  type DemoShop,
  findOnStorefront,
  newShopper,
  openDemoShop,
  signUp,
  startCheckout,
} from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { WINDOWS } from './page-check.ts';
import { type ShopVisit, visitShop } from './shop-visit.ts';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;
/** The checkout of a cart from the time when the store was open. */
let checkoutPath: string;

/** Has bought nothing. */
const newcomer = { ...newShopper('Grace Hopper'), password: 'Violet-42-tram' };

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  const cart = await startCheckout(shop, await findOnStorefront(shop, 'demo-app'));
  checkoutPath = new URL(cart.checkoutUrl).pathname;
  await signUp(shop, newcomer, newcomer.password);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});

after(() => opened.disposeAsync());

async function close(mode: 'Closed' | 'Released'): Promise<void> {
  const { apiKey } = shop.demo;
  const body = { mode, confirm: 'demo' };
  const { status, text } = await shop.send('POST', '/api/settings/close', { apiKey, body });
  assert.equal(status, 200, text);
}

async function signIn({ page }: ShopVisit, { email, password } = shop.demo.customer): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Where the head of the page leads. */
const waysOf = (page: Page) =>
  page.evaluate<string[]>(
    "Array.from(document.querySelectorAll('header a'), (link) => link.getAttribute('href'))",
  );

const SALE = ['/shop', '/shop/products/demo-app', '/cart', '/redeem'];

for (const window of WINDOWS) {
  describe(`the pages of a closed store in a ${window.name} window`, () => {
    it('say what is over; licenses and downloads of a released store go on', () =>
      visitShop({ browser, shop, window }, async (visit) => {
        const { page, open, check } = visit;
        await close('Released');
        for (const path of [...SALE, checkoutPath]) {
          await open(path);
          await page.getByRole('heading', { level: 1, name: 'This shop is closed' }).waitFor();
          await page.getByText('What you bought stays yours').waitFor();
          // The page of a checkout has no ways to other pages.
          if (path !== checkoutPath)
            await eventually(
              () => waysOf(page),
              ['/account', '/account', '/sign-in'],
              `${path} leads to no shop`,
            );
          await check(`released-${path === checkoutPath ? 'checkout' : path.replaceAll('/', '-').slice(1)}`);
        }
        await open('/nowhere');
        await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
        assert.deepEqual(
          await waysOf(page),
          ['/account', '/account', '/account'],
          'nor does one of the server',
        );
        await open('/shop');
        await page.getByRole('link', { name: 'My products' }).last().click();
        await signIn(visit);
        await page.getByRole('heading', { level: 1, name: 'My products' }).waitFor();
        await page.getByRole('note').getByText('This shop is closed').waitFor();
        await page.getByRole('link', { name: 'Demo App', exact: true }).click();
        await page.getByRole('heading', { level: 1, name: 'Demo App' }).waitFor();
        await page
          .getByRole('button', { name: /^Download/ })
          .first()
          .waitFor();
        await check('released-product');
      }));

    it('lead nobody to the shop, who has no orders either', () =>
      visitShop({ browser, shop, window }, async (visit) => {
        const { page, open, check } = visit;
        await close('Released');
        await open('/account/orders');
        await signIn(visit, newcomer);
        await page.getByText('You have no orders yet.').waitFor();
        await page.getByRole('note').getByText('This shop is closed').waitFor();
        assert.equal(await page.getByRole('link', { name: 'Go to the shop' }).count(), 0);
        await check('released-no-orders');
        await open('/account');
        await page.getByText('You have no products yet.').waitFor();
        const ways = page.getByRole('main').getByRole('link', { name: /^(Go to the shop|Redeem a code)$/ });
        assert.equal(await ways.count(), 0);
      }));

    it('say that downloads and licenses have ended, too; orders and documents go on', () =>
      visitShop({ browser, shop, window }, async (visit) => {
        const { page, open, check } = visit;
        await close('Closed');
        for (const path of [...SALE, checkoutPath]) {
          await open(path);
          await page.getByText('downloads and activations have ended, too').waitFor();
        }
        await open('/nowhere');
        await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
        assert.deepEqual(await waysOf(page), ['/account/orders', '/account/orders', '/account']);
        await open('/shop');
        await eventually(() => waysOf(page), ['/account/orders', '/account/orders', '/sign-in']);
        await page.getByRole('link', { name: 'Orders' }).last().click();
        await signIn(visit);
        await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
        await page.getByRole('note').getByText('This shop is closed').waitFor();
        await page.getByRole('button', { name: /^Account/ }).click();
        const menu = page.getByRole('banner').getByRole('listitem').getByRole('link');
        await eventually(
          () => menu.allInnerTexts(),
          ['Orders', 'Subscriptions', 'My details'],
          'what is left',
        );
        await check('closed-orders');
        await open('/account');
        await page.getByRole('heading', { level: 1, name: 'This shop is closed' }).waitFor();
        await check('closed-products');
      }));
  });
}
