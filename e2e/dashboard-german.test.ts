import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow, signInInGerman } from './dashboard-window.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
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

for (const { name, viewport } of WINDOWS) {
  describe(`the dashboard in German, in a ${name} window`, () => {
    it('has the texts of mails, what a customer gets, and what is kept for how long', () =>
      inWindow(browser, { viewport, locale: 'de-DE' }, async (page) => {
        await signInInGerman(page, shop, '/settings/mails');
        await heading(page, 'E\u2011Mails').waitFor();
        await page.getByText('Wenn ein Kunde sein Passwort vergessen hat.').waitFor();
        await expectSound(page, `dashboard-mails-german-${name}`);
        await page.getByRole('link', { name: 'Beleg oder Rechnung' }).click();
        await heading(page, 'Beleg oder Rechnung').waitFor();
        await page.frameLocator('iframe').getByText('Vertrag hier widerrufen').waitFor();
        await expectSound(page, `dashboard-mail-german-${name}`);
        await page
          .getByRole('navigation', { name: 'Einstellungen' })
          .getByRole('link', { name: 'Datenschutz' })
          .click();
        await heading(page, 'Datenschutz').waitFor();
        await page.getByText('Wie lange Daten aufbewahrt werden').waitFor();
        await expectSound(page, `dashboard-privacy-german-${name}`);
      }));

    it('has the trials of devices', () =>
      inWindow(browser, { viewport, locale: 'de-DE' }, async (page) => {
        await signInInGerman(page, shop, '/trials');
        await heading(page, 'Testversionen').waitFor();
        await page.getByText('Noch keine Testversionen').waitFor();
        await expectSound(page, `dashboard-trials-german-${name}`);
      }));
  });
}
