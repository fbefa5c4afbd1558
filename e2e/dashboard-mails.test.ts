import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, newShopper, openDemoShop, signUp } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { endInterception, intercept } from './interception.ts';
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

/** The newest mail with this subject, from the page of the server's mails. */
async function mailWithSubject(page: Page, subject: string): Promise<void> {
  await page.goto(shop.demo.mailsUrl);
  const link = page.getByRole('link', { name: subject }).first();
  while ((await link.count()) === 0) await page.goto(`${shop.demo.baseUrl}/dev/mail`);
  await link.click();
}

for (const { name, viewport } of WINDOWS) {
  describe(`texts of mails in a ${name} window`, () => {
    it('are found from Home, changed beside a preview, tried in a mail, sent to a customer, and put back', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop);
        await heading(page, /^Hello/).waitFor();
        if (name === 'narrow') await page.getByRole('button', { name: 'Open the menu' }).click();
        await page.getByRole('link', { name: 'Settings', exact: true }).click();
        await heading(page, 'Settings').waitFor();
        await page.getByRole('link', { name: 'Mails', exact: true }).click();
        await heading(page, 'Mails').waitFor();
        const row = page
          .getByRole('listitem')
          .filter({ hasText: 'When a customer has forgotten the password.' });
        await row.getByText('Standard').waitFor();
        await expectSound(page, `dashboard-mails-${name}`);

        await row.getByRole('link', { name: 'New password' }).click();
        await heading(page, 'New password').waitFor();
        assert.equal(await page.getByLabel('Subject').inputValue(), 'Choose a new password for {{shop}}');
        await page.getByLabel('Subject').fill('Locked out, ');
        await page.getByRole('button', { name: 'Insert: Name of the customer' }).click();
        await page.keyboard.type('?');
        assert.equal(await page.getByLabel('Subject').inputValue(), 'Locked out, {{customer}}?');
        await page
          .getByLabel('Text', { exact: true })
          .fill('Dear {{customer}},\n\nit happens to all of us. {{total}}');
        await page.getByText('This mail has no {{total}}.').waitFor();
        await page.getByText('The preview shows the last text that fits.').waitFor();
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('The mail does not have everything').waitFor();
        await expectSound(page, `dashboard-mail-strange-${name}`);
        await page.getByLabel('Text', { exact: true }).fill('Dear {{customer}},\n\nit happens to all of us.');
        const preview = page.getByRole('region', { name: 'Preview' });
        await preview.getByText('Locked out, Ada Lovelace?').waitFor();
        const mail = page.frameLocator('iframe');
        await mail.getByText('it happens to all of us.').waitFor();
        await mail.getByRole('link', { name: 'Choose a new password' }).first().waitFor();
        await preview.getByRole('button', { name: 'Plain text' }).click();
        await preview.getByText('Dear Ada Lovelace').waitFor();
        await preview.getByRole('button', { name: 'Mail', exact: true }).click();
        await preview.getByRole('button', { name: 'Send me a test mail' }).click();
        await preview.getByText(/^A mail to .* is on its way\.$/).waitFor();
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Saved. New mails have this text.').waitFor();
        await mail.getByText('it happens to all of us.').waitFor();
        await expectSound(page, `dashboard-mail-${name}`);

        const shopper = newShopper('Ida Rhodes');
        await signUp(shop, shopper);
        await shop.send(
          'POST',
          `/api/customer/identity/forgot-password?email=${encodeURIComponent(shopper.email)}`,
          {},
        );
        await inWindow(browser, { viewport }, async (other) => {
          await mailWithSubject(other, 'Locked out, Ida Rhodes?');
          await other.frameLocator('iframe').getByText('it happens to all of us.').waitFor();
          await mailWithSubject(other, 'Test: Locked out, Ada Lovelace?');
        });

        await page.getByRole('link', { name: 'All mails' }).click();
        await row.getByText('Yours: English').waitFor();
        await row.getByRole('link', { name: 'New password' }).click();
        await page.getByRole('button', { name: 'Back to the standard text' }).click();
        await page.getByText('This is the standard text. Save to use it.').waitFor();
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Saved. New mails have the standard text.').waitFor();
        await page.getByRole('link', { name: 'German' }).click();
        await page.getByText('Neues Passwort für Demo').waitFor();
        await page.getByRole('link', { name: 'All mails' }).click();
        await row.getByText('Standard').waitFor();
      }));

    it('keep what is typed and not saved while the other language is written', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/settings/mails/reset-password/en');
        const subject = page.getByLabel('Subject');
        const languages = page.getByRole('navigation', { name: 'Language of the mail' });
        const english = languages.getByRole('link', { name: /^English/ });
        const german = languages.getByRole('link', { name: /^German/ });
        await subject.fill('A new password, please');
        await german.click();
        await eventually(() => subject.inputValue(), 'Neues Passwort für {{shop}} wählen');
        await subject.fill('Ein neues Passwort');
        assert.deepEqual(
          [await english.textContent(), await german.textContent()],
          ['English (not saved)', 'German (not saved)'],
        );
        await expectSound(page, `dashboard-mail-drafts-${name}`);
        await english.click();
        await eventually(() => subject.inputValue(), 'A new password, please');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Saved. New mails have this text.').waitFor();
        assert.equal(await english.textContent(), 'English');
        await german.click();
        await eventually(() => subject.inputValue(), 'Ein neues Passwort');
        await subject.fill('Neues Passwort für {{shop}} wählen');
        await eventually(() => german.textContent(), 'German');

        await english.click();
        await page.getByRole('button', { name: 'Back to the standard text' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Saved. New mails have the standard text.').waitFor();
      }));

    it('say what failed, and are only read by whoever may not change them', () =>
      inWindow(browser, { viewport }, async (page) => {
        const { status, text } = await shop.send('POST', '/api/operators', {
          apiKey: shop.demo.apiKey,
          body: { email: `reader-${name}@vendor.example`, name: 'Rita Reader', role: 'ReadOnly' },
        });
        assert.equal(status, 200, text);
        const { link }: { link: { url: string } } = JSON.parse(text);
        await page.goto(link.url);
        await page.getByLabel('Password', { exact: true }).fill('Amber-77-canoe');
        await page.getByRole('button', { name: 'Save and continue' }).click();
        await heading(page, /^Hello/).waitFor();
        await intercept(page, ['*/api/mail-texts'], (route) => route.fulfill({ status: 503, json: {} }));
        await page.goto(`${shop.demo.dashboard.url}/settings/mails`);
        await page.getByRole('button', { name: 'Try again' }).waitFor();
        await expectSound(page, `dashboard-mails-failed-${name}`);
        await endInterception(page);
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('link', { name: 'Receipt or invoice' }).click();
        await page.getByText('Your role reads the texts of mails, and does not change them.').waitFor();
        const mail = page.frameLocator('iframe');
        await mail.getByText('Withdraw from contract here').waitFor();
        assert.equal(await page.getByRole('textbox', { name: 'Subject' }).count(), 0);
        await expectSound(page, `dashboard-mail-read-only-${name}`);
        await page.goto(`${shop.demo.dashboard.url}/settings/mails/nothing/en`);
        await page.getByText('Page not found').waitFor();
      }));
  });
}
