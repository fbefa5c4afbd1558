import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { sell } from './dashboard-sales.ts';
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

/** The place for the file. */
const place = (page: Page) =>
  page.getByLabel('Drop a CSV or NDJSON file here, or click to choose one').first();

for (const { name, viewport } of WINDOWS) {
  describe(`lists of another system in a ${name} window`, () => {
    it('of customers are imported after a look at the columns and a dry run', () =>
      inWindow(browser, { viewport }, async (page) => {
        const row = `Jürgen;juergen-${name}@example.com;Germany;Hauptstr. 1;10115;Berlin`;
        const list = `Kunde;E-Mail;Land;Strasse;PLZ;Ort\n${row}\nNobody;nobody;;;;\n`;
        await signInToDashboard(page, shop, '/import');
        await heading(page, 'Import').waitFor();
        await page.setInputFiles('input[type="file"]', {
          name: 'kunden.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(list, 'latin1'),
        });
        await page.getByText('kunden.csv: 2 lines').waitFor();
        await page.getByText('What the texts mean: Country, two letters').click();
        await page.getByLabel('Germany').fill('DE');
        await page.getByRole('button', { name: 'Run it dry' }).click();
        const refused = page.getByRole('table', { name: 'Refused lines' });
        await refused.getByText('The email must be an email address.').waitFor();
        await expectSound(page, `dashboard-import-${name}`);
        await page.getByRole('button', { name: 'Import 1 line' }).click();
        await page.getByText('What the import did: 2 of 2 lines').waitFor();
        await page.getByRole('button', { name: 'Run it dry again' }).waitFor();
        await page.goto(`${shop.demo.dashboard.url}/customers?search=juergen-${name}`);
        await page.getByRole('link', { name: 'Jürgen' }).waitFor();
      }));

    it('of licenses become licenses with their keys and devices, once their texts are explained, and refuse lines one by one', () =>
      inWindow(browser, { viewport }, async (page) => {
        const { shopper } = await sell(shop, 'Ida Noddack');
        const key = `OLD-${name.toUpperCase()}-0001`;
        const list = [
          'Lizenznummer;Kunde;Produkt;Schlüssel;Plätze;Gültig bis;Geräte',
          `L-1-${name};${shopper.email};Verb Pro;${key};5;31.12.2099;Studio PC`,
          `L-2-${name};${shopper.email};Verb Pro;;beliebig;;`,
          `L-3-${name};nobody@else.example;Verb Pro;;1;;`,
        ].join('\n');
        await signInToDashboard(page, shop, '/import');
        await heading(page, 'Import').waitFor();
        await page.getByLabel('What the file has').selectOption('Licenses');
        await dropFiles(place(page), {
          name: 'lizenzen.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(list),
        });
        await page.getByText('lizenzen.csv: 3 lines').waitFor();
        await page.getByText('What the texts mean: Product ID').click();
        await page.getByLabel('Verb Pro').fill('demo-verb');
        await page.getByText('What the texts mean: Seats').click();
        await page.getByLabel('beliebig').fill('1000000');
        await expectSound(page, `dashboard-import-licenses-mapping-${name}`);
        await page.getByRole('button', { name: 'Run it dry' }).click();
        const refused = page.getByRole('table', { name: 'Refused lines' });
        await refused.getByText('4', { exact: true }).waitFor();
        await eventually(() => refused.getByRole('row').count(), 2);
        await expectSound(page, `dashboard-import-licenses-${name}`);
        await page.getByRole('button', { name: 'Import 2 lines' }).click();
        await page.getByText('What the import did: 3 of 3 lines').waitFor();
        await page.getByRole('button', { name: 'Run it dry again' }).waitFor();

        await page.goto(`${shop.demo.dashboard.url}/licenses?keyCode=${key}`);
        await page.getByRole('link', { name: 'demo-verb' }).click();
        await heading(page, 'demo-verb').waitFor();
        await page.getByText(key).waitFor();
        await page.getByText('1 of 5').waitFor();
        await page.getByText(/2099/).first().waitFor();
        await page.getByRole('listitem').filter({ hasText: 'Studio PC' }).waitFor();
      }));
  });
}
