import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { CARDS } from '../server/test/stripe/payments.ts';
import { startStripe, type StripeStandIn, TEST_KEY } from '../server/test/stripe/stand-in.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import { inWindow, signInToDashboard } from './dashboard-window.ts';
import {
  type DemoShop,
  findOnStorefront,
  licensedProductsOf,
  newShopper,
  openDemoShop,
  readOrder,
  type Shopper,
  startCheckout,
} from './demo-shop.ts';
import { welcome } from './new-visitor.ts';
import { collectComplaints, expectSound, WINDOWS } from './page-check.ts';
import { serve } from './web-server.ts';

const PRODUCT = 'demo-app';

const opened = new AsyncDisposableStack();
let stripe: StripeStandIn;
let shop: DemoShop;
let browser: Browser;
let connect: (...options: string[]) => Promise<void>;

before(async () => {
  stripe = await startStripe();
  stripe.silence.end('a page of the shop waits eight seconds for each response');
  opened.defer(stripe.close);
  shop = await openDemoShop({ LATCHKEY_STRIPE_API_URL: stripe.url });
  opened.defer(shop.close);
  const file = join(tmpdir(), `latchkey-key-${process.pid}.txt`);
  await writeFile(file, TEST_KEY);
  opened.defer(() => rm(file));
  connect = (...options) =>
    shop.command(
      'payments',
      'connect',
      'stripe',
      '--account',
      shop.demo.accountId,
      '--key-file',
      file,
      ...options,
    );
  stripe.deliveries.sendsAtOnce = true;
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});

after(() => opened.disposeAsync());

it('a vendor connects their account in the dashboard, and sees what works', () =>
  inWindow(browser, WINDOWS[0] ?? {}, async (page) => {
    await signInToDashboard(page, shop, '/settings/payments');
    await page.getByText('Stripe is not connected').waitFor();
    await page.getByRole('button', { name: 'Connect Stripe' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect Stripe' });
    const key = dialog.getByLabel('Secret or restricted key', { exact: true });
    await key.fill('pk_test_standin00000000');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByText(/This is the publishable key/).waitFor();
    await expectSound(page, 'dashboard-connect-key');
    await key.fill(TEST_KEY);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByText(/A test key: no money moves/).waitFor();
    await expectSound(page, 'dashboard-connect-options');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirm.getByLabel('Password', { exact: true }).fill(shop.demo.dashboard.password);
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('ends with 0000').waitFor();
    await page.getByText('Everything works as it should.').waitFor();
    await expectSound(page, 'dashboard-payments');
  }));

it('a buyer whose card is declined and who confirms a second step at the bank gets one license', () =>
  visit(async (page) => {
    const buyer = newShopper('Ada Lovelace');
    const { orderId, checkoutUrl } = await startCheckout(shop, await findOnStorefront(shop, PRODUCT));
    await pay(page, checkoutUrl, buyer);
    await page.getByText('To pay: 4900 eur').waitFor();
    await enterCard(page, CARDS.declined);
    await page.getByText('Your card was declined.').waitFor();
    await enterCard(page, CARDS.secondStep);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { level: 1, name: `Thank you, ${buyer.name}` }).waitFor();
    assert.equal((await readOrder(shop, orderId)).status, 'Completed');
    assert.deepEqual(await licensedProductsOf(shop, buyer.email), [PRODUCT]);
  }));

it('a buyer who comes back without paying can go on, or give up and find the order as it was', () =>
  visit(async (page) => {
    const buyer = newShopper('Charles Babbage');
    const { orderId, checkoutUrl } = await startCheckout(shop, await findOnStorefront(shop, PRODUCT));
    await pay(page, checkoutUrl, buyer);
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.getByRole('heading', { level: 1, name: 'Processing your payment' }).waitFor();
    assert.equal((await readOrder(shop, orderId)).status, 'PaymentProcessing');
    await page.getByRole('link', { name: 'Continue' }).waitFor();
    await page.getByRole('button', { name: /another way/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Your order' }).waitFor();
    assert.equal((await readOrder(shop, orderId)).status, 'Open');
    await page.getByRole('button', { name: /€49\.00/ }).waitFor();
  }));

describe('the form of the provider in a frame of the shop', () => {
  /** On this machine: a browser allows no public page to show one of ours in a frame. */
  let origin: string;

  before(async () => {
    origin = await servePages();
    await shop.allowOrigin(origin);
    await connect('--publishable-key', 'pk_test_standin');
  });

  async function openFrame(page: Page): Promise<{ frame: FrameLocator; orderId: string; buyer: Shopper }> {
    const { orderId, embeddedCheckoutUrl } = await startCheckout(shop, await findOnStorefront(shop, PRODUCT));
    await page.goto(`${origin}/cart?framed=${encodeURIComponent(embeddedCheckoutUrl)}`);
    const frame = page.frameLocator('iframe');
    const buyer = newShopper('Mary Somerville');
    await fillIn(frame, buyer);
    return { frame, orderId, buyer };
  }

  it('takes the payment there, and the page goes on by itself', () =>
    visit(async (page) => {
      const complaints = collectComplaints(page);
      const { frame, orderId, buyer } = await openFrame(page);
      await frame.getByRole('heading', { level: 1, name: 'Complete your payment' }).waitFor();
      const form = frame.frameLocator('iframe');
      await form.getByText('To pay: 4900 eur').waitFor();
      await form.getByLabel('Card number').fill(CARDS.good);
      await form.getByRole('button', { name: 'Pay' }).click();
      await frame.getByRole('heading', { level: 1, name: `Thank you, ${buyer.name}` }).waitFor();
      assert.equal((await readOrder(shop, orderId)).status, 'Completed');
      assert.deepEqual(await licensedProductsOf(shop, buyer.email), [PRODUCT]);
      assert.equal(new URL(page.url()).origin, origin);
      assert.deepEqual(complaints, []);
    }));

  it('is replaced by the page of the provider when its script cannot be loaded', () =>
    visit(async (page) => {
      await page.route('**/stripe.js', (route) => route.abort());
      const { frame, orderId } = await openFrame(page);
      await frame.getByRole('heading', { level: 1, name: /form could not be loaded/ }).waitFor();
      await frame.getByRole('button', { name: 'Go to the payment page' }).click();
      await page.waitForURL(`${stripe.url}/pay/**`);
      await enterCard(page, CARDS.good);
      await page.getByRole('heading', { level: 1, name: /^Thank you/ }).waitFor();
      assert.equal((await readOrder(shop, orderId)).status, 'Completed');
    }));
});

/** Serves pages of a shop that show the URL of their query in a frame; returns the origin. */
async function servePages(): Promise<string> {
  const server = await serve((request, response) => {
    const framed = new URL(request.url ?? '', 'http://here').searchParams.get('framed') ?? '';
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Shop</title>
      <style>body { margin: 0 } iframe { border: 0; width: 100%; height: 1300px }</style>
      <iframe src="${framed.replaceAll('&', '&amp;')}"></iframe>`);
  });
  opened.defer(server.close);
  return server.origin;
}

function visit(walk: (page: Page) => Promise<void>): Promise<void> {
  const [window = assert.fail('there is no window')] = WINDOWS;
  return welcome({ browser, window, patience: 60_000, mayComplain: true }, walk);
}

/** Fills in the checkout, and is led to the page of the provider. */
async function pay(page: Page, checkoutUrl: string, buyer: Shopper): Promise<void> {
  await page.goto(checkoutUrl);
  await fillIn(page, buyer);
  await page.getByRole('heading', { level: 1, name: 'Pay', exact: true }).waitFor();
}

async function fillIn(page: Page | FrameLocator, buyer: Shopper): Promise<void> {
  await page.getByLabel('Name').fill(buyer.name);
  await page.getByLabel('Email').fill(buyer.email);
  const consent = page.getByLabel('Deliver my licenses at once');
  if (!(await consent.isChecked())) await consent.check();
  await page.getByRole('button', { name: 'Continue to payment – €49.00' }).click();
}

async function enterCard(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: 'Pay' }).click();
}
