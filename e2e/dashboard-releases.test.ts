import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { dropFiles } from './drop-files.ts';
import { eventually } from './eventually.ts';
import { expectSound, WINDOWS } from './page-check.ts';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});
after(() => opened.disposeAsync());

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** The version that the shop says is current. */
async function currentVersion(): Promise<string> {
  const { text } = await shop.send('GET', '/api/products/demo-app', { apiKey: shop.demo.apiKey });
  const { currentReleaseVersion }: { currentReleaseVersion: string } = JSON.parse(text);
  return currentReleaseVersion;
}

for (const [place, { name, viewport }] of WINDOWS.entries()) {
  describe(`a release in a ${name} window`, () => {
    it('is uploaded with its files and notes, goes on after an interruption, is published, withdrawn and restored', () =>
      inWindow(browser, { viewport }, async (page) => {
        const version = `9.${place}.0`;
        await signInToDashboard(page, shop, '/releases?product=demo-app');
        await heading(page, 'Releases').waitFor();
        await page.getByText('1.2.0').first().waitFor();
        const appcast = page.getByLabel('Sparkle, WinSparkle');
        assert.match(await appcast.inputValue(), /\/api\/public\/updates\/demo-app\/stable\/appcast\.xml$/);
        await expectSound(page, `dashboard-releases-${name}`);
        await page.getByRole('button', { name: 'Upload a release' }).click();
        const add = dialog(page, 'Upload a release');
        await add.getByRole('button', { name: 'Upload' }).click();
        await add.getByText('Enter three numbers, such as 2.1.0.').waitFor();
        await add.getByLabel('Version').fill(version);
        await add.getByLabel('Channel').fill('beta');
        await dropFiles(add.getByLabel('Drop files here, or click to choose them').first(), {
          name: 'demo-app.dmg',
          mimeType: 'application/octet-stream',
          buffer: Buffer.alloc(300_000, 'm'),
        });
        await add.locator('input[type=file]').setInputFiles([
          {
            name: 'demo-app.exe',
            mimeType: 'application/octet-stream',
            buffer: Buffer.alloc(200_000, 'w'),
          },
        ]);
        await eventually(() => add.getByLabel('demo-app.dmg is for').inputValue(), 'Mac');
        await add.getByLabel('What is new').fill('- It is **faster**');
        await add.locator('strong').filter({ hasText: 'faster' }).waitFor();
        await expectSound(page, `dashboard-upload-${name}`);
        let isCut = false;
        await page.route('**/api/uploads/**', (route) => {
          if (isCut || !route.request().url().includes('/parts/')) return route.continue();
          isCut = true;
          return route.abort();
        });
        await add.getByRole('button', { name: 'Upload' }).click();
        await add.getByRole('alert').waitFor();
        assert.ok(isCut);
        const line = await page.context().newCDPSession(page);
        const speed = { offline: false, latency: 0, downloadThroughput: -1 };
        await line.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: 50_000 });
        await add.getByRole('button', { name: 'Upload' }).click();
        await add.getByRole('progressbar', { name: 'demo-app.dmg' }).waitFor();
        await add.getByText(/^[1-9]\d?\s?%$/).waitFor();
        await expectSound(page, `dashboard-upload-progress-${name}`);
        await line.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: -1 });
        await page.getByText(version).first().waitFor();
        await page.getByText('Not published', { exact: true }).waitFor();
        assert.notEqual(await currentVersion(), version);

        const feeds = page.getByRole('region', { name: 'Addresses for updates' });
        await feeds.getByLabel('Channel').selectOption('beta');
        const address = await appcast.inputValue();
        assert.match(address, /\/demo-app\/beta\/appcast\.xml$/);
        assert.equal((await page.request.get(address)).status(), 200);
        await expectSound(page, `dashboard-feeds-${name}`);
        await page.getByRole('button', { name: `Notes of ${version}` }).click();
        const stable = dialog(page, `Notes of ${version}`);
        await stable.getByLabel('Channel').fill('stable');
        await stable.getByRole('button', { name: 'Save' }).click();
        await stable.waitFor({ state: 'detached' });

        await page.getByRole('button', { name: `Publish ${version}` }).click();
        await dialog(page, `Publish ${version}`).getByRole('button', { name: 'Publish' }).click();
        await page.getByRole('button', { name: `Withdraw ${version}` }).waitFor();
        assert.equal(await currentVersion(), version);
        await page.getByRole('button', { name: `Notes of ${version}` }).click();
        const notes = dialog(page, `Notes of ${version}`);
        await notes.getByLabel('What is new').fill('- It is **calmer**');
        await notes.locator('strong').filter({ hasText: 'calmer' }).waitFor();
        await notes.getByRole('button', { name: 'Save' }).click();
        await notes.waitFor({ state: 'detached' });

        await page.getByRole('button', { name: `Withdraw ${version}` }).click();
        const yank = dialog(page, `Withdraw ${version}`);
        await yank.getByRole('button', { name: 'Withdraw' }).click();
        await yank.locator('[aria-invalid="true"]').waitFor();
        await yank.getByLabel('Reason').fill('It crashes on start');
        await expectSound(page, `dashboard-withdraw-${name}`);
        await yank.getByRole('button', { name: 'Withdraw' }).click();
        await page.getByText('Withdrawn', { exact: true }).waitFor();
        assert.notEqual(await currentVersion(), version);
        await page.getByRole('button', { name: `Restore ${version}` }).click();
        await dialog(page, `Restore ${version}`).getByRole('button', { name: 'Restore' }).click();
        await page.getByRole('button', { name: `Withdraw ${version}` }).waitFor();
        assert.equal(await currentVersion(), version);
      }));
  });
}
