import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, BrowserContext, FrameLocator, Page, Route } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, newShopper, openDemoShop, readOrder } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { collectComplaints, expectSound } from './page-check.ts';
import { until } from './until.ts';
import { serve } from './web-server.ts';

const SCRIPT = join(import.meta.dirname, '../web/dist/embed.js');
const TELL_TALES = ['opened', 'closed', 'added', 'completed', 'failed'].map((event) => `latchkey-${event}`);

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;
let site: string;
let stranger: string;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  [site, stranger] = [await serveSite(), await serveSite()];
  await shop.allowOrigin(site);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});

after(() => opened.disposeAsync());

/** Serves pages with the elements of the query, under a policy that allows only what the guide requires. */
async function serveSite(): Promise<string> {
  const server = await serve((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://here');
    const { origin } = new URL(shop.demo.baseUrl);
    response
      .setHeader('content-type', 'text/html')
      .setHeader(
        'content-security-policy',
        `default-src 'none'; script-src ${origin}; connect-src ${origin}; frame-src ${origin}; img-src data:; base-uri 'none'`,
      ).end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
        <title>A site</title><link rel="icon" href="data:,"><main><h1>A site</h1>${searchParams.get('elements') ?? ''}</main>
        <script type="module" src="${origin}/embed.js"></script></html>`);
  });
  opened.defer(server.close);
  return server.origin;
}

interface Visit {
  readonly page: Page;
  readonly frame: FrameLocator;
  /** The events of the elements so far, in order, with their details. */
  readonly events: () => Promise<{ type: string; detail: Record<string, unknown> }[]>;
  readonly complaints: readonly string[];
}

async function payIn(frame: FrameLocator, button: string): Promise<void> {
  const buyer = newShopper('Emmy Noether');
  await frame.getByLabel('Name').fill(buyer.name);
  await frame.getByLabel('Email').fill(buyer.email);
  await frame.getByLabel('Deliver my licenses at once').check();
  await frame.getByRole('button', { name: button }).click();
  await frame.getByRole('heading', { level: 1, name: /^Thank you/ }).waitFor();
}

/** Waits for this many `closed` events: an element dispatches one after its dialog is removed. */
function closings(page: Page, count: number): Promise<void> {
  return until(page, `heard.filter(({ type }) => type === "latchkey-closed").length >= ${count}`);
}

/** Visits a page with these elements, and leaves it after the test. */
async function visit(
  elements: string,
  use: (visit: Visit) => Promise<void>,
  { origin = site, viewport = { width: 360, height: 740 } } = {},
): Promise<void> {
  const context: BrowserContext = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    await page.goto(`${origin}/?elements=${encodeURIComponent(elements)}`);
    await until(page, 'customElements.get("latchkey-buy") !== undefined');
    await page.evaluate(`window.heard = [];
      for (const type of ${JSON.stringify(TELL_TALES)})
        addEventListener(type, ({ detail }) => heard.push({ type, detail }));`);
    await use({
      page,
      frame: page.frameLocator('iframe'),
      events: () => page.evaluate('heard'),
      complaints,
    });
  } finally {
    await context.close();
  }
}

const namesOf = (events: readonly { type: string }[]) =>
  events.map(({ type }) => type.replace('latchkey-', ''));
const focusOn = (page: Page) =>
  page.evaluate<string>(
    'document.activeElement.localName + " " + document.activeElement.shadowRoot?.activeElement?.localName',
  );

it('the script is one small file', async () => {
  const script = await readFile(SCRIPT);
  assert.ok(brotliCompressSync(script).length < 10_000);
  assert.doesNotMatch(script.toString(), /\bimport\s*[({"'`]|from\s*["'`]/);
});

it('a site sells in a dialog, under a strict policy, and hears when the order is complete', () =>
  visit('<latchkey-buy product="demo-app"></latchkey-buy>', async ({ page, frame, events, complaints }) => {
    const buy = page.getByRole('button', { name: 'Buy now' });
    await buy.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Checkout' });
    await dialog.waitFor();
    const pay = frame.getByRole('button', { name: 'Pay €49.00' });
    await pay.waitFor();
    await eventually(
      () => page.getByRole('button', { name: 'Close', exact: true }).count(),
      0,
      'the page has one',
    );
    await until(
      page,
      `Number(document.querySelector('latchkey-buy').shadowRoot
      .querySelector('iframe').height) > 500`,
    );
    await expectSound(page, 'embed-buy');
    await payIn(frame, 'Pay €49.00');
    await until(page, 'heard.some(({ type }) => type === "latchkey-completed")');
    const order = (await events()).at(-1)?.detail['order'];
    assert.ok(typeof order === 'object' && order !== null && 'id' in order && typeof order.id === 'string');
    assert.equal((await readOrder(shop, order.id)).status, 'Completed');
    await frame.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await closings(page, 1);
    assert.deepEqual(namesOf(await events()), ['opened', 'completed', 'closed']);
    assert.deepEqual((await events()).at(-1)?.detail, { completed: true });
    assert.equal(await focusOn(page), 'latchkey-buy button');
    assert.deepEqual(complaints, []);
  }));

it('a dialog keeps the focus, closes by Escape wherever it is, and gives the focus back', () =>
  visit(
    '<a href="#">A link</a><latchkey-account></latchkey-account>',
    async ({ page, frame, events, complaints }) => {
      const gate = Promise.withResolvers<undefined>();
      await page.route('**/account?*', async (route) => {
        await gate.promise;
        await route.continue();
      });
      const dialog = page.getByRole('dialog', { name: 'My products' });
      await page.getByRole('button', { name: 'My products' }).click();
      await page.getByRole('status').getByText('Loading…').waitFor();
      assert.equal(await focusOn(page), 'latchkey-account button');
      await expectSound(page, 'embed-loading');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await focusOn(page), 'latchkey-account button');
      await closings(page, 1);
      gate.resolve(undefined);
      await page.keyboard.press('Enter');
      await frame.getByRole('heading', { level: 1 }).waitFor();
      for (const _press of Array.from({ length: 12 })) {
        await page.keyboard.press('Tab');
        assert.match(await focusOn(page), /^(?:latchkey-account iframe|body)/);
      }
      // Messages that are not from the frame, or not from the shop, close nothing.
      await page.evaluate(`postMessage({ source: 'latchkey', event: 'close' }, '*');
        postMessage({ source: 'moonbase-checkout', event: 'close' }, '*')`);
      await eventually(() => dialog.count(), 1);
      await frame.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await focusOn(page), 'latchkey-account button');
      await closings(page, 2);
      assert.deepEqual(namesOf(await events()), ['opened', 'closed', 'opened', 'closed']);
      assert.deepEqual(complaints, []);
    },
  ));

it('a dialog that is opened again closes the first one, and tells so before', () =>
  visit('<latchkey-account></latchkey-account>', async ({ page, events, complaints }) => {
    const dialog = page.getByRole('dialog', { name: 'My products' });
    await page.evaluate(`const account = document.querySelector('latchkey-account');
      account.open();
      account.open();`);
    await dialog.waitFor();
    assert.deepEqual(namesOf(await events()), ['opened', 'closed', 'opened']);
    await page.evaluate(`document.querySelector('latchkey-account').close()`);
    await eventually(() => dialog.count(), 0);
    assert.deepEqual(namesOf(await events()), ['opened', 'closed', 'opened', 'closed']);
    assert.deepEqual(complaints, []);
  }));

it('a cart counts what is in it, after a reload too, and its page continues it', () =>
  visit(
    `<latchkey-buy product="demo-app" to="cart"></latchkey-buy>
     <latchkey-buy product="demo-verb" quantity="2" to="cart" locale="de"></latchkey-buy>
     <latchkey-cart></latchkey-cart>`,
    async ({ page, frame, events, complaints }) => {
      await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
      await page.getByRole('button', { name: 'Cart , 1 item' }).waitFor();
      await page.getByRole('button', { name: 'In den Warenkorb' }).click();
      await page.getByRole('button', { name: 'Cart , 3 items' }).waitFor();
      assert.deepEqual(
        (await events()).map(({ detail }) => detail),
        [{ count: 1 }, { count: 3 }],
      );
      await expectSound(page, 'embed-cart');
      await page.reload();
      await page.getByRole('button', { name: 'Cart , 3 items' }).click();
      const id = await page.evaluate<string>('localStorage.getItem("latchkey.cart")');
      await page.getByRole('dialog', { name: 'Cart' }).waitFor();
      const address = await page.evaluate<string>(
        'document.querySelector("latchkey-cart").shadowRoot.querySelector("iframe").src',
      );
      assert.equal(address, `${new URL(shop.demo.baseUrl).origin}/cart?embedded=1&cart=${id}`);
      await frame.getByRole('button', { name: 'Check out – €207.00' }).waitFor();
      await frame.getByRole('button', { name: 'Check out – €207.00' }).click();
      await payIn(frame, 'Pay €207.00');
      await until(page, 'localStorage.getItem("latchkey.cart") === null');
      await frame.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('button', { name: 'Cart', exact: true }).waitFor();
      assert.equal((await readOrder(shop, id)).status, 'Completed');
      assert.deepEqual(complaints, []);
    },
    { viewport: { width: 1280, height: 800 } },
  ));

it('a failure is said in a sentence: a coupon that is refused, and a site that the shop does not know', async () => {
  const button = '<latchkey-buy product="demo-app" coupon="NONE">Get it</latchkey-buy>';
  for (const [origin, sentence] of [
    [site, /coupon/i],
    [stranger, 'The shop could not be reached. Please try again.'],
  ] as const) {
    await visit(
      button,
      async ({ page, events }) => {
        await page.getByRole('button', { name: 'Get it' }).click();
        await page.getByRole('alert').getByText(sentence).waitFor();
        assert.deepEqual(namesOf(await events()), ['opened', 'failed']);
        await page.getByRole('button', { name: 'Close' }).click();
        assert.equal(await focusOn(page), 'latchkey-buy button');
      },
      { origin },
    );
  }
});

it('a page is shown in place, in the language and the theme of the site', () =>
  visit(
    '<latchkey-redeem inline locale="de" theme="dark"></latchkey-redeem>',
    async ({ page, frame, complaints }) => {
      await frame.locator('html[lang^="de"][data-mantine-color-scheme="dark"]').waitFor();
      await frame.getByRole('heading', { level: 1 }).waitFor();
      await eventually(() => page.getByRole('dialog').count(), 0);
      assert.deepEqual(complaints, []);
    },
  ));

it('inside a frame, no link leads to a page that approves a device or changes an account', () =>
  visit('<latchkey-account inline></latchkey-account>', async ({ page, frame }) => {
    await frame.getByRole('heading', { level: 1 }).waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const inside = page.frames().find((each) => each !== page.mainFrame());
    for (const path of [
      '/activate/0198a000',
      '/Activate/1',
      '/activate',
      '/newsletter/preferences',
      '/account/details',
    ]) {
      await inside?.evaluate(`history.pushState({}, '', ${JSON.stringify(`${path}?embedded=1`)})`);
      const link = frame.locator(`main a[href="${path}"]`);
      await link.waitFor();
      await eventually(() => link.getAttribute('target'), '_blank');
      await eventually(
        () => frame.getByRole('heading', { level: 1 }).textContent(),
        'Open this page in its own window',
      );
      await eventually(() => frame.locator('main button, main input').count(), 0);
    }
    assert.deepEqual(
      requests.filter((path) => path.includes('activation') || path.includes('communication')),
      [],
    );
  }));

it('additions wait for each other, and a server that cannot answer now loses no cart', () =>
  visit(
    `<latchkey-buy product="demo-app" to="cart">One</latchkey-buy>
     <latchkey-buy product="demo-verb" to="cart">Two</latchkey-buy><latchkey-cart></latchkey-cart>`,
    async ({ page, events }) => {
      const cart = () => page.evaluate<string>('localStorage.getItem("latchkey.cart")');
      await page.evaluate('for (const buy of document.querySelectorAll("latchkey-buy")) buy.open()');
      await page.getByRole('button', { name: 'Cart , 2 items' }).waitFor();
      const id = await cart();
      const orders = `**/api/customer/orders/${id}`;
      for (const [sentence, fail] of [
        ['Busy', (route: Route) => route.fulfill({ status: 503, json: { title: 'Busy' } })],
        ['The shop could not be reached. Please try again.', (route: Route) => route.abort()],
      ] as const) {
        await page.route(orders, fail);
        await page.getByRole('button', { name: 'One' }).click();
        await page.getByText(sentence).waitFor();
        assert.equal((await events()).at(-1)?.type, 'latchkey-failed');
        assert.equal(await cart(), id);
        await page.unroute(orders);
      }
      await page.route(orders, (route) => route.fulfill({ status: 404, json: { title: 'Gone' } }));
      await page.getByRole('button', { name: 'One' }).click();
      await page.getByRole('button', { name: 'Cart , 1 item' }).waitFor();
      assert.notEqual(await cart(), id);
    },
  ));

it('the account and other carts never replace the cart of the site', () =>
  visit(
    '<latchkey-account inline></latchkey-account><latchkey-cart inline></latchkey-cart>',
    async ({ page }) => {
      const [account, cart] = await Promise.all(
        ['/account', '/cart'].map(async (path) => {
          await page
            .frameLocator(`${path === '/cart' ? 'latchkey-cart' : 'latchkey-account'} iframe`)
            .getByRole('heading', { level: 1 })
            .waitFor();
          return page.frames().find((each) => new URL(each.url()).pathname === path);
        }),
      );
      const tell = (orderId: string, previousId?: string) =>
        `parent.postMessage(${JSON.stringify({ source: 'latchkey', event: 'cart', count: 3, orderId, previousId })}, '*')`;
      const current = () => page.evaluate<string>('localStorage.getItem("latchkey.cart")');
      await page.evaluate(`localStorage.setItem('latchkey.cart', 'own');
        window.told = new Promise((done) => {
          addEventListener('message', ({ data }) => { if (data.orderId === 'successor') done(); });
        });
        undefined;`);
      await account?.evaluate(tell('foreign', 'own'));
      await cart?.evaluate(tell('foreign', 'other'));
      await cart?.evaluate(tell('foreign'));
      await cart?.evaluate(tell('successor', 'own'));
      await page.evaluate('told');
      assert.equal(await current(), 'successor');
    },
  ));
