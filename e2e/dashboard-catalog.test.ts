import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { asVendor, sell } from './dashboard-sales.ts';
import { DESK, walk } from './dashboard-walk.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { expectSound } from './page-check.ts';

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

const DAY_MS = 86_400_000;

const area = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a product from the list, which is one click. */
const productLink = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Products' }).getByRole('link', { name, exact: true });

describe('a vendor with products', () => {
  it('changes what new licenses allow, and the rules for devices', () =>
    inWindow(browser, { viewport: DESK }, async (page) => {
      await signInToDashboard(page, shop);
      await walk(
        page,
        'change what new licenses and trials of a product allow',
        async ({ choose, click }) => {
          await choose('Products');
          await click(productLink(page, 'Demo Verb'));
          await click(button(page, 'Licensing'));
          const licensing = dialog(page, 'Licensing');
          await licensing.getByLabel('Devices of a new license').fill('5');
          await licensing.getByLabel('Trials', { exact: true }).check();
          await licensing.getByLabel('Days of a trial').fill('21');
          await licensing.getByLabel('Who can download it').selectOption('Owners');
          await expectSound(page, 'dashboard-licensing-wide');
          await click(licensing.getByRole('button', { name: 'Save' }));
          await licensing.waitFor({ state: 'detached' });
        },
      );
      await area(page, 'Details').getByText('21 days').waitFor();
      const { maxNumberOfActivations, downloadAccess } = await asVendor<{
        maxNumberOfActivations: number;
        downloadAccess: string;
      }>(shop, 'GET', '/api/products/demo-verb');
      assert.deepEqual([maxNumberOfActivations, downloadAccess], [5, 'Owner']);

      await walk(page, 'change the rules for the devices of a product', async ({ choose, click }) => {
        await choose('Products');
        await click(productLink(page, 'Demo Verb'));
        await click(button(page, 'Rules for devices'));
        const rules = dialog(page, 'Rules for devices');
        await rules.getByLabel('Devices with a connection').selectOption('Only you release them');
        await rules.getByLabel('Days that a device works without a connection').fill('10');
        await expectSound(page, 'dashboard-device-rules-wide');
        await click(rules.getByRole('button', { name: 'Save' }));
        await rules.waitFor({ state: 'detached' });
      });
      // The owner of a license sees what the vendor has decided.
      const owner = await sell(shop, 'Ona Device', {
        productId: 'demo-verb',
        variationId: 'demo-verb-perpetual',
      });
      const device = { deviceName: 'Laptop', deviceSignature: randomUUID() };
      const { accessToken } = owner;
      const request = { accessToken, body: device };
      const activation = await shop.send('POST', '/api/client/licenses/demo-verb/request', request);
      assert.equal(activation.status, 200, activation.text);
      const inventory = await shop.send('GET', '/api/customer/inventory/licenses', { accessToken });
      const { items }: { items: { id: string; maxNumberOfActivations: number }[] } = JSON.parse(
        inventory.text,
      );
      assert.equal(items[0]?.maxNumberOfActivations, 5);
      const path = `/api/customer/inventory/licenses/${items[0]?.id}/activations`;
      const devices = await shop.send('GET', path, { accessToken });
      const [seat]: { id: string }[] = JSON.parse(devices.text).items;
      const release = await shop.send('POST', `${path}/${seat?.id}/revoke`, { accessToken });
      assert.equal(release.status, 403, release.text);
    }));

  it('adds a sub-product', () =>
    inWindow(browser, { viewport: DESK }, async (page) => {
      await signInToDashboard(page, shop);
      await walk(page, 'add a sub-product', async ({ choose, click }) => {
        await choose('Products');
        await click(productLink(page, 'Demo Synth'));
        await click(button(page, 'Add a sub-product'));
        const add = dialog(page, 'Add a sub-product');
        await add.getByLabel('Name').fill('Demo Choirs');
        await add.getByLabel('ID').fill('choirs');
        await add.getByLabel('Price in EUR').fill('19');
        await add.getByLabel('Price in USD').fill('21');
        await expectSound(page, 'dashboard-sub-product-wide');
        await click(add.getByRole('button', { name: 'Add', exact: true }));
        await heading(page, 'Demo Choirs').waitFor();
      });
      await area(page, 'Details').getByText('demo-synth.choirs').waitFor();
      await page.goto(`${shop.demo.dashboard.url}/products/demo-synth`);
      await area(page, 'Sub-products').getByRole('link', { name: 'Demo Choirs' }).waitFor();
    }));

  it('moves a version to another channel, whose address has it then, and sees which versions are in use', () =>
    inWindow(browser, { viewport: DESK, movesClock: true }, async (page) => {
      await useVersion('1.2.0');
      // The server is a day ahead, so that what was used today counts.
      await page.clock.setSystemTime(Date.now() + DAY_MS);
      await signInToDashboard(page, shop);
      await walk(page, 'move a version to another channel', async ({ choose, click }) => {
        await choose('Releases');
        await page.getByLabel('Product').selectOption('Demo App');
        await click(button(page, 'Notes of 1.2.0'));
        const notes = dialog(page, 'Notes of 1.2.0');
        await notes.getByLabel('Channel').fill('beta');
        await click(notes.getByRole('button', { name: 'Save' }));
        await notes.waitFor({ state: 'detached' });
      });
      const feeds = area(page, 'Addresses for updates');
      for (const [channel, hasIt] of [
        ['beta', true],
        ['stable', false],
      ] as const) {
        await feeds.getByLabel('Channel').selectOption(channel);
        const feed = await page.request.get(await feeds.getByLabel('Sparkle, WinSparkle').inputValue());
        assert.equal((await feed.text()).includes('1.2.0'), hasIt, channel);
      }
      await walk(page, 'see which versions of a product are in use', async ({ choose }) => {
        await choose('Releases');
        await page.getByLabel('Product').selectOption('Demo App');
        const table = page.getByRole('table', { name: 'Versions in use' });
        await table.getByRole('row', { name: /^1\.2\.0 Mac / }).waitFor();
      });
      await expectSound(page, 'dashboard-versions-wide');
    }));
});

/** A device uses a version, and a day passes: today is not counted yet. */
async function useVersion(appVersion: string): Promise<void> {
  const { accessToken } = await sell(shop, 'Vera Version');
  const device = { deviceName: 'Desk', deviceSignature: randomUUID(), appVersion, platform: 'Mac' };
  const query = new URLSearchParams({ appVersion, platform: 'Mac' });
  const path = `/api/client/licenses/demo-app/request?${String(query)}`;
  const { status, text } = await shop.send('POST', path, { accessToken, body: device });
  assert.equal(status, 200, text);
  await asVendor(shop, 'POST', '/api/dev/clock', { advance: 'P1D' });
}
