import type { Browser, Page } from 'playwright-core';
import { welcome } from './new-visitor.ts';
import { type Window, expectSound } from './page-check.ts';

export interface Visit<Api> {
  readonly page: Page;
  readonly api: Api;
  /** Opens a path of the web app; by default the visited page. */
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

/** The visited page, and its API responses. */
export interface Visited<Api> {
  /** The prefix of screenshot names. */
  readonly name: string;
  readonly path: string;
  readonly intercept: (page: Page, origin: string) => Promise<Api>;
}

/** One visitor with a separate browser, clock and API. Fails after the walk when the page complained about anything. */
export async function visit<Api>(
  { browser, origin, window, locale }: Visitor,
  { name, path, intercept }: Visited<Api>,
  walk: (visit: Visit<Api>) => Promise<void>,
): Promise<void> {
  const visitor = { browser, window, locale, patience: 15_000, movesClock: true };
  await welcome(visitor, async (page) => {
    const api = await intercept(page, origin);
    await walk({
      page,
      api,
      open: async (other = path) => {
        await page.goto(origin + other);
      },
      check: (state) => expectSound(page, `${name}-${state}-${window.name}`),
    });
  });
}
