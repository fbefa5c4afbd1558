import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import {
  type Cart,
  type DemoShop,
  findOnStorefront,
  newShopper,
  openDemoShop,
  readOrder,
  startCheckout,
} from './demo-shop.ts';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;
/** Origins on this machine: a browser lets no page of the world show one of ours in a frame. */
let whitelisted: string;
let stranger: string;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  [whitelisted, stranger] = [await servePages(), await servePages()];
  await shop.allowOrigin(whitelisted);
  browser = await launchBrowser();
  opened.defer(() => browser.close());
});

after(() => opened.disposeAsync());

/** Serves pages that show the URL of their query in a frame, and write down what they are told; answers the origin. */
async function servePages(): Promise<string> {
  const server = createServer((request, response) => {
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  assert(typeof address === 'object' && address !== null);
  return `http://127.0.0.1:${address.port}`;
}

async function embed(origin: string, url: string): Promise<Page> {
  const page = await browser.newPage();
  opened.defer(() => page.close());
  await page.goto(`${origin}/cart?framed=${encodeURIComponent(url)}`);
  return page;
}

/** The URL of what the frame shows, once it shows anything: the page is loaded a moment before its frame tells. */
async function shownInFrame(page: Page): Promise<string> {
  for (const soon = Date.now() + 10_000; Date.now() < soon;) {
    const shown = page
      .frames()
      .find((frame) => frame !== page.mainFrame())
      ?.url();
    if (shown && shown !== 'about:blank') return shown;
    await page.waitForTimeout(20);
  }
  return '';
}

async function newCart(returnUrl?: string): Promise<Cart> {
  return startCheckout(shop, await findOnStorefront(shop, 'demo-app'), { ...(returnUrl && { returnUrl }) });
}

it('a shop shows the checkout in a frame, is told when the order is complete, and keeps its own page', async () => {
  const { orderId, embeddedCheckoutUrl } = await newCart(`${whitelisted}/thanks`);
  const page = await embed(whitelisted, embeddedCheckoutUrl);
  const frame = page.frameLocator('iframe');
  const buyer = newShopper('Emmy Noether');
  await frame.getByLabel('Name').fill(buyer.name);
  await frame.getByLabel('Email').fill(buyer.email);
  await frame.getByRole('button', { name: 'Pay €49.00' }).click();
  const told = page.getByRole('listitem').first();
  const { origin } = new URL(shop.demo.baseUrl);
  const expected = {
    data: { type: 'checkout.completed', orderId },
    origin: new URL(embeddedCheckoutUrl).origin,
  };
  assert.deepEqual(JSON.parse(await told.innerText()), expected);
  assert.equal(expected.origin, origin);
  assert.equal((await readOrder(shop, orderId)).status, 'Completed');
  await frame.getByRole('heading', { name: `Thank you, ${buyer.name}` }).waitFor();
  assert.equal(await frame.getByText('in a few seconds').count(), 0, 'it leads nowhere by itself');
  await frame.getByRole('link', { name: 'Return to Demo Audio' }).click();
  await page.waitForURL(`${whitelisted}/thanks`);
});

it('nobody else shows it, and nobody shows what is not made for a frame', async () => {
  const { checkoutUrl, embeddedCheckoutUrl } = await newCart();
  const activation = `${shop.demo.baseUrl}/activate/00000000-0000-7000-8000-000000000000?embedded=true`;
  for (const [origin, url] of [
    [stranger, embeddedCheckoutUrl],
    [whitelisted, checkoutUrl],
    [whitelisted, activation],
  ] as const) {
    const page = await embed(origin, url);
    assert.match(await shownInFrame(page), /^chrome-error:/, `${url} at ${origin}`);
  }
});
