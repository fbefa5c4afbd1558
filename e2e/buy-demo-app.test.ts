import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import {
  type DemoShop,
  findOnStorefront,
  licensedProductsOf,
  newShopper,
  openDemoShop,
  readOrder,
  type Shopper,
  signUp,
  startCheckout,
} from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { verifiedClaims } from './license-token.ts';
import { type NewVisitor, welcome } from './new-visitor.ts';
import { expectSound, WINDOWS, type Window } from './page-check.ts';

const PRODUCT = 'demo-app';
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
  const check = (page: Page, state: string) => expectSound(page, `buy-${state}-${window.name}`);

  describe(`buying Demo App in a ${window.name} window`, () => {
    it('ends with an order that is complete and a license that the application can use', () =>
      visit(window, async (page) => {
        const customer = newShopper('Grace Hopper');
        const accessToken = await signUp(shop, customer);
        const offered = await findOnStorefront(shop, PRODUCT, { accessToken });
        assert.equal(offered.owned, false);
        const { orderId, checkoutUrl } = await startCheckout(shop, offered, { accessToken });
        assert.equal((await readOrder(shop, orderId, { accessToken })).status, 'Open');

        await page.goto(checkoutUrl);
        await page.getByRole('heading', { level: 1, name: 'Your order' }).waitFor();
        await page.getByText('Demo App', { exact: true }).waitFor();
        await eventually(() => page.getByLabel('Email').inputValue(), customer.email);
        assert.equal(await page.getByLabel('Email').isEditable(), false);
        await check(page, 'signed-in');
        await pay(page);
        await thanked(page, customer);
        await page
          .getByText(`The licenses are in your account, and we sent the receipt to ${customer.email}.`)
          .waitFor();
        await eventually(() => page.getByText('Open the receipt').count(), 0);
        await page.getByRole('link', { name: 'Go to my products' }).waitFor();
        await check(page, 'completed');

        const order = await readOrder(shop, orderId, { accessToken });
        assert.equal(order.status, 'Completed');
        assert.equal(order.total.due.amount, offered.defaultVariation.price['EUR']);
        assert.equal(order.customer?.email, customer.email);
        assert.equal((await findOnStorefront(shop, PRODUCT, { accessToken })).owned, true);
        await useLicense(accessToken, customer, offered.currentVersion);
      }));

    it('shows the stored address of a customer, and bills to what they change', () =>
      visit(window, async (page) => {
        const customer = newShopper('Hedy Lamarr');
        const accessToken = await signUp(shop, customer);
        const address = {
          countryCode: 'DE',
          streetAddress1: 'Hauptstr. 1',
          postCode: '10115',
          locality: 'Berlin',
        };
        const { status, text } = await shop.send('PATCH', '/api/customer/identity', {
          accessToken,
          body: { address, phone: '+49 30 1' },
        });
        assert.equal(status, 200, text);
        const offered = await findOnStorefront(shop, PRODUCT, { accessToken });
        const { orderId, checkoutUrl } = await startCheckout(shop, offered, { accessToken });
        await page.goto(checkoutUrl);
        await page.getByLabel('City').waitFor();
        assert.deepEqual(await valuesOf(page, ['Country', 'Address', 'Postal code', 'City']), [
          'DE',
          'Hauptstr. 1',
          '10115',
          'Berlin',
        ]);
        await page.getByLabel('City').fill('Potsdam');
        await check(page, 'stored-address');
        await pay(page);
        await thanked(page, customer);
        const order = await readOrder(shop, orderId, { accessToken });
        const { countryCode, streetAddress1, postCode, locality } = order.customer?.address ?? {};
        const billed = { countryCode, streetAddress1, postCode, locality };
        assert.deepEqual(billed, { ...address, locality: 'Potsdam' });
      }));

    it('lets a guest sign in, and goes on with the cart as theirs', () =>
      visit(window, async (page) => {
        const customer = newShopper('Katherine Johnson');
        const password = `Aa1-${randomUUID()}`;
        const accessToken = await signUp(shop, customer, password);
        const { orderId, checkoutUrl } = await startCheckout(shop, await findOnStorefront(shop, PRODUCT));
        await page.goto(checkoutUrl);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByLabel('Email').fill(customer.email);
        await page.getByRole('textbox', { name: 'Password' }).fill(password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await page.getByText('The address of your account.').waitFor();
        await eventually(() => page.getByLabel('Email').inputValue(), customer.email);
        assert.equal((await readOrder(shop, orderId, { accessToken })).customer?.email, customer.email);
      }));

    it('takes a second attempt after a payment that failed, and grants one license', () =>
      visit(window, async (page) => {
        const buyer = newShopper('Alan Turing');
        const { orderId, checkoutUrl } = await startCheckout(shop, await findOnStorefront(shop, PRODUCT));
        await page.goto(checkoutUrl);
        await fillIn(page, buyer);
        await page.getByLabel('It fails').check();
        await pay(page);
        await page.getByRole('alert').getByText('The test payment was declined.').waitFor();
        assert.equal((await readOrder(shop, orderId)).status, 'Open', 'a cart that shops keep');
        await eventually(() => page.getByLabel('Email').inputValue(), buyer.email);
        await check(page, 'failed');

        await page.getByLabel('It succeeds').check();
        await page.getByRole('button', { name: 'Try again: pay €49.00' }).click();
        await thanked(page, buyer);
        const order = await readOrder(shop, orderId);
        assert.equal(order.status, 'Completed');
        assert.equal(order.customer?.email, null, 'who only knows the id sees nothing of the buyer');
        assert.deepEqual(await licensedProductsOf(shop, buyer.email), [PRODUCT]);

        await page.reload();
        await thanked(page, buyer);
        assert.deepEqual(await licensedProductsOf(shop, buyer.email), [PRODUCT]);
      }));

    it('waits for a payment that takes a while, then leads back to the shop', () =>
      welcome({ ...visitorOf(window), movesClock: true }, async (page) => {
        const buyer = newShopper('Mary Shelley');
        const returnUrl = `${shop.demo.baseUrl}/thanks?from=checkout`;
        await page.route(returnUrl, (route) =>
          route.fulfill({ contentType: 'text/html', body: '<title>Shop</title><h1>Welcome back</h1>' }),
        );
        const offered = await findOnStorefront(shop, PRODUCT);
        const { orderId, checkoutUrl } = await startCheckout(shop, offered, { returnUrl });
        await page.goto(checkoutUrl);
        await fillIn(page, buyer);
        await page.getByLabel('It takes a while').check();
        await pay(page);
        await page.getByRole('heading', { level: 1, name: 'Processing your payment' }).waitFor();
        assert.equal((await readOrder(shop, orderId)).status, 'PaymentProcessing');
        await check(page, 'processing');

        // The page is not touched from here on; only the wait on the last page is shortened.
        await thanked(page, buyer);
        assert.equal((await readOrder(shop, orderId)).status, 'Completed');
        assert.deepEqual(await licensedProductsOf(shop, buyer.email), [PRODUCT]);
        await page
          .getByRole('link', { name: /^Download Demo App for/ })
          .first()
          .waitFor();
        await page.getByRole('link', { name: 'Return to Demo Audio' }).click();
        await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
        assert.equal(page.url(), returnUrl);
      }));
  });
}

it('leads back to origins of the account alone', async () => {
  const offered = await findOnStorefront(shop, PRODUCT);
  const body = {
    currency: 'EUR',
    items: [{ type: 'Product', productId: PRODUCT, variationId: offered.defaultVariation.id, quantity: 1 }],
  };
  const path = `/api/customer/orders/${randomUUID()}?checkout=true&returnUrl=https://elsewhere.example/`;
  const { status, text } = await shop.send('PATCH', path, { body });
  assert.equal(status, 400);
  assert.match(text, /returnUrl/);
});

/** A page of its own; fails after the walk if the page had any complaint. */
function visit(window: Window, walk: (page: Page) => Promise<void>): Promise<void> {
  return welcome(visitorOf(window), walk);
}

function visitorOf(window: Window): NewVisitor {
  return { browser, window, patience: PATIENCE_MS };
}

async function fillIn(page: Page, buyer: Shopper): Promise<void> {
  await page.getByLabel('Name').fill(buyer.name);
  await page.getByLabel('Email').fill(buyer.email);
}

async function valuesOf(page: Page, labels: readonly string[]): Promise<string[]> {
  const values: string[] = [];
  for (const label of labels) values.push(await page.getByLabel(label).first().inputValue());
  return values;
}

async function pay(page: Page): Promise<void> {
  const consent = page.getByLabel('Deliver my licenses at once');
  if (!(await consent.isChecked())) await consent.check();
  await page.getByRole('button', { name: 'Pay €49.00' }).click();
}

async function thanked(page: Page, { name }: Shopper): Promise<void> {
  await page.getByRole('heading', { level: 1, name: `Thank you, ${name}` }).waitFor();
}

/** The application's use of the license over its life: request, check, validate, revoke. */
async function useLicense(accessToken: string, owner: Shopper, currentVersion: string): Promise<void> {
  const deviceSignature = randomUUID();
  const call = (action: string, request: { body: unknown; accessToken?: string }) =>
    shop.send('POST', `/api/client/licenses/${PRODUCT}/${action}`, request);
  const requested = await call('request', {
    accessToken,
    body: { deviceName: 'Studio', deviceSignature },
  });
  const claims = verifiedClaims(shop.demo, requested);
  assert.equal(claims['iss'], shop.demo.accountId);
  assert.equal(claims['p:id'], PRODUCT);
  assert.equal(claims['p:rel'], currentVersion);
  assert.equal(claims['u:email'], owner.email);
  assert.equal(claims['sig'], deviceSignature);
  assert.equal(claims['trial'], false);

  const validated = await call('validate', { body: requested.text });
  assert.equal(verifiedClaims(shop.demo, validated)['id'], claims['id']);

  const revoked = await call('revoke', { body: validated.text });
  assert.deepEqual([revoked.status, revoked.text], [200, '']);
  const refused = await call('validate', { body: validated.text });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /"errorType":"LicenseActivationRevoked"/);
}
