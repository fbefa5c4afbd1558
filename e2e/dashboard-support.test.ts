import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { asVendor, type Sale, sell } from './dashboard-sales.ts';
import { DESK, walk } from './dashboard-walk.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
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

/** What is bought instead of Demo App. */
const SYNTH = { productId: 'demo-synth', variationId: 'demo-synth-perpetual' };

const area = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The license that an order granted, with a key. */
async function licenseWithKey({ orderId }: Sale): Promise<{ readonly id: string; readonly keyCode: string }> {
  const path = `/api/licenses?orderId=${orderId}`;
  const { items } = await asVendor<{ items: { id: string }[] }>(shop, 'GET', path);
  const keyCode = `KEY-${randomUUID().slice(0, 8)}`;
  const id = items[0]?.id ?? assert.fail(`no license of ${orderId}`);
  await asVendor(shop, 'PATCH', `/api/licenses/${id}`, { keyCode, reason: 'A test' });
  return { id, keyCode };
}

/** A device that runs the trial of a product, and nobody who is signed in. */
async function anonymousTrial(
  deviceName: string,
): Promise<{ readonly id: string; readonly deviceSignature: string }> {
  const deviceSignature = randomUUID();
  const body = { deviceName, deviceSignature };
  const { status, text } = await shop.send('POST', '/api/client/trials/demo-app/request', { body });
  assert.equal(status, 200, text);
  const path = `/api/trials?deviceSignature=${deviceSignature}`;
  const { items } = await asVendor<{ items: { id: string }[] }>(shop, 'GET', path);
  return { id: items[0]?.id ?? assert.fail(text), deviceSignature };
}

describe('somebody at the support desk', () => {
  it('finds a customer by an order number and by a license key', () =>
    inWindow(browser, { viewport: DESK }, async (page) => {
      const sale = await sell(shop, 'Nora Number');
      const { number } = await asVendor<{ number: string }>(shop, 'GET', `/api/orders/${sale.orderId}`);
      const { keyCode } = await licenseWithKey(sale);
      await signInToDashboard(page, shop);
      for (const [text, hit] of [
        [number.toLowerCase().replace('-', ''), new RegExp(number)],
        [keyCode, new RegExp(keyCode)],
      ] as const)
        await walk(
          page,
          'find a customer by order number, license key or device',
          async ({ find, click }) => {
            await find(text, hit);
            await click(page.getByRole('main').getByRole('link', { name: sale.shopper.name }));
            await heading(page, sale.shopper.name).waitFor();
            await page.getByText(sale.shopper.email).first().waitFor();
          },
        );
    }));

  it('sees what a customer pays, and that a discount for owners is why', () =>
    inWindow(browser, { viewport: DESK }, async (page) => {
      const [owner, stranger] = [await sell(shop, 'Olive Owner'), await sell(shop, 'Stan Else', SYNTH)];
      await asVendor(shop, 'POST', '/api/discounts', {
        name: 'Half for owners of Demo App',
        type: 'PercentageOffDiscount',
        percentage: 0.5,
        targets: [{ type: 'Product', id: 'demo-verb' }],
        audience: { owns: { match: 'Some', productIds: ['demo-app'] } },
      });
      await signInToDashboard(page, shop);
      for (const [{ shopper }, price, why] of [
        [owner, '€39.50 instead of €79.00', /^Applies Half for owners of Demo App/],
        [stranger, '€79.00', /^Does not apply Half for owners of Demo App: /],
      ] as const) {
        await walk(page, 'see what a customer pays, and why', async ({ find, click }) => {
          await find(shopper.email, new RegExp(shopper.name));
          await click(button(page, 'See their prices'));
          const prices = dialog(page, `What ${shopper.name} pays, and why`);
          await prices.getByLabel('Product', { exact: true }).selectOption({ label: 'Demo Verb' });
          await prices.getByText(price, { exact: true }).waitFor();
          await prices.getByRole('listitem').filter({ hasText: why }).waitFor();
        });
        await dialog(page, /pays, and why$/)
          .getByRole('button', { name: 'Close' })
          .click();
      }
    }));

  it('sees what happened to a license, the newest first', () =>
    inWindow(browser, { viewport: DESK }, async (page) => {
      const { id, keyCode } = await licenseWithKey(await sell(shop, 'Tilda Time'));
      await asVendor(shop, 'POST', `/api/licenses/${id}/revoke`, { reason: 'A stolen card' });
      await signInToDashboard(page, shop);
      await walk(page, 'see what happened to a license', async ({ find }) => {
        await find(keyCode, new RegExp(keyCode));
        const timeline = area(page, 'Timeline').getByRole('listitem');
        await timeline.filter({ hasText: 'License revoked' }).getByText('A stolen card').waitFor();
        assert.deepEqual(
          (await timeline.allTextContents()).map((text) => /^License [a-z]+/.exec(text)?.[0]),
          ['License revoked', 'License changed', 'License granted'],
        );
      });
      await expectSound(page, 'dashboard-license-timeline-wide');
    }));
});

describe('a device whose trial begins again', () => {
  it('takes as many clicks as the guide says', () =>
    inWindow(browser, { viewport: DESK }, async (page) => {
      await anonymousTrial('Attic PC');
      await signInToDashboard(page, shop);
      await walk(page, 'let the trial of a device begin again', async ({ find, click }) => {
        await find('attic pc', /Attic PC/);
        const again = 'Start again: the trial of demo-app on Attic PC';
        await click(button(page, again));
        const reset = dialog(page, again);
        await reset.getByLabel('Reason').fill('A clock that went wrong');
        await click(reset.getByRole('button', { name: 'Start again' }));
        await page.getByText('Starts again').waitFor();
      });
    }));
});

for (const { name, viewport } of WINDOWS) {
  describe(`trials in a ${name} window`, () => {
    it('of nobody are found by device, and begin again for a reason that the audit log keeps', () =>
      inWindow(browser, { viewport }, async (page) => {
        const deviceName = `Garage PC ${name}`;
        const { id, deviceSignature } = await anonymousTrial(deviceName);
        await anonymousTrial('Another PC');
        await signInToDashboard(page, shop);
        await heading(page, /^Hello/).waitFor();
        for (const text of [`garage pc ${name}`, deviceSignature]) {
          await page.keyboard.press('Control+k');
          await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill(text);
          const hit = page.getByRole('option', { name: new RegExp(deviceName) });
          await hit.getByText('demo-app · Running').waitFor();
          await hit.click();
          await heading(page, 'Trials').waitFor();
          await page.getByText('1 shown').waitFor();
        }
        await page.getByText('Not signed in').waitFor();
        await expectSound(page, `dashboard-trials-${name}`);

        const again = `Start again: the trial of demo-app on ${deviceName}`;
        await page.getByRole('button', { name: again }).click();
        const reset = dialog(page, again);
        await reset.getByLabel('Reason').fill('The installer failed');
        await reset.getByRole('button', { name: 'Start again' }).click();
        await reset.waitFor({ state: 'detached' });
        await page.getByText('Starts again').waitFor();
        assert.equal(await page.getByRole('button', { name: again }).count(), 0);
        const { items } = await asVendor<{ items: { type: string; data: object }[] }>(
          shop,
          'GET',
          `/api/audit?subject=trial/${id}&type=trial.reset`,
        );
        assert.deepEqual(
          items.map(({ data }) => data),
          [{ reason: 'The installer failed' }],
        );

        await page.getByRole('button', { name: 'Clear filters' }).click();
        await page.getByText('Another PC').first().waitFor();
        await page.getByRole('combobox', { name: 'Status' }).selectOption('Over');
        await page.getByText('Nothing matches these filters').waitFor();
        await eventually(async () => new URL(page.url()).searchParams.get('status'), 'Expired');
      }));
  });
}
