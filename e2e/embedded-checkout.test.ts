import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import {
  type Cart,
  type DemoShop,
  findOnStorefront,
  newShopper,
  openDemoShop,
  readOrder,
  signUp,
  startCheckout,
} from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { serve } from './web-server.ts';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;
/** Origins on this machine: a browser allows no public page to show one of ours in a frame. */
let whitelisted: string;
let stranger: string;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  [whitelisted, stranger] = [await servePages(), await servePages()];
  await shop.allowOrigin(whitelisted);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});

after(() => opened.disposeAsync());

/**
 * Serves pages that show the URL of their query in a frame, and record the messages they receive; returns the origin.
 */
async function servePages(): Promise<string> {
  const server = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://here');
    const framed = searchParams.get('framed')?.replaceAll('&', '&amp;');
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>${pathname}</title><ol></ol>
      ${framed === undefined ? '' : `<iframe src="${framed}" width="900" height="900"></iframe>`}
      <script>addEventListener('message', ({ data, origin }) => {
        const line = document.createElement('li');
        line.textContent = JSON.stringify({ data, origin });
        document.querySelector('ol').append(line);
      });</script>`);
  });
  opened.defer(server.close);
  return server.origin;
}

async function embed(origin: string, url: string): Promise<Page> {
  const page = await browser.newPage();
  opened.defer(() => page.close());
  await page.goto(`${origin}/cart?framed=${encodeURIComponent(url)}`);
  return page;
}

/**
 * The URL that the frame shows, once it shows anything: the page is loaded a moment before its frame sends a message.
 */
async function textInFrame(page: Page): Promise<string> {
  for (const soon = Date.now() + 10_000; Date.now() < soon;) {
    const text = page
      .frames()
      .find((frame) => frame !== page.mainFrame())
      ?.url();
    if (text && text !== 'about:blank') return text;
    await page.waitForTimeout(20);
  }
  return '';
}

async function newCart(returnUrl?: string): Promise<Cart> {
  return startCheckout(shop, await findOnStorefront(shop, 'demo-app'), { ...(returnUrl && { returnUrl }) });
}

/** The messages that the embedding page has received so far, and their origins. */
async function receivedMessages(page: Page): Promise<{ data: Record<string, unknown>; origin: string }[]> {
  const lines = await page.getByRole('listitem').allInnerTexts();
  return lines.map((line) => JSON.parse(line));
}

/** The first message of a kind, once it has arrived. */
async function messageOf(page: Page, event: string): Promise<Record<string, unknown>> {
  await page
    .getByRole('listitem')
    .filter({ hasText: `"event":"${event}"` })
    .first()
    .waitFor();
  const messages = (await receivedMessages(page)).map(({ data }) => data);
  return messages.find((data) => data['event'] === event) ?? assert.fail(`nothing of ${event}`);
}

async function payIn(page: Page): Promise<string> {
  const frame = page.frameLocator('iframe');
  const buyer = newShopper('Emmy Noether');
  await frame.getByLabel('Name').fill(buyer.name);
  await frame.getByLabel('Email').fill(buyer.email);
  await frame.getByLabel('Deliver my licenses at once').check();
  await frame.getByRole('button', { name: 'Pay €49.00' }).click();
  await frame.getByRole('heading', { level: 1, name: /^Thank you/ }).waitFor();
  return buyer.email;
}

const source = 'moonbase-checkout';
/** Deployed shops report any other event of this source as an error. */
const CHECKOUT_EVENTS = new Set<unknown>(['ready', 'close', 'completed', 'billing-details-updated']);

it('a shop shows the checkout in a frame, hears of everything that happens there, and keeps its own page', async () => {
  const { orderId, embeddedCheckoutUrl } = await newCart(`${whitelisted}/own`);
  const back = encodeURIComponent(`${whitelisted}/thanks`);
  const page = await embed(whitelisted, `${embeddedCheckoutUrl}&anonymous=1&return=${back}`);
  assert.deepEqual(await messageOf(page, 'ready'), { source, event: 'ready' });
  const { height, ...resize } = await messageOf(page, 'resize');
  assert.deepEqual(resize, { source: 'latchkey', event: 'resize' });
  assert.ok(Number(height) > 300 && Number(height) < 2_000, String(height));
  const email = await payIn(page);
  for (const event of ['billing-details-updated', 'completed']) {
    const { order, ...message } = await messageOf(page, event);
    assert.deepEqual(message, { source, event });
    assert.ok(typeof order === 'object' && order !== null && 'id' in order && 'status' in order);
    assert.deepEqual([order.id, order.status], [orderId, 'Completed']);
    assert.ok(!JSON.stringify(order).includes(email), 'nothing of the buyer');
  }
  for (const { data, origin } of await receivedMessages(page)) {
    assert.equal(origin, new URL(shop.demo.baseUrl).origin);
    if (data['source'] === source) assert.ok(CHECKOUT_EVENTS.has(data['event']), String(data['event']));
  }
  assert.equal((await readOrder(shop, orderId)).status, 'Completed');
  const frame = page.frameLocator('iframe');
  await eventually(() => frame.getByText('take you back').count(), 0, 'it leads nowhere by itself');
  await frame.getByRole('link', { name: 'Return to Demo Audio' }).click();
  await page.waitForURL(`${whitelisted}/thanks`);
});

it('it is closed by its button, with a keyboard too, and by its shop; opened again, it tells that it is complete', async () => {
  const { embeddedCheckoutUrl } = await newCart();
  const page = await embed(whitelisted, embeddedCheckoutUrl);
  const frame = page.frameLocator('iframe');
  const close = frame.getByRole('button', { name: 'Close checkout' });
  await close.waitFor();
  await eventually(() => frame.getByRole('banner').count(), 0, 'the shop has a header of its own');
  await close.press('Enter');
  assert.deepEqual(await messageOf(page, 'close'), { source, event: 'close', completed: false });
  await page.keyboard.press('Escape');
  assert.deepEqual(await messageOf(page, 'escape'), { source: 'latchkey', event: 'escape' });
  await payIn(page);

  const again = await embed(whitelisted, embeddedCheckoutUrl);
  await messageOf(again, 'completed');
  assert.equal((await receivedMessages(again)).filter(({ data }) => data['event'] === 'close').length, 0);
  await again.evaluate("document.querySelector('iframe').contentWindow.postMessage('close', '*')");
  assert.deepEqual(await messageOf(again, 'close'), { source, event: 'close', completed: true });
});

/** The page that changes the payment method of a new subscription. */
async function methodPage(): Promise<string> {
  const accessToken = await signUp(shop, newShopper('Grace Hopper'));
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const { status, text } = await shop.send(method, path, { accessToken, ...(body && { body }) });
    assert.equal(status, 200, text);
    return JSON.parse(text);
  };
  const item = {
    type: 'Product',
    productId: 'demo-synth',
    variationId: 'demo-synth-rent-to-own',
    quantity: 1,
  };
  const cart = { currency: 'EUR', items: [item] };
  const path = `/api/customer/orders/${randomUUID()}?checkout=true`;
  const page = await browser.newPage();
  await page.goto((await call<{ checkoutUrl: string }>('PATCH', path, cart)).checkoutUrl);
  await page.getByLabel('I agree that my payment method is saved and charged').check();
  await page.getByLabel('Deliver my licenses at once').check();
  await page.getByRole('button', { name: 'Pay €11.90' }).click();
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
  await page.close();
  const own = '/api/customer/inventory/subscriptions';
  const { items } = await call<{ items: { id: string }[] }>('GET', own);
  const query = new URLSearchParams({ toUpdatePaymentMethod: 'true', returnUrl: `${whitelisted}/account` });
  const one = `${own}/${items[0]?.id}?${query.toString()}`;
  return (await call<{ embeddedUpdatePaymentUrl: string }>('GET', one)).embeddedUpdatePaymentUrl;
}

it('a shop shows the page of a payment method in a frame, and hears when it is saved and when it is closed', async () => {
  const page = await embed(whitelisted, await methodPage());
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Use another payment method' }).click();
  const ofSubscription = { source: 'moonbase-subscription' };
  const event = 'updated-payment-method';
  assert.deepEqual(await messageOf(page, event), { ...ofSubscription, event });
  await frame.getByRole('button', { name: 'Close' }).click();
  assert.deepEqual(await messageOf(page, 'close'), { ...ofSubscription, event: 'close', completed: true });
  for (const { data, origin } of await receivedMessages(page)) {
    assert.equal(origin, new URL(shop.demo.baseUrl).origin);
    if (data['source'] !== 'latchkey') assert.ok(data['event'] === event || data['event'] === 'close');
  }
});

it('no other site can show it, and pages that are not made for frames are never framed', async () => {
  const { checkoutUrl, embeddedCheckoutUrl } = await newCart();
  const activation = `${shop.demo.baseUrl}/activate/00000000-0000-7000-8000-000000000000?embedded=true`;
  for (const [origin, url] of [
    [stranger, embeddedCheckoutUrl],
    [whitelisted, checkoutUrl],
    [whitelisted, activation],
  ] as const) {
    const page = await embed(origin, url);
    assert.match(await textInFrame(page), /^chrome-error:/, `${url} at ${origin}`);
  }
});
