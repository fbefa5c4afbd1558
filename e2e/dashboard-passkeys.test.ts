import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow } from './dashboard-window.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { expectSound, type Window, WINDOWS } from './page-check.ts';

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

const PASSWORD = 'Amber-77-canoe';

const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true });

/** Walks in a window with a device that makes passkeys and recognizes its owner; `recognize` says whether it does. */
function withAuthenticator(
  viewport: Window['viewport'],
  walk: (
    page: Page,
    context: BrowserContext,
    recognize: (isUserVerified: boolean) => Promise<unknown>,
  ) => Promise<void>,
): Promise<void> {
  return inWindow(browser, { viewport }, async (page, context) => {
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await walk(page, context, (isUserVerified) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    );
    // The next visitor of the page has no such device.
    await devtools.detach();
  });
}

for (const { name, viewport } of WINDOWS) {
  describe(`passkeys in a ${name} window`, () => {
    it('are added with the password, sign in and confirm without it, and are removed', () =>
      withAuthenticator(viewport, async (page, context, recognize) => {
        const email = `pia-${name}@vendor.example`;
        const invitation = await shop.send('POST', '/api/operators', {
          apiKey: shop.demo.apiKey,
          body: { email, name: 'Pia', role: 'Support' },
        });
        const { link }: { link: { url: string } } = JSON.parse(invitation.text);
        await page.goto(link.url);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await button(page, 'Save and continue').click();
        await heading(page, /^Hello/).waitFor();
        await page.goto(`${shop.demo.dashboard.url}/you`);
        await page.getByText(/A passkey signs you in with the finger/).waitFor();

        await button(page, 'Add a passkey').click();
        const add = page.getByRole('dialog', { name: 'Add a passkey' });
        await button(add, 'Add a passkey').click();
        await add.locator('[aria-invalid="true"]').waitFor();
        await add.getByLabel('Name').fill('Laptop');
        await expectSound(page, `dashboard-add-passkey-${name}`);
        await button(add, 'Add a passkey').click();
        const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
        await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await eventually(() => button(confirm, 'Confirm with a passkey').count(), 0, 'there is none yet');
        await button(confirm, 'Confirm').click();
        await button(page, 'Remove the passkey Laptop').waitFor();
        await expectSound(page, `dashboard-you-passkeys-${name}`);

        await context.clearCookies();
        await page.goto(`${shop.demo.dashboard.url}/sign-in?next=%2Fyou`);
        await recognize(false);
        await button(page, 'Sign in with a passkey').click();
        await page.getByText('No passkey was used. Try again, or use your password.').waitFor();
        await expectSound(page, `dashboard-sign-in-passkey-${name}`);
        await recognize(true);
        await button(page, 'Sign in with a passkey').click();
        await heading(page, 'Your access').waitFor();
        await page
          .getByText(/^Last used/)
          .first()
          .waitFor();

        await button(page, 'Remove the passkey Laptop').click();
        await button(page.getByRole('dialog', { name: 'Remove the passkey Laptop' }), 'Remove').click();
        await button(confirm, 'Confirm with a passkey').waitFor();
        await expectSound(page, `dashboard-confirm-passkey-${name}`);
        await button(confirm, 'Confirm with a passkey').click();
        await page.getByText(/A passkey signs you in with the finger/).waitFor();

        await context.clearCookies();
        await page.goto(`${shop.demo.dashboard.url}/sign-in`);
        await button(page, 'Sign in with a passkey').click();
        await page.getByText(/The passkey was not accepted/).waitFor();
      }));

    it('replace the password of whoever was invited', () =>
      withAuthenticator(viewport, async (page) => {
        const body = { email: `paul-${name}@vendor.example`, name: 'Paul', role: 'Support' };
        const invitation = await shop.send('POST', '/api/operators', { apiKey: shop.demo.apiKey, body });
        const { link }: { link: { url: string } } = JSON.parse(invitation.text);
        await page.goto(link.url);
        await button(page, 'Use a passkey instead of a password').click();
        await page.getByText('Your browser asks where to keep the passkey').waitFor();
        await expectSound(page, `dashboard-welcome-passkey-${name}`);
        await button(page, 'Save and continue').click();
        await heading(page, /^Hello/).waitFor();
        await page.goto(`${shop.demo.dashboard.url}/you`);
        await page.getByText('Works at localhost').waitFor();
        await eventually(() => button(page, 'Change the password').count(), 0, 'there is none');
        await eventually(() => page.getByRole('region', { name: 'One-time codes' }).count(), 0);
        await button(page, 'Remove the passkey First passkey').click();
        const remove = page.getByRole('dialog', { name: 'Remove the passkey First passkey' });
        await button(remove, 'Remove').click();
        await button(
          page.getByRole('dialog', { name: 'Confirm that it is you' }),
          'Confirm with a passkey',
        ).click();
        await remove.getByText(/You have no password, so this passkey is your way in/).waitFor();
        await expectSound(page, `dashboard-last-passkey-${name}`);
      }));
  });
}
