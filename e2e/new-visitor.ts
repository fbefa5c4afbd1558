import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { endInterception } from './interception.ts';
import { collectComplaints, type Window } from './page-check.ts';

export interface NewVisitor {
  readonly browser: Browser;
  readonly window: Window;
  /** Default `en-US`. */
  readonly locale?: string | undefined;
  /** The time limit of waits on the page, in milliseconds. */
  readonly patience: number;
  /** Whether tests move the clock of the page. Default false. */
  readonly movesClock?: boolean | undefined;
  /** Whether the page may have complaints, like that of a provider. Default false. */
  readonly mayComplain?: boolean;
}

/** Pages that earlier visitors have left in their initial state, by window, locale and clock. */
const idlePages = new WeakMap<Browser, Map<string, Page>>();

/** The origins of the servers that the visitor of a page has seen: they may have stored something. */
const seenOrigins = new WeakMap<Page, Set<string>>();

/** The page asks for everything, so that a test can answer in place of the server (`budgets.test.ts` loads pages whole). */
const ASK_THE_API = `new MutationObserver(() => {
  for (const data of document.querySelectorAll('script[data-answer]')) data.remove();
}).observe(document, { childList: true, subtree: true })`;

const CLEAR = 'localStorage.clear(), sessionStorage.clear()';

/** A clock that is ahead by this or more was moved. */
const LEAST_MOVE_MS = 1_000;

/**
 * Gives a new visitor a page: nothing is stored, no clock was moved, the history starts. Fails after the walk when the
 * page complained about anything, unless it may. Visitors of one browser share a page, one after the other: starting a
 * browser process costs more than everything that a visitor does with it.
 */
export async function welcome(visitor: NewVisitor, walk: (page: Page) => Promise<void>): Promise<void> {
  const { browser, window, locale, movesClock } = visitor;
  const key = `${window.name} ${locale} ${movesClock}`;
  const idle = idlePages.get(browser) ?? new Map<string, Page>();
  idlePages.set(browser, idle);
  const page = idle.get(key) ?? (await newPage(visitor));
  idle.delete(key);
  let isClean = false;
  try {
    await clear(page, visitor);
    const complaints = collectComplaints(page);
    collectOrigins(page);
    await walk(page);
    if (visitor.mayComplain !== true) assert.deepEqual(complaints, []);
    isClean = await leave(page);
  } finally {
    // A visitor who came while another one was there had another page.
    if (isClean && !idle.has(key)) idle.set(key, page);
    else await page.context().close();
  }
}

async function newPage({ browser, window, locale = 'en-US', movesClock = false }: NewVisitor): Promise<Page> {
  const context = await browser.newContext({ viewport: window.viewport, locale });
  const page = await context.newPage();
  await page.addInitScript(ASK_THE_API);
  if (movesClock) await page.clock.install();
  return page;
}

async function clear(page: Page, { window, patience }: NewVisitor): Promise<void> {
  page.setDefaultTimeout(patience);
  await page.setViewportSize(window.viewport);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.context().clearCookies();
  for (const origin of seenOrigins.get(page) ?? []) await clearOrigin(page, origin);
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Page.resetNavigationHistory');
  await protocol.detach();
}

/** Deletes the data of a server, which need not exist any more. */
async function clearOrigin(page: Page, origin: string): Promise<void> {
  const anything = `${origin}/**`;
  await page.route(anything, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(origin);
  await page.evaluate(CLEAR);
  await page.unroute(anything);
}

function collectOrigins(page: Page): void {
  const origins = new Set<string>();
  seenOrigins.set(page, origins);
  page.on('framenavigated', (frame) => {
    const { protocol, origin } = new URL(frame.url());
    if (/^https?:$/.test(protocol)) origins.add(origin);
  });
}

/** Whether the page can be used again. */
async function leave(page: Page): Promise<boolean> {
  page.removeAllListeners();
  await endInterception(page);
  await page.unrouteAll({ behavior: 'wait' });
  if (page.context().pages().length > 1) return false;
  if (!(await isOnTime(page))) {
    await page.clock.setSystemTime(Date.now());
    if (!(await isOnTime(page))) return false;
  }
  // A page that waits for the next visitor asks its server nothing meanwhile.
  await page.goto('about:blank');
  return true;
}

/** A slow response looks like a moved clock, and never the other way round. */
async function isOnTime(page: Page): Promise<boolean> {
  const before = Date.now();
  return (await page.evaluate<number>('Date.now()')) - before < LEAST_MOVE_MS;
}
