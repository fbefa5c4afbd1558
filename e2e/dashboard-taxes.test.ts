import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow, signInInGerman, signInToDashboard } from './dashboard-window.ts';
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

async function send(method: string, path: string, body?: object) {
  const answer = await shop.send(method, path, { apiKey: shop.demo.apiKey, ...(body && { body }) });
  assert.ok(answer.status < 300, answer.text);
  return JSON.parse(answer.text);
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** From Home by the menu, which a narrow window hides. */
async function openTaxes(page: Page): Promise<void> {
  await heading(page, /^Hello/).waitFor();
  const menu = page.getByRole('button', { name: 'Open the menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Taxes' }).click();
  await heading(page, 'Taxes').waitFor();
}

for (const { name, viewport } of WINDOWS) {
  describe(`taxes in a ${name} window`, () => {
    it('are collected where the vendor says so, with every issue at its field', () =>
      inWindow(browser, { viewport }, async (page) => {
        await send('PATCH', '/api/settings', {
          tax: { mode: 'none', collectsIn: [], ratesCheckedOn: null },
          seller: { country: null },
        });
        await signInToDashboard(page, shop);
        await openTaxes(page);
        const form = page.getByRole('region', { name: 'How you collect taxes' });
        await form
          .getByLabel('Who calculates them')
          .selectOption('Latchkey, with its table and your own rates');
        const places = form.getByRole('group', { name: 'Where you collect them' });
        await places.getByLabel('European Union').check();
        await form.getByRole('button', { name: 'Save' }).click();
        await eventually(() => form.locator('[aria-invalid="true"]').count(), 1);
        await form.getByText('Say in Settings, General, in which country you are.').waitFor();
        await expectSound(page, `dashboard-taxes-refused-${name}`);

        await send('PATCH', '/api/settings', { seller: { country: 'DE' } });
        await places.getByLabel('Switzerland').check();
        assert.equal(await places.getByLabel('Japan').count(), 0, 'Latchkey has no rates there');
        await form.getByLabel(/^My sales to consumers in other EU countries/).check();
        await form.getByLabel(/with VIES$/).uncheck();
        await form.getByRole('button', { name: 'Save' }).click();
        await form.getByText('Saved.').waitFor();
        const { tax } = await send('GET', '/api/settings');
        assert.deepEqual(tax, {
          mode: 'own',
          prices: 'inclusive',
          collectsIn: ['EU', 'CH'],
          belowEuThreshold: true,
          vies: false,
        });
        const standard = page.getByRole('region', { name: 'Standard rates where you collect' });
        await standard.getByText(/^All \d+ rates$/).click();
        await standard.getByRole('listitem').filter({ hasText: 'Germany' }).getByText('19%').waitFor();
        await standard.getByRole('listitem').filter({ hasText: 'Portugal, Madeira' }).waitFor();
        await expectSound(page, `dashboard-taxes-${name}`);
      }));

    it('have rates of the vendor’s own, which are added, changed and removed', () =>
      inWindow(browser, { viewport }, async (page) => {
        await send('PATCH', '/api/settings', {
          seller: { country: 'DE' },
          tax: { mode: 'own', collectsIn: ['DE'] },
        });
        await signInToDashboard(page, shop);
        await openTaxes(page);
        const own = page.getByRole('region', { name: 'Your own rates' });
        await own.getByText('No rates of your own').waitFor();
        await own.getByRole('button', { name: 'Add the first one' }).click();
        const add = dialog(page, 'Add a tax rate');
        await add.getByRole('button', { name: 'Add the rate' }).click();
        await add.getByText(/^Enter a percentage/).waitFor();
        await add.getByText('Choose a country.').waitFor();
        await add.getByLabel('Country').selectOption('Germany');
        await add.getByLabel('Region').fill('10115');
        await add.getByLabel('Rate in percent').fill('8,875');
        await add.getByLabel('First day').fill('2027-01-01');
        await add.getByLabel('Last day').fill('2026-01-01');
        await add.getByRole('button', { name: 'Add the rate' }).click();
        await eventually(() => add.locator('[aria-invalid="true"]').count(), 2);
        await add.getByText('Enter the name of a region: postal codes are not compared.').waitFor();
        await add.getByText('Choose a last day that is not before the first.').waitFor();
        await expectSound(page, `dashboard-tax-rate-${name}`);
        await add.getByLabel('Country').selectOption('United States');
        await add.getByLabel('Region').selectOption('New York');
        await add.getByLabel('Last day').fill('');
        await add.getByLabel('Demo Verb').check();
        await add.getByRole('button', { name: 'Add the rate' }).click();
        await add.waitFor({ state: 'detached' });
        const list = own.getByRole('table', { name: 'Your own rates' });
        await list.getByText('United States, New York').waitFor();
        await list.getByText('8.875%').waitFor();
        await list.getByText('Demo Verb').waitFor();
        await list.getByText('Planned').waitFor();
        await expectSound(page, `dashboard-tax-rates-${name}`);

        await own.getByRole('button', { name: 'Change the rate of United States, New York' }).click();
        const change = dialog(page, 'Change the rate of United States, New York');
        await eventually(() => change.getByLabel('Rate in percent').inputValue(), '8.875');
        await change.getByLabel('Rate in percent').fill('0');
        await change.getByLabel('What documents say').selectOption('Exempt');
        await change.getByLabel('First day').fill('');
        await change.getByRole('button', { name: 'Save' }).click();
        await change.waitFor({ state: 'detached' });
        await list.getByText('0% · Exempt').waitFor();
        await list.getByText('In force').waitFor();
        const { items } = await send('GET', '/api/tax-rates');
        const [{ id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...rate }] = items;
        assert.deepEqual(rate, {
          country: 'US',
          region: 'NY',
          rate: 0,
          reason: 'exempt',
          targets: [{ type: 'Product', id: 'demo-verb', variationIds: [] }],
          firstDay: null,
          lastDay: null,
        });

        await own.getByRole('button', { name: 'Remove the rate of United States, New York' }).click();
        await dialog(page, 'Remove 0% in United States, New York?')
          .getByRole('button', { name: 'Remove' })
          .click();
        await own.getByText('No rates of your own').waitFor();
      }));

    it('are shown to Germans with the German names of places, and with German sentences at the fields', () =>
      inWindow(browser, { viewport, locale: 'de-DE' }, async (page) => {
        const tax = { mode: 'own', collectsIn: ['EU'] };
        await send('PATCH', '/api/settings', { seller: { country: 'DE' }, tax });
        await signInInGerman(page, shop, '/settings/taxes');
        await heading(page, 'Steuern').waitFor();
        const standard = page.getByRole('region', { name: 'Regelsteuersätze, die Sie erheben' });
        await standard.getByText(/^Alle \d+ Sätze$/).click();
        await standard.getByRole('listitem').filter({ hasText: 'Portugal, Azoren' }).waitFor();
        await standard.getByRole('listitem').filter({ hasText: 'Jungholz und Mittelberg' }).waitFor();
        await expectSound(page, `dashboard-taxes-german-${name}`);
        await page.getByRole('button', { name: 'Ersten Eintrag anlegen' }).click();
        const add = dialog(page, 'Steuersatz hinzufügen');
        await add.getByLabel('Satz in Prozent').fill('150');
        await add.getByLabel('Land').selectOption('Kanada');
        await add.getByLabel('Region').selectOption('Ontario');
        await add.getByRole('button', { name: 'Satz hinzufügen' }).click();
        await add.getByText(/^Geben Sie einen Prozentsatz von 0 bis 100 ein/).waitFor();
        await expectSound(page, `dashboard-tax-rate-german-${name}`);
      }));

    it('are a matter of Home when nobody has checked the rates for half a year, until somebody has', () =>
      inWindow(browser, { viewport }, async (page) => {
        const tax = { mode: 'own', collectsIn: ['DE'], ratesCheckedOn: null };
        await send('PATCH', '/api/settings', { seller: { country: 'DE' }, tax });
        // Nobody can wait for half a year.
        await page.route('**/api/tax-rates/standard', async (route) => {
          const response = await route.fetch();
          const { isOutdated, ...standard } = await response.json();
          const isChecked = (await send('GET', '/api/settings')).tax.ratesCheckedOn !== undefined;
          assert.equal(isOutdated, false);
          await route.fulfill({ response, json: { ...standard, isOutdated: !isChecked } });
        });
        await signInToDashboard(page, shop);
        await page
          .getByRole('region', { name: 'To do' })
          .getByRole('link', { name: 'Tax rates that nobody has checked for half a year' })
          .click();
        await heading(page, 'Taxes').waitFor();
        const standard = page.getByRole('region', { name: 'Standard rates where you collect' });
        await standard.getByText(/^Nobody has checked these rates since/).waitFor();
        await standard.getByRole('listitem').filter({ hasText: 'Germany' }).waitFor();
        await expectSound(page, `dashboard-taxes-outdated-${name}`);
        await standard.getByRole('button', { name: 'I have checked them' }).click();
        await standard.getByText(/^Latchkey’s table, last checked on/).waitFor();
        const today = new Date().toISOString().slice(0, 10);
        assert.equal((await send('GET', '/api/settings')).tax.ratesCheckedOn, today);
      }));
  });
}
