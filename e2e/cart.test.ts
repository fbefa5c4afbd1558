import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import {
  type DemoShop,
  licensedProductsOf,
  newShopper,
  openDemoShop,
  readOrder,
  signUp,
} from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { WINDOWS } from './page-check.ts';
import { hasFocus, messageBeside } from './reading.ts';
import { problem, type Reply } from './replies.ts';
import { cartLines, createCoupon, type ShopVisit, sumsOf, visitShop } from './shop-visit.ts';

const PASSWORD = 'Violet-42-tram';

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
  const visit = (walk: (visit: ShopVisit) => Promise<void>) => visitShop({ browser, shop, window }, walk);

  describe(`the cart in a ${window.name} window`, () => {
    it('sells to a customer, with an offer and a coupon, from the shop to a completed order', () =>
      visit(async ({ page, open, check }) => {
        const buyer = newShopper('Grace Hopper');
        const accessToken = await signUp(shop, buyer, PASSWORD);
        const code = await createCoupon(shop);
        await open('/shop');
        await page.getByRole('heading', { level: 1, name: 'Our software' }).waitFor();
        assert.equal(await page.title(), 'Shop – Demo Audio');
        await check('open');
        await page.getByRole('link', { name: 'Discover Demo App' }).click();
        await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
        await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
        await page.getByRole('link', { name: 'Demo Synth', exact: true }).click();
        await page.getByRole('heading', { level: 1, name: 'Demo Synth' }).waitFor();
        await page.getByText('on two devices.').waitFor();
        await check('product');
        await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
        await page.getByRole('link', { name: 'Go to the cart' }).click();

        await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor();
        await eventually(
          () => cartLines(page),
          [
            'Demo App Perpetual license €49.00 Quantity of Demo App − + Remove',
            'Demo Synth Perpetual license €129.00 Quantity of Demo Synth − + Remove',
          ],
          'each with its picture instead of a letter',
        );
        assert.deepEqual(await page.evaluate(SHAPES), [16, 16], 'and whole');
        const text = await page.getByRole('main').innerText();
        assert(text.indexOf('Check out') < text.indexOf('Offers for your cart'), 'the button before offers');
        await check('cart');
        await page.getByText('You save €39.50').waitFor();
        await page.getByRole('button', { name: 'Hide the offer Half price on Demo Verb' }).click();
        await page.getByRole('button', { name: 'Add Demo Verb' }).waitFor({ state: 'detached' });
        await page.reload();
        await page.getByRole('button', { name: 'Add Demo Verb' }).click();
        await page.getByRole('button', { name: 'Check out – €217.50' }).waitFor();
        await page.getByRole('button', { name: 'Add a coupon code' }).click();
        await page.getByLabel('Coupon code').fill('NOTHING');
        await page.getByRole('button', { name: 'Apply' }).click();
        await page.locator('[name=coupon][aria-invalid=true]').waitFor();
        assert.match(await messageBeside(page, 'Coupon code'), /\w+ .*\./);
        assert(await hasFocus(page, '[name=coupon]'));
        await check('wrong-coupon');
        await page.getByLabel('Coupon code').fill(` ${code.toLowerCase()} `);
        await page.getByRole('button', { name: 'Apply' }).click();
        await page.getByRole('button', { name: 'Check out – €195.75' }).waitFor();
        await page.getByText('Offer: Half price on Demo Verb (−€39.50)').waitFor();
        assert.deepEqual(await sumsOf(page), ['Subtotal €217.50', 'A tenth off −€21.75', 'Total €195.75']);
        assert.deepEqual(await linePrices(page), ['€49.00', '€129.00', '€39.50'], 'coupons are below');
        await check('cart-reduced');

        await page.getByRole('button', { name: 'Check out – €195.75' }).click();
        await page.getByRole('link', { name: 'Back to the cart' }).click();
        await page.getByRole('button', { name: 'Check out – €195.75' }).click();
        await signInAt(page, buyer.email);
        const folded = page.getByRole('button', { name: 'Show all 3 items' });
        if ((await folded.count()) > 0) await folded.click();
        assert.deepEqual(await linePrices(page), ['€49.00', '€129.00', '€39.50'], 'as in the cart');
        await page.getByRole('button', { name: 'Pay €195.75' }).waitFor();
        const orderId = await complete(page, buyer.name);
        const order = await readOrder(shop, orderId, { accessToken });
        assert.deepEqual([order.status, order.customer?.email], ['Completed', buyer.email]);
        const products = ['demo-app', 'demo-synth', 'demo-verb'];
        assert.deepEqual((await licensedProductsOf(shop, buyer.email)).toSorted(), products);
        await page.getByRole('link', { name: 'Go to my products' }).click();
        await page.getByRole('link', { name: 'Demo Verb', exact: true }).waitFor();
        await open('/cart');
        await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
        await page.getByRole('link', { name: 'Cart', exact: true }).waitFor();
      }));

    it('keeps the cart right, whatever happens to it', () =>
      visit(async ({ page, context, open, check }) => {
        await open('/cart');
        await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
        await check('cart-empty');
        await open('/shop/products/demo-app');
        await page.getByText('Try it free for 14 days').waitFor();
        await page.getByText('You need no account.').waitFor();
        await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
        await page.getByRole('link', { name: 'Go to the cart' }).click();
        await page.getByRole('button', { name: 'Check out – €49.00' }).waitFor();

        // Another tab.
        const other = await context.newPage();
        await other.goto(`${shop.demo.baseUrl}/shop/bundles/demo-bundle`);
        await other.getByText('You save €38.00').waitFor();
        await other.getByRole('button', { name: 'Add to cart', exact: true }).click();
        await page.getByText('Replaces Demo App in your cart.').waitFor();
        await page.getByText('Contains Demo App, Demo Synth, and Demo Verb').waitFor();
        await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
        await check('cart-bundle');
        await other.goto(`${shop.demo.baseUrl}/shop/products/demo-app`);
        await other.getByRole('button', { name: 'Add to cart', exact: true }).click();
        await page.getByText('Also included in Demo Bundle.').waitFor();
        await page.getByText('Replaces Demo App').waitFor({ state: 'detached' });
        // The browser draws the other tabs only now and then.
        await page.bringToFront();
        await page.getByRole('textbox', { name: 'Quantity of Demo App' }).fill('0');
        await page.getByText('A whole number, 1 to 10,000.').waitFor();
        await eventually(
          () => page.locator('[data-collage] img').count(),
          3,
          'the bundle looks like no product',
        );
        await check('cart-contained');
        await page.getByRole('button', { name: 'Keep only the bundle' }).click();
        await page.getByText('Demo App was removed.').waitFor();
        await page.getByRole('button', { name: 'Buy them separately instead' }).click();
        await page.getByRole('button', { name: 'Check out – €49.00' }).waitFor();
        await page.getByText('Demo App was removed.').waitFor({ state: 'detached' });

        // A change that does not arrive.
        await page.route(isOrder, (route) => route.abort('internetdisconnected'));
        await page.getByRole('textbox', { name: 'Quantity of Demo App' }).fill('3');
        await page.getByRole('alert').getByText('Your change was not saved').waitFor();
        await eventually(() => page.getByRole('textbox', { name: 'Quantity of Demo App' }).inputValue(), '1');
        await check('cart-offline');
        await page.unroute(isOrder);

        // A price that has changed since the buyer saw it, and a line that the shop has withdrawn.
        await page.route(isOrder, async (route) => {
          const response = await route.fetch();
          const cart: { items: object[]; total: object } = await response.json();
          const items = cart.items.map((line) => ({
            ...line,
            price: { EUR: 59 },
            originalPrice: { EUR: 59 },
          }));
          const dearer = { currency: 'EUR', amount: 59 };
          const total = { ...cart.total, original: dearer, subtotal: dearer, due: dearer };
          // As the server does, until the lines change.
          const isRead = route.request().method() === 'GET';
          const withdrawnLines = isRead ? [{ id: 'gone', name: 'Demo Verb', position: 0 }] : [];
          await route.fulfill({ response, json: { ...cart, items, total, withdrawnLines } });
        });
        await page.reload();
        await page.getByText('Demo App now costs €59.00 instead of €49.00.').waitFor();
        await page.getByText('Demo Verb is no longer for sale and was removed.').waitFor();
        await page.getByRole('button', { name: 'Check out – €59.00' }).waitFor();
        await check('cart-changed');
        await page.getByRole('button', { name: 'OK' }).click();
        await page.getByText('Your cart has changed').waitFor({ state: 'detached' });
        await page.unroute(isOrder);

        // The server no longer has such an order.
        await answerOrders(page, problem(404, { errorType: 'NotFound' }));
        await page.reload();
        await page.getByRole('heading', { name: 'This cart has expired' }).waitFor();
        await check('cart-expired');
        await page.unroute(isOrder);
        await page.getByRole('button', { name: 'Fill it again' }).click();
        await page.getByRole('button', { name: 'Check out – €49.00' }).waitFor();

        await answerOrders(page, problem(403, { errorType: 'OrderOfAnotherCustomer' }));
        await page.reload();
        await page.getByRole('heading', { name: 'This cart belongs to another account' }).waitFor();
        await check('cart-other');
        await page.unroute(isOrder);

        // Paid in the other tab.
        await page.reload();
        await page.getByRole('button', { name: 'Check out – €49.00' }).waitFor();
        await other.goto(`${shop.demo.baseUrl}/cart`);
        await other.getByRole('button', { name: 'Check out – €49.00' }).click();
        await pay(other, newShopper('Alan Turing'));
        await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
        await page.getByRole('link', { name: 'Cart', exact: true }).waitFor();
      }));
  });
}

/** The widths of the pictures of the cart, in tenths of their heights. */
const SHAPES = `[...document.querySelectorAll('main [aria-label=Items] img')]
  .map(({ clientWidth, clientHeight }) => Math.round((10 * clientWidth) / clientHeight))`;

/** What the lines of the cart, or of the order at the checkout, cost after their discounts. */
function linePrices(page: Page): Promise<string[]> {
  const lines = page.getByRole('main').getByRole('list').first();
  return lines.evaluate((list: { querySelectorAll: (selector: string) => Iterable<Leaf> }) =>
    [...list.querySelectorAll('li :not(del, :has(*))')]
      .map(({ textContent }) => textContent)
      .filter((text) => /^€[\d.]+$/.test(text)),
  );
}

interface Leaf {
  readonly textContent: string;
}

function isOrder(url: URL): boolean {
  return url.pathname.startsWith('/api/customer/orders/');
}

async function answerOrders(page: Page, reply: Reply): Promise<void> {
  await page.route(isOrder, reply);
}

/** Pays as a guest; returns the id of the order. */
async function pay(page: Page, buyer: { readonly name: string; readonly email: string }): Promise<string> {
  await page.getByRole('heading', { level: 1, name: 'Your order' }).waitFor();
  await page.getByLabel('Name').fill(buyer.name);
  await page.getByLabel('Email').fill(buyer.email);
  return complete(page, buyer.name);
}

/** Signs in at the checkout: the cart is then the customer's, as it is. */
async function signInAt(page: Page, email: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Your order' }).waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('The address of your account.').waitFor();
}

async function complete(page: Page, name: string): Promise<string> {
  await page.getByLabel('Deliver my licenses at once').check();
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('heading', { name: `Thank you, ${name}` }).waitFor();
  return new URL(page.url()).pathname.split('/').at(2) ?? '';
}
