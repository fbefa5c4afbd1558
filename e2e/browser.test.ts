import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findChromium, launchBrowser } from './browser.ts';
import { welcome } from './new-visitor.ts';
import { WINDOWS } from './page-check.ts';
import { serve } from './web-server.ts';

const opened = new AsyncDisposableStack();
let browser: Browser;
before(async () => {
  browser = await launchBrowser();
  opened.defer(() => browser.close());
});
after(() => opened.disposeAsync());

test('the browser of the machine shows a page', async () => {
  const page = await browser.newPage();
  try {
    await page.setContent('<title>Latchkey</title><main>ready</main>');
    assert.equal(await page.title(), 'Latchkey');
    assert.equal(await page.locator('main').innerText(), 'ready');
  } finally {
    await page.close();
  }
});

test('a new visitor finds nothing that an earlier one on the same page has stored, of any server', async () => {
  const [origin, other] = await Promise.all([openServer(), openServer()]);
  const [window] = WINDOWS;
  assert(window !== undefined);
  const pages = new Set<Page>();
  const counts: unknown[] = [];
  for (let visit = 1; visit <= 2; visit += 1)
    await welcome({ browser, window, origin, patience: 15_000 }, async (page) => {
      pages.add(page);
      for (const address of [other, origin]) {
        await page.goto(address);
        counts.push(await page.evaluate('localStorage.length + sessionStorage.length'));
        await page.evaluate('localStorage.setItem("a", "b"), sessionStorage.setItem("a", "b")');
      }
    });
  assert.equal(pages.size, 1);
  assert.deepEqual(counts, [0, 0, 0, 0]);
});

async function openServer(): Promise<string> {
  const server = await serve((_request, response) => void response.end('<title>Page</title>'));
  opened.defer(server.close);
  return server.origin;
}

test('a browser that is named but absent is not replaced by another', () => {
  assert.equal(findChromium({ CHROMIUM_PATH: '/nowhere/chromium' }), undefined);
});
