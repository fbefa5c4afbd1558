import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { heading, inWindow } from './dashboard-window.ts';
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

const PASSWORD = 'Amber-77-canoe';

/** An authenticator app, written a second time from RFC 6238: the code of this half minute, or of the next one. */
function codeOf(secret: string, later = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Fills the password in the question before something sensitive. */
async function confirm(page: Page, oneTimeCode?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  if (oneTimeCode !== undefined) await dialog.getByLabel('One-time code').fill(oneTimeCode);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true });

for (const { name, viewport } of WINDOWS) {
  describe(`one-time codes in a ${name} window`, () => {
    it('are set up with a QR code, sign in, let somebody in without the phone, and are switched off', () =>
      inWindow(browser, { viewport }, async (page) => {
        const email = `uma-${name}@vendor.example`;
        const invitation = await shop.send('POST', '/api/operators', {
          apiKey: shop.demo.apiKey,
          body: { email, name: 'Uma', role: 'Support' },
        });
        const { link }: { link: { url: string } } = JSON.parse(invitation.text);
        await page.goto(link.url);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await button(page, 'Save and continue').click();
        await heading(page, /^Hello/).waitFor();
        await page.goto(`${shop.demo.dashboard.url}/you`);

        await button(page, 'Set up one-time codes').click();
        await confirm(page);
        const setUp = page.getByRole('dialog', { name: 'Set up one-time codes' });
        const secret = await setUp.getByLabel('Secret').inputValue();
        await setUp.getByText('QR code with the secret').waitFor({ state: 'attached' });
        await expectSound(page, `dashboard-codes-${name}`);
        await setUp.getByLabel('One-time code').fill('000000');
        await button(setUp, 'Switch on').click();
        await setUp.locator('[aria-invalid="true"]').waitFor();
        await setUp.getByLabel('One-time code').fill(codeOf(secret));
        await button(setUp, 'Switch on').click();
        const recovery = page.getByRole('dialog', { name: 'Your recovery codes' });
        await recovery.getByRole('listitem').first().waitFor();
        const codes = await recovery.getByRole('listitem').allTextContents();
        assert.equal(codes.length, 10);
        await expectSound(page, `dashboard-recovery-codes-${name}`);
        await button(recovery, 'I have kept them').click();
        await page.getByText(/10 of 10 recovery codes are left/).waitFor();
        await expectSound(page, `dashboard-you-codes-${name}`);

        await inWindow(browser, { viewport }, async (other) => {
          await other.goto(`${shop.demo.dashboard.url}/sign-in?next=%2Fyou`);
          await other.getByLabel('Email').fill(email);
          await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
          await eventually(() => other.getByLabel('One-time code').count(), 0);
          await button(other, 'Sign in').click();
          await other.getByText(/Email or password is wrong, or a one-time code is missing/).waitFor();
          await expectSound(other, `dashboard-sign-in-code-${name}`);
          await other.getByLabel('One-time code').fill(codeOf(secret, 1));
          await button(other, 'Sign in').click();
          await heading(other, 'Your access').waitFor();

          await button(other, 'Switch off').click();
          const end = other.getByRole('dialog', { name: 'Switch one-time codes off?' });
          await button(end, 'Switch off').click();
          await confirm(other, '000000');
          await other.getByText(/The password or the code is wrong/).waitFor();
          await expectSound(other, `dashboard-confirm-code-${name}`);
          await confirm(other, codes[0]);
          await button(other, 'Set up one-time codes').waitFor();
        });
      }));
  });
}
