import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { asVendor } from './dashboard-sales.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { expectSound, WINDOWS } from './page-check.ts';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  await asVendor(shop, 'PATCH', '/api/settings', { brand: { accentColor: '#b5179e' } });
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});
after(() => opened.disposeAsync());

/** The colors of a text, and of what is behind it. */
async function colorsOf(text: Locator): Promise<string[]> {
  return text.evaluate((element: Styled) => {
    const { defaultView: window } = element.ownerDocument;
    const banner = element.closest('[class*="banner"]') ?? element;
    return [window.getComputedStyle(element).color, window.getComputedStyle(banner).backgroundColor];
  });
}

/** An element in the browser. */
interface Styled {
  readonly closest: (selector: string) => Styled | null;
  readonly ownerDocument: {
    readonly defaultView: {
      readonly getComputedStyle: (element: Styled) => {
        readonly color: string;
        readonly backgroundColor: string;
      };
    };
  };
}

const COLOR_SCHEME = "document.documentElement.dataset['mantineColorScheme']";

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

for (const { name, viewport } of WINDOWS) {
  describe(`what lowers prices in a ${name} window`, () => {
    it('a discount is shown with its effect before it exists, added, announced by a promotion, and switched off', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/discounts');
        await heading(page, 'Discounts').waitFor();
        await page.getByRole('button', { name: 'Add a discount' }).click();
        const add = dialog(page, 'Add a discount');
        const preview = add.getByRole('region', { name: 'What would a visitor pay?' });
        await add.getByLabel('Name').fill(`Spring ${name}`);
        await preview.getByText(/Fill in the fields to see the price/).waitFor();
        await add.getByLabel('Percent').fill('50');
        await add.getByLabel('Of what').selectOption({ label: 'Demo Verb' });
        await preview.getByText('€39.50 instead of €79.00').waitFor();
        await add.getByLabel('First day').fill('2099-03-01');
        await preview.getByText('€39.50 instead of €79.00').waitFor();
        await preview.getByLabel('On this day').fill('2099-02-28');
        await preview.getByText(/Its time has not come/).waitFor();
        await expectSound(page, `dashboard-add-discount-${name}`);
        await add.getByLabel('First day').fill('');
        await add.getByRole('button', { name: 'Add', exact: true }).click();
        await page.getByRole('cell', { name: `Spring ${name}`, exact: true }).waitFor();
        await expectSound(page, `dashboard-discounts-${name}`);
        await page.getByRole('button', { name: `Try Spring ${name}` }).click();
        await dialog(page, `Try Spring ${name}`).getByText('€39.50 instead of €79.00').waitFor();
        await dialog(page, `Try Spring ${name}`).getByRole('button', { name: 'Close' }).click();

        await page.getByRole('button', { name: `Change Spring ${name}` }).click();
        const change = dialog(page, `Change Spring ${name}`);
        await change.getByLabel('Demo Bundle').check();
        await change.getByLabel('Percent').fill('25');
        await change.getByText('€59.25 instead of €79.00').waitFor();
        await change.getByText('€59.25 instead of €79.00').scrollIntoViewIfNeeded();
        await expectSound(page, `dashboard-change-discount-${name}`);
        await change.getByLabel('Percent').fill('50');
        await change.getByRole('button', { name: 'Save' }).click();
        await change.waitFor({ state: 'detached' });
        await page.getByText('demo-verb, demo-bundle').waitFor();

        await page.getByRole('main').getByRole('link', { name: 'Promotions' }).click();
        await heading(page, 'Promotions').waitFor();
        await page.getByRole('button', { name: /^Add (?:a promotion|the first one)$/ }).click();
        const promotion = dialog(page, 'Add a promotion');
        const banner = promotion.getByRole('region', { name: 'What visitors read' });
        await banner.getByText('Enter a name to see it.').waitFor();
        await promotion.getByLabel('Name').fill(`Spring sale ${name}`);
        await promotion.getByRole('button', { name: 'Add', exact: true }).click();
        await promotion.getByText('Choose a discount.').waitFor();
        await promotion.getByLabel('Discount').selectOption({ label: `Spring ${name}` });
        await promotion.getByText('€39.50 instead of €79.00').waitFor();
        await promotion.getByLabel('Text of a button').fill('See Demo Verb');
        await banner.getByText('The button is left out').waitFor();
        await promotion.getByLabel('Where the button leads').fill('https://shop.example/verb');
        await promotion.getByLabel('Text', { exact: true }).fill('This spring only');
        for (const text of [`Spring sale ${name}`, 'This spring only', '50% off', 'See Demo Verb'])
          await banner.getByText(text, { exact: true }).waitFor();
        await banner.scrollIntoViewIfNeeded();
        await expectSound(page, `dashboard-add-promotion-${name}`);
        const previewColors = await colorsOf(banner.getByText('This spring only'));
        await promotion.getByRole('button', { name: 'Add', exact: true }).click();
        await page.getByRole('cell', { name: `Spring sale ${name}`, exact: true }).waitFor();
        await page.getByRole('button', { name: `Change Spring sale ${name}` }).click();
        const announced = dialog(page, `Change Spring sale ${name}`);
        await announced.getByLabel('Text', { exact: true }).fill('Two weeks only');
        await announced.getByRole('button', { name: 'Save' }).click();
        await announced.waitFor({ state: 'detached' });
        const visit = await page.context().newPage();
        await visit.emulateMedia({ colorScheme: await page.evaluate<'light' | 'dark'>(COLOR_SCHEME) });
        await visit.goto(`${shop.demo.baseUrl}/shop`);
        assert.deepEqual(
          await colorsOf(visit.getByText('Two weeks only')),
          previewColors,
          'the colors of the shop',
        );
        await visit.close();
        const { text } = await shop.send('GET', '/api/customer/storefront');
        assert.match(text, new RegExp(`Spring sale ${name}`));
        assert.match(text, /Two weeks only/);
        await page.getByRole('button', { name: `Switch off Spring sale ${name}` }).click();
        await dialog(page, /^Switch off/)
          .getByRole('button', { name: 'Switch off' })
          .click();
        await page
          .getByRole('cell', { name: `Spring sale ${name}`, exact: true })
          .waitFor({ state: 'detached' });

        await page.getByRole('main').getByRole('link', { name: 'Discounts' }).click();
        await page.getByRole('button', { name: `Switch off Spring ${name}` }).click();
        await dialog(page, /^Switch off/)
          .getByRole('button', { name: 'Switch off' })
          .click();
        await page.getByRole('cell', { name: `Spring ${name}`, exact: true }).waitFor({ state: 'detached' });
        await page.getByLabel('Shown').selectOption('Switched off');
        await page.getByRole('button', { name: `Switch on Spring ${name}` }).waitFor();
      }));

    it('an offer says what a buyer gets before it exists, is added, changed and switched off', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/offers');
        await heading(page, 'Offers').waitFor();
        await page.getByRole('button', { name: 'Add an offer' }).click();
        const add = dialog(page, 'Add an offer');
        await add.getByText('Fill in the fields to read what a buyer gets.').waitFor();
        await add.getByLabel('Name').fill(`Big cart ${name}`);
        await add.getByLabel('Percent').fill('15');
        await add.getByLabel('Of what').selectOption({ label: 'Demo Verb' });
        await add.getByLabel('Demo Bundle').check();
        await add.getByText('Whoever has Demo Bundle in the cart gets 15% off Demo Verb.').waitFor();
        const preview = add.getByRole('region', { name: 'What would a visitor pay?' });
        await preview
          .getByRole('listitem')
          .filter({ hasText: `Big cart ${name}: The cart does not hold enough lines` })
          .waitFor();
        await add.getByLabel('Demo Bundle').uncheck();
        await preview
          .getByRole('listitem')
          .filter({ hasText: /Once the buyer takes it.*−€11\.85/ })
          .waitFor();
        await preview.scrollIntoViewIfNeeded();
        await expectSound(page, `dashboard-offer-preview-${name}`);
        await add.getByLabel('Demo Bundle').check();
        await expectSound(page, `dashboard-add-offer-${name}`);
        await add.getByLabel('What it is on').selectOption('The whole cart');
        await add.getByLabel('Cart of at least, in EUR').fill('1.000');
        await add.getByRole('button', { name: 'Add', exact: true }).click();
        await add.getByText('Enter an amount, such as 49.00.').waitFor();
        await add.getByLabel('Cart of at least, in EUR').fill('100');
        await add.getByRole('button', { name: 'Add', exact: true }).click();
        await page.getByText('A cart of at least €100.00 gets 15% off Demo Bundle.').waitFor();
        await expectSound(page, `dashboard-offers-${name}`);
        await page.getByRole('button', { name: `Change Big cart ${name}` }).click();
        const change = dialog(page, `Change Big cart ${name}`);
        await change.getByLabel('Demo Bundle').uncheck();
        await change.getByRole('button', { name: 'Save' }).click();
        await change.waitFor({ state: 'detached' });
        await page.getByText('A cart of at least €100.00 gets 15% off everything in it.').waitFor();
        await page.getByRole('button', { name: `Switch off Big cart ${name}` }).click();
        await dialog(page, /^Switch off/)
          .getByRole('button', { name: 'Switch off' })
          .click();
        await page
          .getByRole('cell', { name: `Big cart ${name}`, exact: true })
          .waitFor({ state: 'detached' });
      }));

    it('a coupon is added, gets a code, shows what it does, gives its codes as a file, and ends', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/coupons');
        await heading(page, 'Coupons').waitFor();
        await page.getByRole('button', { name: /^Add (?:a coupon|the first one)$/ }).click();
        const add = dialog(page, 'Add a coupon');
        await add.getByLabel('Name').fill(`Friends ${name}`);
        await add.getByRole('button', { name: 'Add', exact: true }).click();
        await add.locator('[aria-invalid="true"]').first().waitFor();
        await add.getByLabel('What it takes off').selectOption('An amount');
        await add.getByLabel('Amount in EUR').fill('9');
        const trial = add.getByRole('region', { name: 'What would a visitor pay?' });
        await trial.getByLabel('Product').selectOption({ label: 'Demo Verb' });
        await trial.getByText('€70.00 instead of €79.00').waitFor();
        await add.getByLabel('Orders that can use it').fill('1.000');
        await add.getByRole('button', { name: 'Add', exact: true }).click();
        await add.getByText('Enter a whole number.').waitFor();
        await add.getByLabel('Orders that can use it').fill('');
        await expectSound(page, `dashboard-add-coupon-${name}`);
        await add.getByRole('button', { name: 'Add', exact: true }).click();
        await heading(page, `Friends ${name}`).waitFor();
        await page.getByText('No codes yet').waitFor();
        await page.getByRole('button', { name: 'Add the first one' }).click();
        const code = dialog(page, 'Add a code');
        await code.getByLabel('Code').fill('!');
        await code.getByRole('button', { name: 'Add' }).click();
        await code.locator('[aria-invalid="true"]').waitFor();
        await code.getByLabel('Code').fill(`friends-${name}`);
        await code.getByRole('button', { name: 'Add' }).click();
        const preview = section(page, 'What would a visitor pay?');
        await preview.getByLabel('Product').selectOption({ label: 'Demo Verb' });
        await preview.getByText('€70.00 instead of €79.00').waitFor();
        await expectSound(page, `dashboard-coupon-${name}`);
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'All codes as CSV' }).click(),
        ]);
        assert.match(await readFile(await file.path(), 'utf8'), new RegExp(`friends-?${name}`, 'i'));
        await page.getByRole('button', { name: /^Revoke / }).click();
        await dialog(page, /^Revoke/)
          .getByRole('button', { name: 'Revoke' })
          .click();
        await page.getByText('Revoked', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Switch off' }).click();
        await dialog(page, /^Switch off/)
          .getByRole('button', { name: 'Switch off' })
          .click();
        await page.getByText('Switched off', { exact: true }).waitFor();
      }));
  });
}
