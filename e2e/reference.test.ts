import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accessibilityViolations, COLORS_ONLY } from './accessibility.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { collectComplaints, IS_LONG } from './page-check.ts';

const PATIENCE_MS = 60_000;
const VENDOR = '/api/public/vendors/current';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;
/** An attacker's page, without an origin, like the reference. */
let attacker: string;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  const headers = { 'content-type': 'text/html', 'content-security-policy': 'sandbox allow-scripts' };
  const server = createServer((_request, response) =>
    response.writeHead(200, headers).end('<p>Look here</p>'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  opened.defer(() => void server.close());
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  attacker = `http://localhost:${address.port}/`;
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});

after(() => opened.disposeAsync());

async function visit(
  walk: (page: Page) => Promise<void>,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<void> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ viewport, colorScheme, locale: 'en-US' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await walk(page);
  } finally {
    await context.close();
  }
}

test('the API reference sends a request of its reader, and shows the answer', () =>
  visit(async (page) => {
    const complaints = collectComplaints(page);
    await page.goto(`${shop.demo.baseUrl}/docs/#tag/public/GET${VENDOR}`);
    await page.getByRole('button', { name: new RegExp(`Test Request.*get ${VENDOR}`) }).click();
    const answer = page.waitForResponse((response) => response.url().endsWith(VENDOR));
    await page.getByRole('button', { name: /^Send/ }).first().click();
    assert.equal((await answer).status(), 200);
    await page.getByText('"Demo Audio"').first().waitFor();
    assert.deepEqual(complaints, []);
  }));

test('the API reference is sent compressed, and once: its program weighs less than 1.2 MB, the document a tenth', async () => {
  const program = ['/docs/', '/docs/prepare.js', '/docs/start.js', '/docs/scalar.js'];
  const document = '/openapi.json';
  const bytes = { program: 0, document: 0 };
  for (const part of [...program, document]) {
    const url = shop.demo.baseUrl + part;
    const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    await answer.arrayBuffer();
    assert.equal(answer.headers.get('content-encoding'), 'br', part);
    bytes[part === document ? 'document' : 'program'] += Number(answer.headers.get('content-length'));
    const etag = answer.headers.get('etag');
    assert.ok(etag !== null, part);
    const again = await fetch(url, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
    assert.equal(again.status, 304, part);
  }
  assert.ok(bytes.program > 100_000 && bytes.program < 1_200_000, `${bytes.program} bytes`);
  assert.ok(bytes.document > 10_000 && bytes.document < 120_000, `${bytes.document} bytes`);
});

test('the text of the API reference is there after 400 KB, before its program, and everybody can read it', () =>
  visit(async (page) => {
    await page.route('**/docs/scalar.js', () => undefined);
    const parts: Promise<number>[] = [];
    page.on('requestfinished', (request) =>
      parts.push(request.sizes().then(({ responseBodySize }) => responseBodySize)),
    );
    await page.goto(`${shop.demo.baseUrl}/docs/`, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Identity' }).waitFor();
    await page.getByText('POST /api/customer/identity/sign-in: Sign in').waitFor();
    await page.waitForFunction(`performance.getEntriesByName('first-contentful-paint').length > 0`);
    const bytes = (await Promise.all(parts)).reduce((sum, part) => sum + part, 0);
    assert.ok(bytes > 5_000 && bytes < 400 * 1024, `${bytes} bytes`);
    assert.deepEqual(await accessibilityViolations(page), []);
  }));

// The themes differ only in colors. The page is large: another theme takes half a minute.
const THEMES = [['light'], ['dark', COLORS_ONLY]] as const;
for (const [colorScheme, options] of IS_LONG ? THEMES : THEMES.slice(0, 1)) {
  test(`the API reference can be read and used by everybody in the ${colorScheme} theme`, () =>
    visit(async (page) => {
      await page.goto(`${shop.demo.baseUrl}/docs/#tag/public/GET${VENDOR}`);
      await page.locator(`body.${colorScheme}-mode`).waitFor();
      await page.getByRole('button', { name: new RegExp(`Test Request.*get ${VENDOR}`) }).waitFor();
      await page.getByRole('button', { name: 'Copy the code' }).first().waitFor();
      assert.deepEqual(await accessibilityViolations(page, options), []);
    }, colorScheme));
}

test('another page in a sandbox reads nothing of the API, nor the page of the reference', () =>
  visit(async (page) => {
    await page.goto(attacker);
    const read = (path: string, headers: Record<string, string> = {}) =>
      page.evaluate<string>(
        `fetch(${JSON.stringify(shop.demo.baseUrl + path)}, { headers: ${JSON.stringify(headers)} }).then((answer) => answer.text(), String)`,
      );
    const nothing = 'TypeError: Failed to fetch';
    await eventually(() => page.evaluate('origin'), 'null');
    assert.match(await read('/openapi.json'), /"openapi"/, 'what everybody may read');
    assert.equal(await read(VENDOR), nothing);
    assert.equal(await read(VENDOR, { 'api-key': shop.demo.apiKey }), nothing);
    assert.equal(await read(VENDOR, { 'x-latchkey-reference': '1' }), nothing);
    assert.equal(await read('/docs/'), nothing);
  }));
