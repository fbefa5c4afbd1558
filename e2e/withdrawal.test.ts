import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { CONSENT } from '../server/test/taxed-checkout.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, findOnStorefront, newShopper, openDemoShop, startCheckout } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { WINDOWS } from './page-check.ts';
import { visitShop } from './shop-visit.ts';

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

const BERLIN = { countryCode: 'DE', streetAddress1: 'Weg 1', postCode: '10115', locality: 'Berlin' };

/** A guest from Berlin buys the demo application; returns what the receipt names. */
async function buy(): Promise<{ readonly email: string; readonly number: string; readonly page: string }> {
  const { name, email } = newShopper('Grace Hopper');
  const { checkoutUrl } = await startCheckout(shop, await findOnStorefront(shop, 'demo-app'));
  const { pathname } = new URL(checkoutUrl);
  const body = { name, email, billing: { address: BERLIN }, ...CONSENT };
  const paid = await shop.send('POST', `/api${pathname}/pay`, { body });
  const { orderNumber }: { orderNumber?: string } = JSON.parse(paid.text);
  assert.ok(orderNumber !== undefined, paid.text);
  return { email, number: orderNumber, page: pathname };
}

/** Gives the shop a page of support and all legal ones. */
async function addPages(): Promise<void> {
  const url = 'https://shop.example';
  const legal = { imprint: `${url}/imprint`, refunds: `${url}/refunds`, privacy: `${url}/privacy` };
  const body = {
    links: { ...legal, terms: `${url}/terms` },
    brand: { links: [{ label: 'Support', url: `${url}/support` }] },
  };
  const { status, text } = await shop.send('PATCH', '/api/settings', { apiKey: shop.demo.apiKey, body });
  assert.equal(status, 200, text);
}

/** The addresses of the links at the foot of the page that are underlined. */
const UNDERLINED = `[...document.querySelectorAll('footer nav a')]
  .filter((link) => getComputedStyle(link).textDecorationLine === 'underline')
  .map((link) => link.getAttribute('href'))`;

for (const window of WINDOWS) {
  describe(`withdrawing from a purchase in a ${window.name} window`, () => {
    it('takes the order, its lines and a second button, without signing in', () =>
      visitShop({ browser, shop, window, locale: 'en-US' }, async ({ page, open, check }) => {
        const { email, number, page: thanks } = await buy();
        await open(thanks);
        await page.getByText(`Your order ${number} is complete.`).waitFor();
        await page.getByRole('link', { name: 'Withdraw from contract here' }).first().waitFor();
        await addPages();
        await open('/shop');
        const footer = page.getByRole('contentinfo').getByRole('navigation').getByRole('link');
        await eventually(
          () => footer.allInnerTexts(),
          ['Support', 'Terms', 'Privacy', 'Refunds', 'Imprint', 'Withdraw from contract here'],
        );
        assert.deepEqual(await page.evaluate(UNDERLINED), ['/withdraw'], 'it stands out');
        await check('footer');
        await footer.last().click();
        await page.getByRole('heading', { level: 1, name: 'Withdraw from a purchase' }).waitFor();
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText('Enter your order number.').waitFor();
        await check('withdraw-nothing');
        await page.getByLabel('Order number').fill(number.toLowerCase());
        await page.getByLabel('Email address').fill('somebody@example.com');
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('alert').getByText('We cannot find this order').waitFor();
        await page.getByLabel('Email address').fill(email);
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('heading', { name: 'What do you want to withdraw from?' }).waitFor();
        await page.getByText('You can therefore still withdraw.').waitFor();
        await page.getByText('Licenses work until they are refunded, then they end.').waitFor();
        await page.getByText('You get your money back within 14 days.').waitFor();
        const line = page.getByRole('checkbox', { name: /^Demo App/ });
        assert.ok(await line.isChecked(), 'the only line is chosen');
        await line.uncheck();
        await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
        await page.getByRole('alert').getByText('Choose at least one item.').waitFor();
        await line.check();
        await check('withdraw-lines');
        await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
        await page.getByRole('heading', { name: 'We received your withdrawal' }).waitFor();
        await page.getByText(`A confirmation is on its way to ${email}.`, { exact: false }).waitFor();
        await page.getByText(/^You get €\d+\.\d\d back by [A-Z]/).waitFor();
        await check('withdraw-done');
        await page.getByRole('link', { name: 'Back to the shop' }).click();
        await page.waitForURL('**/shop');
        await open(`/withdraw?order=${number}`);
        await page.getByLabel('Email address').fill(email);
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByText('Already withdrawn.').waitFor();
        await eventually(() => page.getByRole('button', { name: 'Confirm withdrawal' }).count(), 0);
      }));

    it('speaks the language of the visitor', () =>
      visitShop({ browser, shop, window, locale: 'de-DE' }, async ({ page, open, check }) => {
        const { email, number } = await buy();
        await open(`/withdraw?order=${number}`);
        await page.getByRole('heading', { level: 1, name: 'Kauf widerrufen' }).waitFor();
        await page.getByLabel('Mail-Adresse').fill(email);
        await page.getByRole('button', { name: 'Weiter' }).click();
        await page.getByRole('button', { name: 'Widerruf bestätigen' }).waitFor();
        await check('withdraw-german');
      }));
  });
}
