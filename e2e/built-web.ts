import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { serveBuiltWeb } from './web-server.ts';

/** The built web app and a browser, for all tests of a file; available only while its tests run. */
export interface BuiltWeb {
  readonly browser: Browser;
  /** `http://127.0.0.1:{port}` */
  readonly origin: string;
}

/** Serves the built web app and starts a browser before the tests of a file, and ends both after them. */
export function openBuiltWeb(): BuiltWeb {
  const opened = new AsyncDisposableStack();
  let current: BuiltWeb | undefined;
  const web = (): BuiltWeb => {
    if (current === undefined) throw new Error('the web app is there while tests run, and not before');
    return current;
  };
  before(async () => {
    const server = await serveBuiltWeb();
    opened.defer(server.close);
    const browser = await openBrowser();
    opened.defer(() => closeBrowser(browser));
    current = { browser, origin: server.origin };
  });
  after(() => opened.disposeAsync());
  return {
    get browser() {
      return web().browser;
    },
    get origin() {
      return web().origin;
    },
  };
}
