import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow, openCustomer, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, newShopper, openDemoShop, type Shopper, signUp } from './demo-shop.ts';
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

/** Imports a license of a customer that a device uses. */
async function importInUse({ email }: Shopper, deviceName: string): Promise<void> {
  const apiKey = shop.demo.apiKey;
  const customer = await shop.send('GET', `/api/customers/${email}`, { apiKey });
  const { id: ownerId }: { id: string } = JSON.parse(customer.text);
  const activations = [{ deviceName, deviceSignature: deviceName, activationMethod: 'Online' }];
  const body = { ownerId, productId: 'demo-verb', maxNumberOfActivations: 3, activations };
  const { status, text } = await shop.send('POST', '/api/licenses/import', { apiKey, body });
  assert.equal(status, 200, text);
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Sorts the list where there is a choice instead of headers, then by a header; both are in the address. */
async function sortByEmail(page: Page, viewport: { readonly width: number; readonly height: number }) {
  await page.setViewportSize({ ...viewport, width: 360 });
  await page.getByLabel('Sort by').selectOption('Email, descending');
  await page.waitForURL(/sort=-email/);
  await page.setViewportSize({ ...viewport, width: 1024 });
  const header = page.getByRole('columnheader', { name: 'Email' });
  await eventually(() => header.getAttribute('aria-sort'), 'descending');
  await header.getByRole('button').click();
  await eventually(() => header.getAttribute('aria-sort'), 'ascending');
  await page.waitForURL(/sort=email/);
  await page.setViewportSize(viewport);
}

const ACTIONS = [
  'Change',
  'Grant a license',
  'See their prices',
  'Merge',
  'View as customer',
  'Download their data',
  'Delete',
];

for (const { name, viewport } of WINDOWS) {
  describe(`a customer in a ${name} window`, () => {
    it('is corrected, with every issue at its field, and has a trial begin again', () =>
      inWindow(browser, { viewport }, async (page) => {
        const ann = newShopper('Ann Ort');
        const accessToken = await signUp(shop, ann);
        const device = { deviceName: 'Studio PC', deviceSignature: `studio-${name}` };
        const { status, text } = await shop.send('POST', '/api/client/trials/demo-synth/request', {
          accessToken,
          body: device,
        });
        assert.equal(status, 200, text);
        await signInToDashboard(page, shop, '/customers');
        await sortByEmail(page, viewport);
        await openCustomer(page, ann);

        await page.getByRole('button', { name: 'Change' }).click();
        const change = dialog(page, `Change ${ann.name}`);
        await expectSound(page, `dashboard-change-customer-${name}`);
        await change.getByLabel('Name').fill('Ann Ort-Lee');
        await change.getByLabel('Street').fill('Hauptstr. 1');
        await change.getByLabel('Post code').fill('10115');
        await change.getByLabel('City').fill('Berlin');
        await change.getByRole('button', { name: 'Save' }).click();
        await change.locator('select[aria-invalid="true"]').waitFor();
        await expectSound(page, `dashboard-customer-country-${name}`);
        await change.getByLabel('Country').selectOption('Germany');
        await change.getByRole('button', { name: 'Save' }).click();
        await heading(page, 'Ann Ort-Lee').waitFor();
        await page.getByText('Hauptstr. 1, 10115 Berlin, DE').waitFor();

        await page.getByRole('button', { name: 'Write a note' }).click();
        const write = dialog(page, 'Write a note');
        await write.getByRole('button', { name: 'Save the note' }).click();
        await write.getByText('Write something first.').waitFor();
        await write.getByLabel('Note').fill('Prefers to be called');
        await write.getByRole('button', { name: 'Save the note' }).click();
        await write.waitFor({ state: 'hidden' });
        await page.getByRole('region', { name: 'Notes' }).getByText('Prefers to be called').waitFor();
        await page
          .getByRole('region', { name: 'Timeline' })
          .getByText('Note about a customer added')
          .waitFor();

        const mails = page.getByRole('region', { name: 'Mails' });
        await mails.getByRole('button', { name: /^Send again: / }).click();
        await dialog(page, /^Send again: /)
          .getByRole('button', { name: 'Send again' })
          .click();
        await mails.getByRole('listitem').nth(1).waitFor();
        await page.getByRole('button', { name: /^Sign out of / }).click();
        await dialog(page, /^Sign out of /)
          .getByRole('button', { name: 'Sign out' })
          .click();
        await page.getByText('Not signed in anywhere.').waitFor();
        await expectSound(page, `dashboard-customer-desk-${name}`);

        const again = 'Start again: the trial of demo-synth on Studio PC';
        await page.getByRole('button', { name: again }).click();
        await dialog(page, again).getByLabel('Reason').fill('The disk broke');
        await dialog(page, again).getByRole('button', { name: 'Start again' }).click();
        await page.getByRole('region', { name: 'Trials' }).getByText('Starts again').waitFor();
        await page
          .getByRole('region', { name: 'Timeline' })
          .getByText('The disk broke', { exact: true })
          .waitFor();
        await expectSound(page, `dashboard-customer-trials-${name}`);
      }));

    it('has a device released from Home, with the reason in the timeline, and shows what they pay and why', () =>
      inWindow(browser, { viewport }, async (page) => {
        const ida = newShopper('Ida Rhodes');
        await signUp(shop, ida);
        await importInUse(ida, `Attic PC ${name}`);
        await importInUse(ida, `Lost laptop ${name}`);
        await signInToDashboard(page, shop);
        await heading(page, /^Hello/).waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill(ida.email);
        await page.getByRole('option', { name: new RegExp(ida.name) }).click();
        await heading(page, ida.name).waitFor();
        const devices = page.getByRole('region', { name: 'Devices' });
        await eventually(() => devices.getByRole('link', { name: 'demo-verb' }).count(), 2);
        await eventually(() => page.getByText('Devices: 1 of 3').count(), 2);
        const height = (await page.getByRole('region', { name: 'Vouchers' }).boundingBox())?.height;
        assert.ok((height ?? Infinity) < 50, 'one line says that there is nothing');
        await expectSound(page, `dashboard-customer-devices-${name}`);
        await devices.getByRole('button', { name: `Release Attic PC ${name}` }).click();
        const release = dialog(page, `Release Attic PC ${name}?`);
        await release.getByLabel('Reason').fill('Given away');
        await release.getByRole('button', { name: 'Release' }).click();
        await page.getByText('Devices: 0 of 3').waitFor();
        await devices.getByRole('button', { name: `Release Lost laptop ${name}` }).click();
        const laptop = dialog(page, `Release Lost laptop ${name}?`);
        await expectSound(page, `dashboard-release-device-${name}`);
        await laptop.getByRole('button', { name: 'A lost device' }).click();
        await devices.getByText('No device has a seat.').waitFor();
        const timeline = page.getByRole('region', { name: 'Timeline' });
        for (const reason of ['Given away', 'A lost device'])
          await timeline.getByText(reason, { exact: true }).waitFor();

        // What takes something away is last, and has another color.
        const buttons = page.getByRole('main').getByRole('button');
        assert.deepEqual((await buttons.allTextContents()).slice(0, 7), ACTIONS);
        const colors = await page.evaluate<string[]>(
          `[...document.querySelectorAll('main button')].slice(0, 7).map((each) => getComputedStyle(each).color)`,
        );
        assert.equal(new Set(colors.slice(0, 6)).size, 1);
        assert.notEqual(colors[6], colors[0]);
        await page.getByRole('button', { name: 'See their prices' }).click();
        const prices = dialog(page, `What ${ida.name} pays, and why`);
        assert.equal(await prices.getByLabel('Email of a customer').inputValue(), ida.email);
        await prices.getByLabel('Product', { exact: true }).selectOption({ label: 'Demo Verb' });
        await prices.getByText(/^€\d/).first().waitFor();
        await expectSound(page, `dashboard-customer-prices-${name}`);
        await prices.getByRole('button', { name: 'Close' }).click();
      }));

    it('is merged with a second account of the same person, who is asked first, after a look at what moves', () =>
      inWindow(browser, { viewport }, async (page) => {
        const [one, other] = [newShopper('Mia Eins'), newShopper('Mia Zwei')];
        await signUp(shop, one);
        const accessToken = await signUp(shop, other);
        const body = { deviceName: 'Second PC', deviceSignature: `second-${name}` };
        const trial = await shop.send('POST', '/api/client/trials/demo-synth/request', { accessToken, body });
        assert.equal(trial.status, 200, trial.text);
        await signInToDashboard(page, shop, '/customers');
        await openCustomer(page, one);

        await page.getByRole('button', { name: 'Merge' }).click();
        const merge = dialog(page, `Merge another customer into ${one.name}`);
        await merge.getByLabel('How you know, for the audit log').fill('Wrote from both addresses');
        await merge.getByLabel('Email of the other customer').fill('nobody@else.example');
        await merge.getByRole('button', { name: 'Show what moves' }).click();
        await merge.getByText('No customer has this email.').waitFor();
        await merge.getByLabel('Email of the other customer').fill(other.email);
        await merge.getByRole('button', { name: 'Show what moves' }).click();
        const confirm = dialog(page, 'Confirm that it is you');
        await confirm.getByLabel('Password', { exact: true }).fill(shop.demo.dashboard.password);
        await confirm.getByRole('button', { name: 'Confirm' }).click();
        await merge.getByText(/Orders: 0 .* Trials: 1/).waitFor();
        await expectSound(page, `dashboard-merge-customers-${name}`);
        await merge.getByRole('button', { name: 'Ask by mail' }).click();
        await merge.getByText(`${other.email} got a mail.`).waitFor();
        await expectSound(page, `dashboard-merge-asked-${name}`);
        await merge.getByRole('button', { name: 'Close' }).click();
        await eventually(() => page.getByText('Second PC').count(), 0, 'nothing has moved');
      }));

    it('is seen as they see it, in a tab of its own where nothing can be changed', () =>
      inWindow(browser, { viewport }, async (page) => {
        const fay = newShopper('Fay Blick');
        await signUp(shop, fay);
        await signInToDashboard(page, shop, '/customers');
        await openCustomer(page, fay);
        await page.getByRole('button', { name: 'View as customer' }).click();
        const ask = dialog(page, `See the account of ${fay.name} as they do`);
        await ask.getByLabel('Why you look, for the audit log').fill('Ticket 4711');
        await ask.getByRole('button', { name: 'Prepare the account' }).click();
        const link = ask.getByRole('link', { name: 'Open the account in a new tab' });
        await link.waitFor();
        await expectSound(page, `dashboard-view-customer-${name}`);
        const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
        const banner = tab.getByRole('region', { name: 'Read-only view' });
        await banner.getByText(`You see the account of ${fay.email} as`).waitFor();
        await heading(tab, 'My products').waitFor();
        assert.ok(!tab.url().includes('code='), 'the link is not in the address');
        await expectSound(tab, `customer-view-${name}`);
        await tab.goto(new URL('/account/details', tab.url()).href);
        await banner.waitFor();
        await tab.getByRole('textbox', { name: 'Name', exact: true }).fill('Somebody Else');
        await tab.getByRole('button', { name: 'Save' }).first().click();
        await tab.getByText('This account is only shown').waitFor();
        // As a visitor of this tab, whose requests have no token.
        await tab.goto(new URL('/withdraw?order=4711', tab.url()).href);
        await banner.waitFor();
        await tab.getByLabel('Email address').fill(fay.email);
        await tab.getByRole('button', { name: 'Continue' }).click();
        await tab.getByText('This account is only shown').waitFor();
        await banner.getByRole('button', { name: 'End' }).click();
        await heading(tab, 'This view has ended').waitFor();
        await tab.goto(new URL('/account', tab.url()).href);
        await heading(tab, 'Sign in').waitFor();
        await eventually(() => banner.count(), 0);
      }));

    it('gets a copy of what is stored, and is deleted: after the password, and the email typed', () =>
      inWindow(browser, { viewport }, async (page) => {
        const eve = newShopper('Eve Ende');
        await signUp(shop, eve);
        await signInToDashboard(page, shop, '/customers');
        await openCustomer(page, eve);
        await page.getByRole('button', { name: 'Download their data' }).click();
        const confirm = dialog(page, 'Confirm that it is you');
        await confirm.getByLabel('Password', { exact: true }).fill(shop.demo.dashboard.password);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          confirm.getByRole('button', { name: 'Confirm' }).click(),
        ]);
        const file: { customer: { email: string } } = JSON.parse(
          await readFile(await download.path(), 'utf8'),
        );
        assert.equal(file.customer.email, eve.email);

        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        const erase = dialog(page, `Delete ${eve.name} for good?`);
        await erase.getByText(/Invoices and completed orders stay/).waitFor();
        await erase.getByLabel(`Enter ${eve.email} to confirm`).fill('somebody@else.example');
        await erase.getByRole('button', { name: 'Delete for good' }).click();
        await erase.getByText('This is not the email of the customer.').waitFor();
        await expectSound(page, `dashboard-erase-customer-${name}`);
        await erase.getByLabel(`Enter ${eve.email} to confirm`).fill(eve.email);
        await erase.getByRole('button', { name: 'Delete for good' }).click();
        await page.getByText('Deleted', { exact: true }).waitFor();
        await eventually(() => page.getByRole('button', { name: 'Download their data' }).count(), 0);
      }));
  });
}
