import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChromium, launchBrowser } from './browser.ts';

test('the browser of the machine starts, shows a page and closes', async () => {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent('<title>Latchkey</title><main>ready</main>');
    assert.equal(await page.title(), 'Latchkey');
    assert.equal(await page.locator('main').innerText(), 'ready');
  } finally {
    await browser.close();
  }
});

test('a browser that is named but absent is not replaced by another', () => {
  assert.equal(findChromium({ CHROMIUM_PATH: '/nowhere/chromium' }), undefined);
});
