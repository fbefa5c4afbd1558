import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { type Window, collectComplaints, expectSound } from './page-check.ts';

export interface Visit<Api> {
  readonly page: Page;
  readonly api: Api;
  /** Opens a path of the web app; without one, the page that is visited. */
  readonly open: (path?: string) => Promise<void>;
  /** Checks the page in its current state, which the name describes. */
  readonly check: (state: string) => Promise<void>;
}

export interface Visitor {
  readonly browser: Browser;
  readonly origin: string;
  readonly window: Window;
  readonly locale: string;
}

/** The visited page, and the API responses there. */
export interface Visited<Api> {
  /** Begins the names of screenshots. */
  readonly name: string;
  readonly path: string;
  readonly intercept: (page: Page) => Promise<Api>;
}

/**
 * One visitor with a browser, a clock and an API of their own. Fails after the walk when the page complained
 * about anything.
 */
export async function visit<Api>(
  { browser, origin, window, locale }: Visitor,
  { name, path, intercept }: Visited<Api>,
  walk: (visit: Visit<Api>) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: window.viewport, locale });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.clock.install();
    const complaints = collectComplaints(page);
    await walk({
      page,
      api: await intercept(page),
      open: async (other = path) => {
        await page.goto(origin + other);
      },
      check: (state) => expectSound(page, `${name}-${state}-${window.name}`),
    });
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}
