import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, findChromium, openBrowser } from './browser.ts';
import { eventually } from './eventually.ts';
import { intercept } from './interception.ts';
import { welcome } from './new-visitor.ts';
import { WINDOWS } from './page-check.ts';
import { serve } from './web-server.ts';

const opened = new AsyncDisposableStack();
let browser: Browser;
before(async () => {
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});
after(() => opened.disposeAsync());

test('the browser of the machine shows a page', async () => {
  const page = await browser.newPage();
  try {
    await page.setContent('<title>Latchkey</title><main>ready</main>');
    assert.equal(await page.title(), 'Latchkey');
    await eventually(() => page.locator('main').innerText(), 'ready');
  } finally {
    await page.close();
  }
});

test('the browser starts without every feature that Playwright disables', async () => {
  const session = await browser.newBrowserCDPSession();
  const { commandLine } = await session.send('SystemInfo.getInfo');
  const lists = [...commandLine.matchAll(/--disable-features=(\S*)/g)].map(([, list = '']) =>
    list.split(','),
  );
  const disabled = new Set(lists.at(-1));
  assert.deepEqual(
    lists.flat().filter((feature) => !disabled.has(feature)),
    [],
  );
  await session.detach();
});

test('a new visitor finds nothing that an earlier one on the same page has stored, of any server', async () => {
  const [origin, other] = await Promise.all([openServer(), openServer()]);
  const [window] = WINDOWS;
  assert(window !== undefined);
  const pages = new Set<Page>();
  const counts: unknown[] = [];
  for (let visit = 1; visit <= 2; visit += 1)
    await welcome({ browser, window, patience: 15_000 }, async (page) => {
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

test('a new visitor has the right time after an earlier one has moved the clock of the page', async () => {
  const origin = await openServer();
  const [window] = WINDOWS;
  assert(window !== undefined);
  const pages = new Set<Page>();
  const visit = (walk: (page: Page) => Promise<void>) =>
    welcome({ browser, window, patience: 15_000, movesClock: true }, async (page) => {
      pages.add(page);
      await page.goto(origin);
      await walk(page);
    });
  await visit((page) => page.clock.runFor(86_400_000));
  await visit(async (page) => {
    const ahead = (await page.evaluate<number>('Date.now()')) - Date.now();
    assert(Math.abs(ahead) < 3_600_000, `${ahead} ms ahead`);
  });
  assert.equal(pages.size, 1);
});

test('requests are answered in place of the server, and what the browser keeps is not requested again', async () => {
  const requests: (string | undefined)[] = [];
  const origin = await openServer(({ url }, response) => {
    requests.push(url);
    if (url === '/kept.js') response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    response.setHeader('content-type', url === '/kept.js' ? 'text/javascript' : 'text/html');
    response.end(url === '/kept.js' ? 'document.title = "Kept"' : '<script src="/kept.js"></script>');
  });
  const page = await browser.newPage();
  try {
    await intercept(page, ['*/api/*'], async (route) => {
      const request = route.request();
      if (request.method() === 'DELETE') return route.abort('internetdisconnected');
      return route.fulfill({ status: 201, json: [request.headers()['x-a'], request.postDataJSON()] });
    });
    for (const path of ['/1', '/2']) {
      await page.goto(origin + path);
      assert.equal(await page.title(), 'Kept');
    }
    const send = (options: string) =>
      page.evaluate(
        `fetch('/api/x', ${options}).then(async (r) => [r.status, await r.json()], (e) => e.name)`,
      );
    assert.deepEqual(await send("{ method: 'POST', headers: { 'X-A': 'b' }, body: '{\"c\":\"ü\"}' }"), [
      201,
      ['b', { c: 'ü' }],
    ]);
    assert.deepEqual(await send("{ method: 'DELETE' }"), 'TypeError');
  } finally {
    await page.close();
  }
  assert.deepEqual(
    requests.filter((url) => url !== '/favicon.ico'),
    ['/1', '/kept.js', '/2'],
  );
});

async function openServer(
  listener: RequestListener = (_request, response) => void response.end('<title>Page</title>'),
): Promise<string> {
  const server = await serve(listener);
  opened.defer(server.close);
  return server.origin;
}

test('a browser that is named but absent is not replaced by another', () => {
  assert.equal(findChromium({ CHROMIUM_PATH: '/nowhere/chromium' }), undefined);
});
