import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { CONSENT } from '../server/test/taxed-checkout.ts';
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
import { welcome } from './new-visitor.ts';
import { expectSound, type Window, WINDOWS } from './page-check.ts';

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

/** One visitor of the server's own pages, which must not have any complaint. */
function visit(window: Window, walk: (page: Page) => Promise<void>): Promise<void> {
  return welcome({ browser, window, patience: 15_000 }, walk);
}

/** What a visitor takes for the same site, whatever the typeface has room for: the head of the page, its message, its foot. */
const LOOK = `(() => {
  const styleOf = (selector, ...names) => {
    const element = document.querySelector(selector);
    const { height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return [selector, Math.round(height), ...['color', 'fontSize', 'fontWeight', ...names].map((name) => style[name])];
  };
  const topOf = (selector) => Math.round(document.querySelector(selector).getBoundingClientRect().top);
  return {
    header: styleOf('header', 'backgroundColor', 'borderBottom'),
    links: styleOf('header nav a:last-child'),
    mark: styleOf('header [aria-hidden]', 'backgroundColor', 'borderRadius'),
    cart: [topOf('header a[href="/cart"]'), styleOf('header a[href="/cart"]')],
    message: [topOf('h1'), styleOf('h1', 'textAlign', 'lineHeight')],
    action: styleOf('main a', 'backgroundColor', 'borderRadius'),
    foot: Array.from(document.querySelectorAll('footer nav a'), (link) => link.textContent.trim()),
    text: document.querySelector('main').innerText.split(/\\s+/).join(' '),
  };
})()`;

/** What is around the content of a page: its places and names. */
const SHELL = `['header a', 'nav a', 'main', 'footer a'].map((selector) => {
  const element = document.querySelector(selector);
  const { left, right } = element.getBoundingClientRect();
  return [selector, Math.round(left), selector === 'main' ? Math.round(right) : element.textContent.replaceAll(/\\s/g, '')];
})`;

/** Buys the monthly subscription of Demo Synth, whose receipt has more in it than others. */
async function subscribe(email: string): Promise<void> {
  const synth = await findOnStorefront(shop, 'demo-synth');
  const { checkoutUrl } = await startCheckout(shop, {
    ...synth,
    defaultVariation: { ...synth.defaultVariation, id: 'demo-synth-monthly' },
  });
  const body = { name: 'Grace Hopper', email, ...CONSENT, recurringConsent: { wording: '2026-12' } };
  const paid = await shop.send('POST', `/api${new URL(checkoutUrl).pathname}/pay`, { body });
  assert.equal(paid.status, 200, paid.text);
}

/** What of a mail is out of its frame, in pixels. */
const CUT_OFF = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

for (const window of WINDOWS) {
  const check = (page: Page, state: string) => expectSound(page, `server-${state}-${window.name}`);

  describe(`the pages of the server in a ${window.name} window`, () => {
    it('start with what there is to try, and lead to a checkout and an activation', () =>
      visit(window, async (page) => {
        const { baseUrl } = shop.demo;
        await page.goto(baseUrl);
        await page.getByRole('heading', { level: 1, name: 'Latchkey is running' }).waitFor();
        // A first visit may show the typeface of the browser, which is wider, until the shop's has come.
        await page.evaluate("document.fonts.load('1rem Inter')");
        await page.reload();
        const shell = await page.evaluate(SHELL);
        await check(page, 'start');
        await page.getByRole('button', { name: 'Buy something' }).click();
        await page.getByRole('heading', { level: 1, name: 'Your order' }).waitFor();
        await page.goto(baseUrl);
        await page.getByRole('button', { name: 'Activate a device' }).click();
        await page.getByRole('heading', { level: 1, name: /^Activate / }).waitFor();
        await page.goto(`${baseUrl}/shop`);
        await page.getByRole('heading', { level: 1, name: 'Our software' }).waitFor();
        await eventually(() => page.evaluate(SHELL), shell, 'the same as that of the shop');
      }));

    it('say that there is no page at an address', () =>
      visit(window, async (page) => {
        const answer = await page.request.get(`${shop.demo.baseUrl}/nowhere`, {
          headers: { accept: 'text/html' },
        });
        assert.equal(answer.status(), 404);
        await page.goto(`${shop.demo.baseUrl}/nowhere`);
        await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
        const fonts = await page.evaluate<string[]>(
          "document.fonts.load('1rem Inter').then((faces) => faces.map(({ status }) => status))",
        );
        assert.deepEqual(fonts, ['loaded'], 'the typeface of the shop');
        await check(page, 'not-found');
        const account = page.getByRole('banner').getByRole('link', { name: 'Account' });
        assert.equal(await account.innerText(), '', 'the server does not know who is signed in');
        const look = await page.evaluate(LOOK);
        await page.goto(`${shop.demo.baseUrl}/account/nowhere`);
        await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
        await eventually(
          () => page.evaluate(LOOK),
          look,
          'a page that the web app does not have looks the same',
        );
        const product = await page.request.get(`${shop.demo.baseUrl}/shop/products/none`);
        assert.equal(product.status(), 404, 'what the shop does not sell is missing, too');
      }));

    it('show every mail as it reads and as it looks', () =>
      visit(window, async (page) => {
        const shopper = newShopper('Grace Hopper');
        await signUp(shop, shopper);
        await page.goto(shop.demo.mailsUrl);
        await page.getByRole('heading', { level: 1, name: 'Mails' }).waitFor();
        await check(page, 'mails');
        const row = page.getByRole('row').filter({ hasText: shopper.email });
        await row.getByRole('link').click();
        await page.getByRole('heading', { level: 1, name: /Confirm your email address/ }).waitFor();
        const heading = page.frameLocator('iframe').getByRole('heading', { level: 1 });
        await eventually(() => heading.innerText(), 'Confirm your email address');
        await page.locator('pre', { hasText: 'Confirm my email address:' }).waitFor();
        await check(page, 'mail');
        await subscribe(shopper.email);
        await page.goto(shop.demo.mailsUrl);
        await page.getByRole('row').filter({ hasText: 'Your receipt' }).first().getByRole('link').click();
        await page.frameLocator('iframe').getByText('Change the payment method or cancel').waitFor();
        const frame = page.frame({ url: /\/html$/ });
        assert.equal(await frame?.evaluate<number>(CUT_OFF), 0, 'a mail with long addresses fits a phone');
        await check(page, 'receipt');
      }));
  });
}
