import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Cookie, Page } from 'playwright-core';

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

/** What somebody waits for who opens a page. */
export interface Measures {
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

/** What the browser has before its first visit. */
export interface Before {
  /** Of the local storage, by name. */
  readonly storage?: Readonly<Record<string, string>>;
  /** Cookies, such as those of somebody who is signed in. */
  readonly cookies?: readonly Cookie[];
  /** The page has a stream of events, so that it never is without a request. */
  readonly isLive?: boolean;
}

const RUNS = 5;

/**
 * The medians of five first visits on a slow phone. A visit before them is not counted: it makes the pictures, and reads
 * the files.
 */
export async function medianVisit(browser: Browser, url: string, before: Before = {}): Promise<Measures> {
  await visit(browser, url, before);
  const runs: Measures[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await visit(browser, url, before));
  const median = (name: keyof Measures) => {
    const values = runs.map((each) => each[name]).toSorted((a, b) => a - b);
    return values[Math.floor(values.length / 2)] ?? Number.NaN;
  };
  return {
    lcp: median('lcp'),
    blocking: median('blocking'),
    shift: median('shift'),
    kilobytes: median('kilobytes'),
  };
}

/** Prints what was measured of a page; returns whether it is within the limits. */
export function printVisit(name: string, measures: Measures, limits: Measures): boolean {
  const { lcp, blocking, shift, kilobytes } = measures;
  const isWithin =
    lcp <= limits.lcp &&
    blocking <= limits.blocking &&
    shift <= limits.shift &&
    kilobytes <= limits.kilobytes;
  const times = `LCP ${lcp.toFixed(0)} ms, blocking ${blocking.toFixed(0)} ms`;
  const text = `${times}, shift ${shift.toFixed(3)}, ${kilobytes.toFixed(1)} KB`;
  console.log(`${isWithin ? '✔' : '✖'} ${name.padEnd(9)} ${text}`);
  return isWithin;
}

async function visit(
  browser: Browser,
  url: string,
  { storage = {}, cookies = [], isLive = false }: Before,
): Promise<Measures> {
  const context = await browser.newContext({
    viewport: PHONE.viewport,
    deviceScaleFactor: 2,
    locale: 'en-US',
    // As over HTTPS, where browsers meet shops.
    extraHTTPHeaders: { 'accept-encoding': 'gzip, deflate, br' },
  });
  try {
    await context.addCookies([...cookies]);
    await context.addInitScript(`for (const [name, text] of Object.entries(${JSON.stringify(storage)}))
      localStorage.setItem(name, text);${WATCH}`);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await slowDown(session);
    const sizes = sizesOf(session);
    await page.goto(url, { waitUntil: isLive ? 'load' : 'networkidle' });
    await page.locator('main h1').first().waitFor();
    // What is still loading has the place of its content.
    await page.locator('main .mantine-Skeleton-root').last().waitFor({ state: 'detached' });
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
