import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow, openCustomer, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, newShopper, type Shopper, openDemoShop, signUp } from './demo-shop.ts';
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

/** A license of a new customer with a key, of which a device uses a seat; its id. */
async function importInUse(owner: Shopper, keyCode: string): Promise<string> {
  await signUp(shop, owner);
  const apiKey = shop.demo.apiKey;
  const customer = await shop.send('GET', `/api/customers/${owner.email}`, { apiKey });
  const { id: ownerId }: { id: string } = JSON.parse(customer.text);
  const activations = [{ deviceName: 'Studio PC', deviceSignature: keyCode, activationMethod: 'Online' }];
  const body = { ownerId, productId: 'demo-verb', keyCode, maxNumberOfActivations: 3, activations };
  const { status, text } = await shop.send('POST', '/api/licenses/import', { apiKey, body });
  assert.equal(status, 200, text);
  const { id }: { id: string } = JSON.parse(text);
  return id;
}

const CHANGE_MANY = /\/api\/licenses\/change-many$/;

/** Chooses every license that is shown, and then none. */
async function selectAndUnselectAll(page: Page) {
  const all = page.getByLabel('All rows that are shown');
  await page
    .getByLabel(/^Select /)
    .first()
    .check();
  await page.locator('thead input:indeterminate').waitFor();
  await all.check();
  await page.getByRole('button', { name: 'Change 3 selected…' }).waitFor();
  await all.uncheck();
  await page.getByRole('button', { name: 'Change all of these…' }).waitFor();
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

for (const { name, viewport } of WINDOWS) {
  describe(`a license in a ${name} window`, () => {
    it('is granted, extended, cut with a reason, transferred, revoked and restored', () =>
      inWindow(browser, { viewport }, async (page) => {
        const [ann, bob] = [newShopper('Ann Ort'), newShopper('Bob Lee')];
        await Promise.all([signUp(shop, ann), signUp(shop, bob)]);
        await signInToDashboard(page, shop, '/customers');
        await openCustomer(page, ann);
        await page.getByRole('button', { name: 'Grant a license' }).click();
        const grant = dialog(page, `Grant ${ann.name} a license`);
        await grant.getByLabel('Product').selectOption({ label: 'Demo Verb' });
        await grant.getByLabel('Reason').fill('Wrote the presets');
        await expectSound(page, `dashboard-grant-${name}`);
        await grant.getByRole('button', { name: 'Grant a license' }).click();
        await page.getByRole('link', { name: 'demo-verb', exact: true }).click();
        await heading(page, 'demo-verb').waitFor();

        const change = dialog(page, 'Change the license of demo-verb');
        await page.getByRole('button', { name: 'Change' }).click();
        await change.getByRole('button', { name: 'Save' }).click();
        await change.getByText('Nothing was changed yet.').waitFor();
        await change.getByLabel('Devices at the same time').fill('7');
        await change.getByText('Nothing was changed yet.').waitFor({ state: 'detached' });
        await expectSound(page, `dashboard-change-license-${name}`);
        await change.getByRole('button', { name: 'Save' }).click();
        await page.getByText('0 of 7').waitFor();
        await page.getByRole('button', { name: 'Change' }).click();
        await change.getByLabel('Ends after this day').fill('2035-01-31');
        await change.getByLabel('Updates until this day').fill('2034-01-31');
        await change.getByRole('button', { name: 'Save' }).click();
        await change
          .getByText(/reason/i)
          .last()
          .waitFor();
        await change.getByLabel('Reason').fill('A year, as promised');
        await change.getByRole('button', { name: 'Save' }).click();
        await page.getByText('January 31, 2035').or(page.getByText('Jan 31, 2035')).waitFor();

        const transfer = dialog(page, 'Transfer the license of demo-verb');
        await page.getByRole('button', { name: 'Transfer' }).click();
        await transfer.getByLabel('Email of the new owner').fill('nobody-at-all@example.com');
        await transfer.getByRole('button', { name: 'Transfer' }).click();
        await transfer.locator('[aria-invalid="true"]').waitFor();
        await expectSound(page, `dashboard-transfer-${name}`);
        await transfer.getByLabel('Email of the new owner').fill(bob.email);
        await transfer.getByLabel('Reason').fill('Sold the studio');
        await transfer.getByRole('button', { name: 'Transfer' }).click();
        await page.getByRole('link', { name: bob.name }).waitFor();

        await page.getByRole('button', { name: 'Revoke' }).click();
        const revoke = dialog(page, /^Revoke/);
        await revoke.getByLabel('Reason').fill('Sold twice');
        await expectSound(page, `dashboard-revoke-${name}`);
        await revoke.getByRole('button', { name: 'Revoke' }).click();
        await page.getByText('Revoked', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Restore' }).click();
        const restore = dialog(page, /^Restore/);
        await restore.getByLabel('Reason').fill('Only once after all');
        await restore.getByRole('button', { name: 'Restore' }).click();
        await page.getByText('Active', { exact: true }).waitFor();
        await expectSound(page, `dashboard-license-actions-${name}`);
        await page.getByRole('link', { name: bob.name }).click();
        const timeline = page.getByRole('region', { name: 'Timeline' });
        for (const reason of ['Sold the studio', 'Sold twice', 'Only once after all'])
          await timeline.getByText(reason, { exact: true }).waitFor();
        await expectSound(page, `dashboard-timeline-${name}`);
        await page.goto(`${shop.demo.dashboard.url}/customers`);
        await openCustomer(page, ann);
        await timeline.getByText('Wrote the presets', { exact: true }).waitFor();
      }));

    it('is reissued from Home: it has a new key, and its device is released if somebody says so', () =>
      inWindow(browser, { viewport }, async (page) => {
        const [owner, leaked] = [newShopper('Kim Roe'), `LEAKED-${name}-KEY`];
        const license = await importInUse(owner, leaked);
        await signInToDashboard(page, shop);
        await heading(page, /^Hello/).waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill(leaked);
        await page.getByRole('option', { name: new RegExp(leaked) }).click();
        await heading(page, 'demo-verb').waitFor();
        const reissue = dialog(page, 'Reissue the license of demo-verb');
        await page.getByRole('button', { name: 'Reissue' }).click();
        await reissue.getByText(/previous key no longer belongs to it/).waitFor();
        await expectSound(page, `dashboard-reissue-${name}`);
        await reissue.getByLabel('Reason').fill('Published in a forum');
        await reissue.getByRole('button', { name: 'Reissue' }).click();
        await page.getByText(leaked).waitFor({ state: 'detached' });
        const key = page.getByText(/^([2-9A-Z]{5}-){3}[2-9A-Z]{5}$/);
        const first = await key.textContent();
        await page.getByText('1 of 3').waitFor();
        await reissue.waitFor({ state: 'detached' });

        await page.getByRole('button', { name: 'Reissue' }).click();
        await reissue.getByLabel('Release its device, too').check();
        await reissue.getByRole('button', { name: 'Reissue' }).click();
        await page.getByText('0 of 3').waitFor();
        assert.notEqual(await key.textContent(), first, 'another key each time');
        await page.getByRole('listitem').filter({ hasText: 'Studio PC' }).getByText('Released').waitFor();
        const removed = await shop.send('PATCH', `/api/licenses/${license}`, {
          apiKey: shop.demo.apiKey,
          body: { keyCode: null },
        });
        assert.equal(removed.status, 200, removed.text);
        await page.reload();
        await page.getByRole('button', { name: 'Reissue' }).click();
        await reissue.getByText(/nothing to reissue/).waitFor();
        await expectSound(page, `dashboard-reissue-nothing-${name}`);
        await reissue.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('link', { name: owner.name }).click();
        await page
          .getByRole('region', { name: 'Timeline' })
          .getByText('Published in a forum', { exact: true })
          .waitFor();
      }));

    it('is one of many that are reissued together: those with a key get another one', () =>
      inWindow(browser, { viewport }, async (page) => {
        const [owner, leaked] = [newShopper('Lou Gray'), `SHARED-${name}-KEY`];
        const license = await importInUse(owner, leaked);
        const { status, text } = await shop.send('POST', '/api/licenses/provision', {
          apiKey: shop.demo.apiKey,
          body: { customer: { email: owner.email }, requests: [{ productId: 'demo-verb' }] },
        });
        assert.equal(status, 200, text);
        await signInToDashboard(page, shop, '/licenses');
        await page.getByLabel('Email of the owner').fill(owner.email);
        await page.getByText('2 shown').waitFor();
        await page.getByRole('button', { name: 'Change all of these…' }).click();
        const many = dialog(page, 'Change all licenses of these filters');
        await many.getByLabel('What happens to each').selectOption('Reissue');
        await many.getByLabel('Release their devices, too').check();
        await many.getByLabel('Reason').fill('A breach');
        await expectSound(page, `dashboard-many-reissue-${name}`);
        const start = many.getByRole('button', { name: 'Reissue: 2' });
        await page.route(CHANGE_MANY, (route) => route.abort('internetdisconnected'), { times: 1 });
        await start.click();
        await many.getByRole('alert').waitFor();
        assert.equal(await many.getByLabel('Reason').isDisabled(), true, 'the change may have been made');
        await many.getByText('Send it again for the rest.').waitFor();
        await expectSound(page, `dashboard-many-reissue-again-${name}`);
        await start.click();
        await many.getByText('1 changed, 1 did not need it.').waitFor();
        await many.getByRole('button', { name: 'Close' }).click();
        await page.goto(`${shop.demo.dashboard.url}/licenses/${license}`);
        await page.getByText('0 of 3').waitFor();
        await page.getByText(/^([2-9A-Z]{5}-){3}[2-9A-Z]{5}$/).waitFor();
        assert.equal(await page.getByText(leaked).count(), 0);
      }));

    it('is issued to somebody who is no customer yet, and found again with a view', () =>
      inWindow(browser, { viewport }, async (page) => {
        const dora = newShopper('Dora Neu');
        await signInToDashboard(page, shop, '/licenses');
        await page.getByRole('button', { name: 'Issue a license' }).click();
        const issue = dialog(page, 'Issue a license');
        await issue.getByRole('button', { name: 'Issue', exact: true }).click();
        await issue.getByText('Choose a product.').waitFor();
        await issue.getByLabel('Product').selectOption({ label: 'Demo Verb' });
        await issue.getByLabel('Email of the owner').fill('dora');
        await issue.getByRole('button', { name: 'Issue', exact: true }).click();
        await issue.locator('[aria-invalid="true"]').waitFor();
        await expectSound(page, `dashboard-issue-${name}`);
        await issue.getByLabel('Email of the owner').fill(dora.email);
        await issue.getByLabel('Name').fill(dora.name);
        await issue.getByLabel('Reason').fill('Reviews us');
        await issue.getByRole('button', { name: 'Issue', exact: true }).click();
        await heading(page, 'demo-verb').waitFor();
        await page.getByRole('link', { name: dora.name }).click();
        await page
          .getByRole('region', { name: 'Timeline' })
          .getByText('Reviews us', { exact: true })
          .waitFor();

        await page.goto(`${shop.demo.dashboard.url}/licenses?email=${encodeURIComponent(dora.email)}`);
        await page.getByText('1 shown').waitFor();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'As CSV' }).click(),
        ]);
        const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
        assert.deepEqual(
          [lines.length, lines[1]?.includes('"demo-verb"')],
          [2, true],
          'what the filter matches',
        );
        await page.getByText('Views', { exact: true }).click();
        await page.getByLabel('Name of this view').fill('Licenses of Dora');
        await page.getByRole('button', { name: 'Save the view' }).click();
        await page.getByRole('button', { name: 'Licenses of Dora', exact: true }).waitFor();
        await expectSound(page, `dashboard-views-${name}`);
        await page.getByRole('button', { name: 'Clear filters' }).click();
        await page.getByText('1 shown').waitFor({ state: 'detached' });
        await page.reload();
        await page.getByText('Views', { exact: true }).click();
        await page.getByRole('button', { name: 'Licenses of Dora', exact: true }).click();
        await page.getByText('1 shown').waitFor();
        assert.match(page.url(), /\?email=dora/);
        await page.getByRole('button', { name: 'Remove the view Licenses of Dora' }).click();
        await page.getByText(/Give these filters a name/).waitFor();
      }));

    it('is one of many that are extended together, after saying how many, and what became of them', () =>
      inWindow(browser, { viewport }, async (page) => {
        const owner = newShopper('Cleo Mann');
        await signUp(shop, owner);
        const { status, text } = await shop.send('POST', '/api/licenses/provision', {
          apiKey: shop.demo.apiKey,
          body: { customer: { email: owner.email }, requests: [{ productId: 'demo-verb', quantity: 3 }] },
        });
        assert.equal(status, 200, text);
        const [first]: { id: string }[] = JSON.parse(text);
        const cut = await shop.send('PATCH', `/api/licenses/${first?.id ?? ''}`, {
          apiKey: shop.demo.apiKey,
          body: { expiresAt: '2027-01-01T00:00:00Z', reason: 'A test' },
        });
        assert.equal(cut.status, 200, cut.text);
        await signInToDashboard(page, shop, '/licenses');
        await heading(page, 'Licenses').waitFor();
        await eventually(() => page.getByRole('button', { name: 'Change all of these…' }).count(), 0);
        await page.getByLabel('Email of the owner').fill(owner.email);
        await page.getByText('3 shown').waitFor();
        await page.getByRole('button', { name: 'Change all of these…' }).click();
        const many = dialog(page, 'Change all licenses of these filters');
        await many.getByText('3 licenses match.').waitFor();
        await many.getByRole('button', { name: 'Extend: 3' }).click();
        await many.getByText('Choose a day.').waitFor();
        await expectSound(page, `dashboard-many-${name}`);
        await many.getByLabel('Ends after this day').fill('2028-01-31');
        await many.getByLabel('Reason').fill('An outage');
        await many.getByRole('button', { name: 'Extend: 3' }).click();
        await many.getByText('1 changed, 2 did not need it.').waitFor();
        await expectSound(page, `dashboard-many-done-${name}`);
        await many.getByRole('button', { name: 'Close' }).click();
        await page.getByText('January 31, 2028').or(page.getByText('Jan 31, 2028')).waitFor();
        if (name === 'wide') await selectAndUnselectAll(page);
        await page
          .getByLabel(/^Select /)
          .first()
          .check();
        await page.getByRole('button', { name: 'Write to 1 selected…' }).click();
        const message = dialog(page, 'Write to the holders');
        await message.getByRole('button', { name: 'Preview' }).click();
        await message.getByText('Write something.').first().waitFor();
        await message.getByLabel('Subject').fill('The old servers stop');
        await message.getByLabel('Message').fill('They stop in May.\n\nPlease update before.');
        await message.getByRole('button', { name: 'Preview' }).click();
        await message.getByText('It goes to the holder of 1 license.').waitFor();
        await expectSound(page, `dashboard-message-${name}`);
        await message.getByRole('button', { name: 'Send it to me first' }).click();
        await message.getByText('It is on its way to your address.').waitFor();
        await message.getByRole('button', { name: 'Send to the holder of 1 license' }).click();
        await message.getByText(/^Sent to the holders of \d; those of \d had it already\.$/).waitFor();
        await message.getByRole('button', { name: 'Close' }).click();
        await page
          .getByLabel(/^Select /)
          .first()
          .check();
        await page.getByRole('button', { name: 'Change 1 selected…' }).click();
        const selected = dialog(page, 'Change the selected licenses');
        await selected.getByLabel('Ends after this day').fill('2029-01-31');
        await selected.getByLabel('Reason').fill('One of them');
        await selected.getByRole('button', { name: 'Extend: 1' }).click();
        await selected.getByText(/^\d changed, \d did not need it\.$/).waitFor();
        await selected.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('button', { name: 'Change all of these…' }).click();
        await many.getByLabel('What happens to each').selectOption('Revoke');
        await many.getByRole('button', { name: 'Revoke: 3' }).click();
        await many.getByText('3 changed, 0 did not need it.').waitFor();
        await many.getByRole('button', { name: 'Close' }).click();

        await page.getByRole('combobox', { name: 'Status' }).selectOption('Revoked');
        await page.waitForURL(/status=Revoked/);
        await page.getByText('3 shown').waitFor();
        await page.getByRole('button', { name: 'Change all of these…' }).click();
        await many.getByLabel('What happens to each').selectOption('Restore');
        await many.getByLabel('Reason').fill('The wrong filter');
        await expectSound(page, `dashboard-many-restore-${name}`);
        await many.getByRole('button', { name: 'Restore: 3' }).click();
        await many.getByText('3 changed, 0 did not need it.').waitFor();
        await many.getByRole('button', { name: 'Close' }).click();
        await page.getByText('Nothing matches these filters').waitFor();
      }));
  });
}
