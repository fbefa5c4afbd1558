import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { type CheckoutApi, ORDER_ID, RETURN_URL, TOKEN, interceptCheckout } from './checkout-api.ts';
import { type Window, collectComplaints, expectSound } from './page-check.ts';

/** Where the order of `checkout-api.ts` is paid. */
export const CHECKOUT_PATH = `/checkout/${ORDER_ID}?token=${TOKEN}`;

export interface Visit {
  readonly page: Page;
  readonly api: CheckoutApi;
  /** Opens a path of the web app; without one, the checkout of the order. */
  readonly open: (path?: string) => Promise<void>;
  /** Checks the page in the state it is in, which the name says. */
  readonly check: (state: string) => Promise<void>;
}

export interface Visitor {
  readonly browser: Browser;
  readonly origin: string;
  readonly window: Window;
  readonly locale: string;
}

/**
 * One visitor with a browser, a clock and an API of their own. Fails after the walk when the page complained
 * about anything.
 */
export async function visitCheckout(visitor: Visitor, walk: (visit: Visit) => Promise<void>): Promise<void> {
  const { browser, origin, window, locale } = visitor;
  const context = await browser.newContext({ viewport: window.viewport, locale });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.clock.install();
    await page.route(RETURN_URL, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>Welcome back' }),
    );
    const complaints = collectComplaints(page);
    await walk({
      page,
      api: await interceptCheckout(page),
      open: async (path = CHECKOUT_PATH) => {
        await page.goto(origin + path);
      },
      check: (state) => expectSound(page, `checkout-${state}-${window.name}`),
    });
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}
