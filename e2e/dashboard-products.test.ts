import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { asVendor } from './dashboard-sales.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, newShopper, openDemoShop } from './demo-shop.ts';
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
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Whether the shop sells a product, with its price in EUR. */
async function priceInShop(id: string): Promise<number | undefined> {
  const { text } = await shop.send('GET', '/api/customer/storefront');
  const { products }: { products: { id: string; defaultVariation: { price: { EUR: number } } }[] } =
    JSON.parse(text);
  return products.find((each) => each.id === id)?.defaultVariation.price.EUR;
}

/** The email of a new customer who owns a license of a product. */
async function ownerOf(productId: string): Promise<string> {
  const customer = newShopper('Olive Owner');
  const body = { customer: { name: customer.name, email: customer.email }, requests: [{ productId }] };
  await asVendor(shop, 'POST', '/api/licenses/provision', body);
  return customer.email;
}

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

for (const { name, viewport } of WINDOWS) {
  describe(`a product in a ${name} window`, () => {
    it('is added, priced in one currency, described with a preview, shown with a picture, and published', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/products');
        await heading(page, 'Products').waitFor();
        await page.getByRole('link', { name: 'Demo Verb' }).waitFor();
        await expectSound(page, `dashboard-products-${name}`);
        await page.getByRole('button', { name: 'Add a product' }).click();
        const add = dialog(page, 'Add a product');
        await add.getByRole('button', { name: 'Add' }).click();
        await add.locator('[aria-invalid="true"]').first().waitFor();
        await add.getByText('Enter a price in EUR.').waitFor();
        await expectSound(page, `dashboard-add-product-${name}`);
        const id = `delay-${name}`;
        await add.getByLabel('Name').fill(`Delay ${name}`);
        for (const price of await add.getByLabel(/^Price in/).all()) await price.fill('39');
        await add.getByRole('button', { name: 'Add' }).click();
        await heading(page, `Delay ${name}`).waitFor();
        assert.match(page.url(), new RegExp(`/products/${id}$`));
        await page.getByText('Not on sale', { exact: true }).waitFor();
        assert.equal(await priceInShop(id), undefined);

        await page.getByRole('button').getByText('Change EUR prices', { exact: true }).click();
        const prices = dialog(page, 'Change EUR prices');
        await prices.getByLabel('License').fill('a lot');
        await prices.getByRole('button', { name: 'Save' }).click();
        await prices.getByText('Enter an amount, such as 49.00.').waitFor();
        await expectSound(page, `dashboard-prices-${name}`);
        await prices.getByLabel('License').fill('45,50');
        await prices.getByText('€45.50').waitFor();
        await prices.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('cell', { name: '€45.50' }).waitFor();
        await section(page, 'What would a visitor pay?').getByText('€45.50').waitFor();

        await page.getByRole('button', { name: 'Add a variation' }).click();
        const variation = dialog(page, 'Add a variation');
        await variation.getByLabel('Name').fill('Weekly');
        for (const price of await variation.getByLabel(/^Price in/).all()) await price.fill('5');
        await variation.getByLabel('Paid').selectOption('Every week');
        await variation.getByLabel('Free days at the beginning').fill('two weeks');
        await variation.getByRole('button', { name: 'Add a coupon' }).click();
        await variation.getByRole('button', { name: 'Add a variation' }).click();
        await variation.getByText('Enter a whole number.').waitFor();
        await expectSound(page, `dashboard-variation-${name}`);
        await variation.getByLabel('Free days at the beginning').fill('14');
        await variation.getByRole('button', { name: 'Remove coupon 1' }).click();
        await variation.getByLabel('Customers can pause it').check();
        await variation.getByRole('button', { name: 'Add a volume price' }).click();
        await variation.getByLabel('From units').fill('5');
        await variation.getByRole('button', { name: 'Add a variation' }).click();
        await variation.getByText(/^Each volume price needs a number of units/).waitFor();
        await variation.getByLabel('Price of a unit in EUR').fill('4,50');
        await variation.getByText('€5.00', { exact: true }).waitFor();
        await variation.getByLabel('Quantity').fill('5');
        await variation.getByText('€22.50 instead of €25.00', { exact: true }).waitFor();
        await variation.getByText('5 or more −€2.50 (5 × €0.50)').waitFor();
        await variation.getByText('€22.50 instead of €25.00', { exact: true }).scrollIntoViewIfNeeded();
        await expectSound(page, `dashboard-variation-preview-${name}`);
        await variation.getByRole('button', { name: 'Add a variation' }).click();
        await page.getByText('14 days free at first · can be paused · volume prices: 1').waitFor();

        await page.getByRole('button', { name: 'Change Weekly' }).click();
        const weekly = dialog(page, 'Change Weekly');
        await weekly.getByLabel('Price of a unit in EUR').fill('4');
        await weekly.getByLabel('Quantity').fill('5');
        await weekly.getByText('€20.00 instead of €25.00', { exact: true }).waitFor();
        await expectSound(page, `dashboard-volume-price-${name}`);
        await weekly.getByRole('button', { name: 'Cancel' }).click();

        const owner = await ownerOf('demo-verb');
        await page.getByRole('button', { name: 'Change License' }).click();
        const license = dialog(page, 'Change License');
        await license.getByLabel('Sold to owners').selectOption('As an upgrade of their license');
        await license.getByLabel('Demo Verb', { exact: true }).check();
        for (const price of await license.getByLabel(/^Price for owners in/).all()) await price.fill('19');
        await license.getByText('€45.50', { exact: true }).waitFor();
        await license.getByLabel('Email of a customer').fill(owner);
        await license.getByLabel('Buys for the license').selectOption({ index: 1 });
        await license.getByText('€19.00 instead of €45.50', { exact: true }).waitFor();
        await license.getByText('The price for owners').waitFor();
        await expectSound(page, `dashboard-owner-price-${name}`);
        await license.getByRole('button', { name: 'Save' }).click();
        await page.getByText('upgrade for owners').waitFor();
        await page.getByRole('button', { name: 'Archive Weekly' }).click();
        await dialog(page, /^Archive/)
          .getByRole('button', { name: 'Archive' })
          .click();
        await page.getByText('Archived variations: 1').waitFor();

        const texts = section(page, 'Texts');
        await texts.getByLabel('Tagline').fill('Echoes that you can play');
        await texts.getByLabel('Text of the page').fill('## Echo\n\nIt is **warm**. <script>stop()</script>');
        await texts.getByRole('heading', { name: 'Echo' }).waitFor();
        await texts.locator('strong').filter({ hasText: 'warm' }).waitFor();
        await texts.getByRole('button', { name: 'Save the texts' }).click();
        await texts.getByText('Saved.').waitFor();
        const { apiKey } = shop.demo;
        const theirs = { apiKey, body: { tagline: 'Echoes of somebody else' } };
        assert.equal((await shop.send('PATCH', `/api/products/${id}`, theirs)).status, 200);
        await texts.getByLabel('Tagline').fill('Echoes that last');
        await texts.getByRole('button', { name: 'Save the texts' }).click();
        await texts.getByText(/what you typed is still here/).waitFor();
        await expectSound(page, `dashboard-conflict-${name}`);
        await texts.getByRole('button', { name: 'Show what it is now' }).click();
        await texts.getByRole('alert').waitFor({ state: 'detached' });
        await eventually(() => texts.getByLabel('Tagline').inputValue(), 'Echoes of somebody else');
        await texts.getByLabel('Tagline').fill('Echoes that last');
        await texts.getByRole('button', { name: 'Save the texts' }).click();
        await texts.getByText('Saved.').waitFor();

        const images = section(page, 'Pictures');
        const field = images.locator('input[type=file]');
        await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
        await images.getByText('This is no picture of at most 5 MB: notes.txt').waitFor();
        const place = images.getByLabel('Drop pictures here, or click to choose them').first();
        await dropFiles(place, { name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
        await images.getByText('This is no picture of at most 5 MB: more.txt').waitFor();
        await dropFiles(place, { name: 'delay.png', mimeType: 'image/png', buffer: PIXEL });
        await images.getByRole('button', { name: 'Change the picture' }).click();
        const image = dialog(page, 'Picture');
        const path = `/api/products/${id}/images`;
        const { images: list } = JSON.parse((await shop.send('GET', path, { apiKey })).text);
        const theirText = { apiKey, body: { alt: 'What somebody else sees' } };
        assert.equal((await shop.send('PATCH', `${path}/${list[0].id}`, theirText)).status, 200);
        await image.getByLabel('What it shows').fill('The window of Delay');
        await image.getByRole('button', { name: 'Save' }).click();
        await image.getByRole('button', { name: 'Show what it is now' }).click();
        await eventually(() => image.getByLabel('What it shows').inputValue(), 'What somebody else sees');
        await image.getByLabel('What it shows').fill('The window of Delay');
        await image.getByRole('button', { name: 'Save' }).click();
        await images.getByRole('img', { name: 'The window of Delay' }).waitFor();
        const icon = section(page, 'Icon');
        await icon
          .locator('input[type=file]')
          .setInputFiles({ name: 'delay.png', mimeType: 'image/png', buffer: PIXEL });
        await icon.getByRole('img', { name: `The icon of Delay ${name}` }).waitFor();
        await expectSound(page, `dashboard-product-${name}`);

        await page.getByRole('button', { name: 'Publish' }).click();
        await dialog(page, /^Publish/)
          .getByRole('button', { name: 'Publish' })
          .click();
        await page.getByText('On sale', { exact: true }).waitFor();
        assert.equal(await priceInShop(id), 45.5);
        await page.getByRole('button', { name: 'Withdraw from sale' }).click();
        await dialog(page, /^Withdraw/)
          .getByRole('button', { name: 'Withdraw from sale' })
          .click();
        await page.getByText('Not on sale', { exact: true }).waitFor();
        assert.equal(await priceInShop(id), undefined);
      }));

    it('is sold in a bundle, in the order that was chosen', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/bundles');
        await page.getByRole('link', { name: 'Demo Bundle' }).waitFor();
        await page.getByRole('button', { name: 'Add a bundle' }).click();
        const add = dialog(page, 'Add a bundle');
        await add.getByLabel('Name').fill(`Pair ${name}`);
        for (const price of await add.getByLabel(/^Price in/).all()) await price.fill('99');
        await add.getByLabel('Demo Verb').check();
        await add.getByLabel('Demo App').check();
        await add.getByRole('button', { name: 'Up: Demo App' }).click();
        await expectSound(page, `dashboard-add-bundle-${name}`);
        await add.getByRole('button', { name: 'Add', exact: true }).click();
        await heading(page, `Pair ${name}`).waitFor();
        const content = section(page, 'Products in it');
        await eventually(() => content.getByRole('link').allTextContents(), ['Demo App', 'Demo Verb']);
        await content.getByRole('button', { name: 'Change the products in it' }).click();
        const change = dialog(page, 'Change the products in it');
        await change.getByLabel('Demo Synth').check();
        await change
          .getByRole('listitem')
          .filter({ hasText: 'Demo Synth' })
          .dragTo(change.getByRole('listitem').filter({ hasText: 'Demo App' }));
        await change.getByRole('button', { name: 'Save' }).click();
        await content.getByRole('link', { name: 'Demo Synth' }).waitFor();
        await eventually(
          () => content.getByRole('link').allTextContents(),
          ['Demo Synth', 'Demo App', 'Demo Verb'],
        );
        await section(page, 'What would a visitor pay?').getByText('€99.00').waitFor();
        await expectSound(page, `dashboard-bundle-${name}`);
        await page.getByRole('button', { name: 'Archive', exact: true }).click();
        await dialog(page, /^Archive/)
          .getByRole('button', { name: 'Archive' })
          .click();
        await page.getByText('Archived', { exact: true }).waitFor();
      }));
  });
}
