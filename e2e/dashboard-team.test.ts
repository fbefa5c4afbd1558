import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
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

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

async function confirmWithPassword(page: Page): Promise<void> {
  const confirm = dialog(page, 'Confirm that it is you');
  await confirm.getByLabel('Password', { exact: true }).fill(shop.demo.dashboard.password);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
}

for (const { name, viewport } of WINDOWS) {
  describe(`the team in a ${name} window`, () => {
    it('gets somebody new, with a link after the password of whoever invites, and another role', () =>
      inWindow(browser, { viewport }, async (page) => {
        const person = `Fay ${name}`;
        await signInToDashboard(page, shop, '/team');
        await heading(page, 'Team').waitFor();
        await page.getByText('Olga Owner (you)').waitFor();
        await expectSound(page, `dashboard-team-${name}`);

        await page.getByRole('button', { name: 'Invite', exact: true }).click();
        const invite = dialog(page, 'Invite somebody');
        await invite.getByLabel('Email').fill(`fay-${name}@vendor.example`);
        await invite.getByLabel('Name').fill(person);
        await invite.getByLabel('Role').selectOption('Finance');
        await invite.getByText('Orders, refunds and withdrawals; reads everything else.').waitFor();
        await expectSound(page, `dashboard-invite-${name}`);
        await invite.getByRole('button', { name: 'Create the invitation' }).click();

        const confirm = dialog(page, 'Confirm that it is you');
        await confirm.getByLabel('Password', { exact: true }).fill('Wrong-11-word');
        await confirm.getByRole('button', { name: 'Confirm' }).click();
        await confirm.getByText('The password is wrong.').waitFor();
        await expectSound(page, `dashboard-confirm-${name}`);
        await confirmWithPassword(page);

        const passOn = dialog(page, `The link for ${person}`);
        const link = await passOn.getByLabel('Link').inputValue();
        await expectSound(page, `dashboard-link-${name}`);
        await passOn.getByRole('button', { name: 'Close' }).click();
        await inWindow(browser, { viewport }, async (other) => {
          await other.goto(link);
          await other.getByLabel('Password', { exact: true }).fill('Amber-77-canoe');
          await other.getByRole('button', { name: 'Save and continue' }).click();
          await heading(other, /^Hello/).waitFor();
          await other.goto(`${shop.demo.dashboard.url}/team`);
          await other.getByText(`${person} (you)`).waitFor();
          await eventually(() => other.getByRole('button', { name: 'Invite', exact: true }).count(), 0);
        });

        const row = page.getByRole('row').filter({ hasText: person });
        await page.getByRole('button', { name: `Change ${person}` }).click();
        await dialog(page, `Change ${person}`).getByLabel('Role').selectOption('Developer');
        await dialog(page, `Change ${person}`).getByRole('button', { name: 'Save' }).click();
        await row.getByText('Developer').waitFor();

        await page.getByRole('button', { name: `New link for ${person}` }).click();
        await dialog(page, `New link for ${person}`)
          .getByText(/The password stops working/)
          .waitFor();
        await page.getByRole('button', { name: 'Create the link' }).click();
        assert.notEqual(await passOn.getByLabel('Link').inputValue(), link);
        await page.keyboard.press('Escape');
        await passOn.waitFor({ state: 'detached' });

        await page.getByRole('button', { name: `Remove ${person}` }).click();
        await dialog(page, `Remove ${person}`).getByRole('button', { name: 'Remove' }).click();
        await row.waitFor({ state: 'detached' });

        await page.goto(`${shop.demo.dashboard.url}/audit-log`);
        await page.getByLabel('Event', { exact: true }).selectOption('Operator changed');
        await page.waitForURL(/type=operator\.changed/);
        await page.getByRole('button', { name: 'Details: Operator changed' }).first().click();
        const event = dialog(page, 'Operator changed');
        await event.getByRole('row', { name: 'role Finance Developer' }).waitFor();
        await event.getByText('Olga Owner').waitFor();
        await expectSound(page, `dashboard-event-${name}`);
        await event.getByRole('button', { name: 'Close' }).click();
        await expectSound(page, `dashboard-audit-log-${name}`);
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'As CSV' }).click();
        const lines = await readFile(await (await download).path(), 'utf8');
        assert.match(lines, /operator\.changed/);
        assert.doesNotMatch(lines, /operator\.removed/);
      }));

    it('creates an API key with a few rights, shows it once, and revokes it', () =>
      inWindow(browser, { viewport }, async (page) => {
        const title = `Shop ${name}`;
        await signInToDashboard(page, shop, '/settings/api-keys');
        await heading(page, 'API keys').waitFor();
        await page.getByRole('button', { name: 'Create a key' }).click();
        const create = dialog(page, 'Create a key');
        await create.getByLabel('Name').fill(title);
        await create.getByRole('button', { name: 'Create the key' }).click();
        await create.getByText('Choose at least one right.').waitFor();
        await create.getByLabel('Read customers').check();
        await expectSound(page, `dashboard-api-key-${name}`);
        await create.getByRole('button', { name: 'Create the key' }).click();
        await confirmWithPassword(page);
        const secret = await dialog(page, 'The key').getByLabel('Key').inputValue();
        const headers = { 'api-key': secret };
        const read = (path: string) => fetch(shop.demo.baseUrl + path, { headers });
        assert.equal((await read('/api/customers')).status, 200);
        assert.equal((await read('/api/orders')).status, 403);
        await page.getByRole('button', { name: 'Close' }).click();
        const row = page.getByRole('row').filter({ hasText: title });
        await row.getByText('Olga Owner').waitFor();
        await expectSound(page, `dashboard-api-keys-${name}`);

        await page.getByRole('button', { name: `New secret for ${title}` }).click();
        await dialog(page, `New secret for ${title}`).getByLabel('The old secret works').selectOption('0');
        await page.getByRole('button', { name: 'Create the secret' }).click();
        const next = await dialog(page, 'The key').getByLabel('Key').inputValue();
        assert.equal((await read('/api/customers')).status, 401);
        await page.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('button', { name: `Revoke ${title}` }).click();
        await dialog(page, `Revoke ${title}`).getByRole('button', { name: 'Revoke' }).click();
        await row.getByText('Revoked').waitFor();
        headers['api-key'] = next;
        assert.equal((await read('/api/customers')).status, 401);
      }));

    it('changes the look and mails a test, adds a domain and says what its DNS lacks, creates and deletes a signing key, and sees what runs', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/settings/look');
        await page.getByLabel('Color of buttons and links').fill('#1c6fbe');
        await page.getByRole('button', { name: 'Save' }).first().click();
        await page.getByText('Saved.').waitFor();
        await page.getByRole('button', { name: 'Send me a test mail' }).click();
        await page.getByText(/^A mail to .* is on its way\.$/).waitFor();
        await expectSound(page, `dashboard-look-${name}`);
        await page.getByRole('link', { name: 'Payments' }).click();
        await page.getByText('Stripe is not connected').waitFor();
        await page.getByRole('link', { name: 'Domains' }).click();
        await page.getByText('No domains of your own yet').waitFor();
        await page.getByRole('button', { name: 'Add a domain' }).click();
        await dialog(page, 'Add a domain').getByLabel('Domain', { exact: true }).fill('shop.invalid');
        await dialog(page, 'Add a domain').getByRole('button', { name: 'Add', exact: true }).click();
        await page.getByText('CNAME', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Copy the value for shop.invalid' }).waitFor();
        await page.getByText('Links in mails use this domain, and it does not work yet.').waitFor();
        await expectSound(page, `dashboard-domains-${name}`);
        await page.getByRole('button', { name: 'Remove shop.invalid' }).click();
        await dialog(page, 'Remove shop.invalid').getByRole('button', { name: 'Remove' }).click();
        await page.getByText('No domains of your own yet').waitFor();

        await page.getByRole('link', { name: 'Signing keys' }).click();
        await heading(page, 'Signing keys').waitFor();
        await page.getByRole('button', { name: 'Create a key' }).click();
        await dialog(page, 'Create a key').getByLabel('Algorithm').selectOption('ES256');
        await page.getByRole('button', { name: 'Create the key' }).click();
        await confirmWithPassword(page);
        await page.getByText('Not in use', { exact: true }).waitFor();
        await page.getByRole('button', { name: /^Delete the key/ }).click();
        await dialog(page, /^Delete the key/)
          .getByRole('button', { name: 'Delete' })
          .click();
        await page.getByText('Not in use', { exact: true }).waitFor({ state: 'detached' });

        await page.getByRole('link', { name: 'This server' }).click();
        await page.getByText('This server has no backup.').waitFor();
        const change = page.getByText(/^Take orders in a cart/);
        assert.equal(await change.isVisible(), false);
        await page.getByText(/^0\.1\.0 /).click();
        assert.ok(((await change.boundingBox())?.width ?? Infinity) < 650, 'lines are short');
        await expectSound(page, `dashboard-server-${name}`);
      }));

    it('does nothing without the password of whoever asks, and says so', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop, '/team');
        await page.getByRole('button', { name: 'Invite', exact: true }).click();
        await page.getByLabel('Email').fill(`nobody-${name}@vendor.example`);
        await page.getByLabel('Name').fill('Nobody');
        await page.getByRole('button', { name: 'Create the invitation' }).click();
        await dialog(page, 'Confirm that it is you').waitFor();
        await page.keyboard.press('Escape');
        await page.getByText('You did not confirm with your password. Nothing was changed.').waitFor();
        await page.getByRole('button', { name: 'Cancel' }).click();
        await eventually(() => page.getByText('Nobody').count(), 0);
      }));

    it('lets an operator choose another password, with the one that works now', () =>
      inWindow(browser, { viewport }, async (page) => {
        const email = `pat-${name}@vendor.example`;
        const { status, text } = await shop.send('POST', '/api/operators', {
          apiKey: shop.demo.apiKey,
          body: { email, name: 'Pat', role: 'ReadOnly' },
        });
        assert.equal(status, 200, text);
        const { link }: { link: { url: string } } = JSON.parse(text);
        await page.goto(link.url);
        await page.getByLabel('Password', { exact: true }).fill('Amber-77-canoe');
        await page.getByRole('button', { name: 'Save and continue' }).click();
        await heading(page, /^Hello/).waitFor();
        await page.goto(`${shop.demo.dashboard.url}/you`);
        await page.getByRole('button', { name: 'Change the password' }).click();
        const change = dialog(page, 'Change the password');
        await change.getByLabel('Password now').fill('Wrong-11-word');
        await change.getByLabel('New password').fill('Cobalt-99-kayak');
        await change.getByRole('button', { name: 'Change the password' }).click();
        await change.getByText('The password is wrong.').waitFor();
        await expectSound(page, `dashboard-password-${name}`);
        await change.getByLabel('Password now').fill('Amber-77-canoe');
        await change.getByRole('button', { name: 'Change the password' }).click();
        await change.getByText(/The new password works/).waitFor();
        await change.getByRole('button', { name: 'Close' }).click();
      }));

    it('mails a link to whoever has forgotten the password, and says nothing about others', () =>
      inWindow(browser, { viewport }, async (page) => {
        await page.goto(`${shop.demo.dashboard.url}/sign-in`);
        await page.getByRole('link', { name: 'Forgot your password?' }).click();
        await heading(page, 'A new password').waitFor();
        await page.getByLabel('Email').fill('not an email');
        await page.getByRole('button', { name: 'Send me a link' }).click();
        await page.locator('[aria-invalid="true"]').waitFor();
        await expectSound(page, `dashboard-forgotten-${name}`);
        await page.getByLabel('Email').fill('nobody@vendor.example');
        await page.getByRole('button', { name: 'Send me a link' }).click();
        await page.getByText(/If nobody@vendor.example belongs to somebody who works here/).waitFor();
        await page.getByRole('link', { name: 'Back to the sign-in' }).click();
        await heading(page, 'Sign in to your dashboard').waitFor();
      }));

    it('shows an operator where they are signed in, and signs them out everywhere else', () =>
      inWindow(browser, { viewport }, async (page) => {
        await signInToDashboard(page, shop);
        await heading(page, /^Hello/).waitFor();
        await inWindow(browser, { viewport }, async (other) => {
          await signInToDashboard(other, shop, '/you');
          await heading(other, 'Your access').waitFor();
          await other.getByText(/This browser/).waitFor();
          await other
            .getByRole('button', { name: /^Sign out Chrom/ })
            .first()
            .waitFor();
          await expectSound(other, `dashboard-you-${name}`);
          await other.getByRole('button', { name: 'Sign out everywhere else' }).click();
          await other
            .getByRole('button', { name: 'Sign out everywhere else' })
            .waitFor({ state: 'detached' });
        });
        await page.goto(`${shop.demo.dashboard.url}/orders`);
        await heading(page, 'Sign in to your dashboard').waitFor();
      }));
  });
}
