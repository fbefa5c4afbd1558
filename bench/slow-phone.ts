import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../e2e/browser.ts';
import { type DemoShop, findOnStorefront, openDemoShop, startCheckout } from '../e2e/demo-shop.ts';

// The first visit of a page on a slow phone: `npm run bench:pages`. Quiet machines only: it measures time.

const RUNS = 5;
/** A phone of 2018 on a slow mobile network. */
const PHONE = {
  viewport: { width: 360, height: 740 },
  slowdown: 4,
  bitsPerSecond: 1_600_000,
  latencyMs: 150,
};
/** After this time without a request or a long task the page is complete. */
const QUIET_MS = 1_000;
const PATIENCE_MS = 60_000;
const LIMITS = { lcp: 1_800, blocking: 150, shift: 0.05, kilobytes: 160 };

interface Measures {
  /** Milliseconds until the largest content is painted. */
  readonly lcp: number;
  /** Milliseconds by which tasks after the first paint were longer than 50. */
  readonly blocking: number;
  readonly shift: number;
  /** Compressed, without pictures and typefaces. */
  readonly kilobytes: number;
}

const WATCH = `
window.measures = { lcp: 0, blocking: 0, shift: 0, last: 0 };
const note = () => { window.measures.last = performance.now(); };
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) window.measures.lcp = startTime;
  note();
}).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    if (performance.getEntriesByName('first-contentful-paint').some((paint) => paint.startTime < startTime + duration))
      window.measures.blocking += Math.max(0, duration - 50);
  note();
}).observe({ type: 'longtask', buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.measures.shift += entry.value;
  note();
}).observe({ type: 'layout-shift', buffered: true });
`;

async function measure(
  browser: Browser,
  url: string,
  storage: Readonly<Record<string, string>>,
): Promise<Measures> {
  const context = await browser.newContext({
    viewport: PHONE.viewport,
    deviceScaleFactor: 2,
    locale: 'en-US',
    // As over HTTPS, where browsers meet shops.
    extraHTTPHeaders: { 'accept-encoding': 'gzip, deflate, br' },
  });
  try {
    await context.addInitScript(`for (const [name, text] of Object.entries(${JSON.stringify(storage)}))
      localStorage.setItem(name, text);${WATCH}`);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await slowDown(session);
    const sizes = sizesOf(session);
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.locator('main h1').first().waitFor();
    await quiet(page);
    const { lcp, blocking, shift } = await page.evaluate<Omit<Measures, 'kilobytes'>>('window.measures');
    return { lcp, blocking, shift, kilobytes: sizes() / 1024 };
  } finally {
    await context.close();
  }
}

async function slowDown(session: CDPSession): Promise<void> {
  const bytesPerSecond = PHONE.bitsPerSecond / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PHONE.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
}

/** The sum of the bytes of all content that was received, without pictures and typefaces. */
function sizesOf(session: CDPSession): () => number {
  const counts = new Map<string, boolean>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    // A typeface that is preloaded is of no type.
    counts.set(requestId, !/^(?:image|font)\//.test(response.mimeType));
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (counts.get(requestId) === true) bytes += encodedDataLength;
  });
  return () => bytes;
}

/** The policy of the pages forbids to wait in them for an expression. */
async function quiet(page: Page): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await page.evaluate<boolean>(`performance.now() - window.measures.last > ${QUIET_MS}`))) {
    if (performance.now() > end) throw new Error(`${page.url()} is never quiet`);
    await delay(QUIET_MS / 10);
  }
}

async function pagesOf(shop: DemoShop) {
  const synth = await findOnStorefront(shop, 'demo-synth');
  const { orderId, checkoutUrl } = await startCheckout(shop, synth);
  return {
    shop: { path: '/shop', storage: {} },
    product: { path: '/shop/products/demo-app', storage: {} },
    cart: { path: '/cart', storage: { 'latchkey.cart': orderId } },
    checkout: { path: new URL(checkoutUrl).pathname, storage: {} },
  };
}

function median(runs: readonly Measures[], name: keyof Measures): number {
  const values = runs.map((run) => run[name]).toSorted((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}

const shop = await openDemoShop();
const browser = await launchBrowser();
let isGood = true;
try {
  for (const [name, { path, storage }] of Object.entries(await pagesOf(shop))) {
    const runs: Measures[] = [];
    // The first visit makes the pictures, and is not counted.
    await measure(browser, shop.demo.baseUrl + path, storage);
    for (let run = 0; run < RUNS; run += 1)
      runs.push(await measure(browser, shop.demo.baseUrl + path, storage));
    const names = ['lcp', 'blocking', 'shift', 'kilobytes'] as const;
    const isWithin = names.every((each) => median(runs, each) <= LIMITS[each]);
    const ms = (each: 'lcp' | 'blocking') => `${median(runs, each).toFixed(0)} ms`;
    const sizes = `shift ${median(runs, 'shift').toFixed(3)}, ${median(runs, 'kilobytes').toFixed(1)} KB`;
    const text = `LCP ${ms('lcp')}, blocking ${ms('blocking')}, ${sizes}`;
    console.log(`${isWithin ? '✔' : '✖'} ${name.padEnd(8)} ${text}`);
    isGood &&= isWithin;
  }
} finally {
  await browser.close();
  await shop.close();
}
process.exitCode = isGood ? 0 : 1;
