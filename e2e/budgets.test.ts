import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';

/** What the first load of a page may cost, with everything that it shows. */
const BUDGET = { bytes: 150 * 1024, requests: 45 } as const;

/** On a phone that computes four times slower. Generous: the machine of the tests has other work. */
const SLOWDOWN = 4;
const LONGEST_TASK_MS = 3_000;

const WINDOWS = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
] as const;

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  browser = await launchBrowser();
  opened.defer(() => browser.close());
});

after(() => opened.disposeAsync());

describe('the pages of the shop', () => {
  it('load with few bytes and requests, all of them from this host', async () => {
    for (const locale of ['en-US', 'de-DE']) {
      const context = await browser.newContext({ viewport: WINDOWS[0], locale });
      try {
        const page = await context.newPage();
        const urls = new Set<string>();
        page.on('request', (request) => {
          if (!request.url().startsWith('data:')) urls.add(request.url());
        });
        await page.goto(`${shop.demo.baseUrl}/shop`, { waitUntil: 'networkidle' });
        await page.getByRole('heading', { level: 3 }).first().waitFor();
        const origins = new Set([...urls].map((url) => new URL(url).origin));
        assert.deepEqual([...origins], [new URL(shop.demo.baseUrl).origin]);
        const sizes = await Promise.all(
          [...urls].map(async (url) => [await compressedSize(url), url] as const),
        );
        const bytes = sizes.reduce((sum, [size]) => sum + size, 0);
        const list = sizes
          .toSorted(([a], [b]) => b - a)
          .map((entry) => entry.join(' '))
          .join('\n');
        assert(bytes <= BUDGET.bytes, `${bytes} bytes in ${locale}:\n${list}`);
        assert(urls.size <= BUDGET.requests, `${urls.size} requests:\n${list}`);
      } finally {
        await context.close();
      }
    }
  });

  it('move nothing while they load, and block no slow phone for long', async () => {
    for (const viewport of WINDOWS) {
      const context = await browser.newContext({ viewport, locale: 'en-US' });
      try {
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
        await page.addInitScript(WATCH_PAGE);
        for (const [path, sign] of PAGES) {
          await page.goto(shop.demo.baseUrl + path, { waitUntil: 'networkidle' });
          await page.getByRole('button', { name: sign }).first().waitFor();
          const { shifts, longestTaskMs } = await page.evaluate<Watched>('window.watched');
          assert.deepEqual(shifts, [], `${path}, ${viewport.width} pixels wide`);
          assert(longestTaskMs < LONGEST_TASK_MS, `${path} blocks for ${longestTaskMs} ms`);
          if (path.includes('/products/')) {
            await page.getByRole('button', { name: sign }).click();
            await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
          }
        }
      } finally {
        await context.close();
      }
    }
  });
});

/** The pages, each with a button that is there when it is complete. The product goes into the cart. */
const PAGES = [
  ['/shop', 'Add to cart: Demo App'],
  ['/shop/bundles/demo-bundle', 'Add to cart'],
  ['/shop/products/demo-app', 'Add to cart'],
  ['/cart', /^Check out/],
] as const;

interface Watched {
  /** The nodes that moved. */
  readonly shifts: readonly string[];
  readonly longestTaskMs: number;
}

const WATCH_PAGE = `
window.watched = { shifts: [], longestTaskMs: 0 };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    for (const { node } of entry.sources) {
      const html = node?.outerHTML ?? node?.parentElement?.outerHTML ?? 'a node that is gone';
      window.watched.shifts.push(html.slice(0, 200));
    }
  }
}).observe({ type: 'layout-shift', buffered: true });
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) {
    window.watched.longestTaskMs = Math.max(window.watched.longestTaskMs, duration);
  }
}).observe({ type: 'longtask', buffered: true });
`;

/** The size of an answer as it goes over HTTPS; what the server does not compress, the proxy before it does. */
async function compressedSize(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  const length = Number(response.headers.get('content-length'));
  const body = Buffer.from(await response.arrayBuffer());
  return response.headers.get('content-encoding') === 'br' ? length : gzipSync(body).byteLength;
}
