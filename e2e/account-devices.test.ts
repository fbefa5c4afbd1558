import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { button, heading, passwordField } from './activation-page.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, openDemoShop, signInAsOwner } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { verifiedClaims } from './license-token.ts';
import { welcome } from './new-visitor.ts';
import { expectSound, WINDOWS, type Window } from './page-check.ts';

const PATIENCE_MS = 30_000;

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

for (const window of WINDOWS) {
  const check = (page: Page, state: string) => expectSound(page, `account-${state}-${window.name}`);

  describe(`the devices in the account in a ${window.name} window`, () => {
    it('releases a device for a free seat, and activates one without a connection, with the right file only', () =>
      visit(window, async (page) => {
        const { email, password } = shop.demo.customer;
        const accessToken = await signInAsOwner(shop);
        await freeSeats(accessToken);
        const devices = ['Old laptop', 'Attic tower', 'Sold tablet'];
        for (const [place, deviceName] of devices.entries()) {
          const body = { deviceName, deviceSignature: randomUUID() };
          const path = `/api/client/licenses/demo-app/request?appVersion=1.${place}.0`;
          const answer = await shop.send('POST', path, { body, accessToken });
          assert.equal(answer.status, 200, answer.text);
        }
        await page.goto(`${shop.demo.baseUrl}/account`);
        await signIn(page, { email }, password);
        await heading(page, 'My products').waitFor();
        await page.getByText('3 of 3 devices').waitFor();
        await page.getByText('2 devices can update to 1.2.0').waitFor();
        await check(page, 'products');
        await downloadHere(page);
        await page.getByRole('link', { name: 'Demo App', exact: true }).click();
        await page.getByText('3 of 3 devices in use').waitFor();
        await page
          .getByText('This license is in use on as many devices as it allows.', { exact: false })
          .waitFor();
        assert.equal(await page.title(), 'Demo App – Demo Audio');
        await check(page, 'full');
        await releaseAddOn(page, devices, check);
        await releaseByKeyboard(page, 'Attic tower');
        await page.getByText('2 of 3 devices in use').waitFor();
        await activateOffline(page, check);
      }));
  });
}

/** Releases the devices that the walk in another window has left. */
async function freeSeats(accessToken: string): Promise<void> {
  const path = '/api/customer/inventory/products/demo-app/licenses/activations?pageSize=100';
  const { items }: { items: { id: string; licenseId: string; status: string }[] } = JSON.parse(
    (await shop.send('GET', path, { accessToken })).text,
  );
  for (const { id, licenseId } of items.filter(({ status }) => status === 'Active')) {
    const { apiKey } = shop.demo;
    const done = await shop.send('POST', `/api/licenses/${licenseId}/activations/${id}/revoke`, { apiKey });
    assert.equal(done.status, 200, done.text);
  }
}

function visit(window: Window, walk: (page: Page) => Promise<void>): Promise<void> {
  return welcome({ browser, window, patience: PATIENCE_MS }, walk);
}

type Check = (page: Page, state: string) => Promise<void>;

async function signIn(page: Page, { email }: { readonly email: string }, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await passwordField(page).fill(password);
  await button(page, 'Sign in').click();
}

async function downloadHere(page: Page): Promise<void> {
  const downloading = page.waitForEvent('download');
  await button(page, 'Download for Linux (Demo App)').click();
  assert.equal((await downloading).suggestedFilename(), 'demo-app-1.2.0-linux.sh');
}

async function releaseByKeyboard(page: Page, device: string): Promise<void> {
  await button(page, `Release ${device}`).press('Enter');
  await page.getByText('Demo App stops working on it. Release it?').waitFor();
  await page.keyboard.press('Enter');
  await button(page, `Release ${device}`).press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const outcome = page.getByText(`${device} is released.`);
  await outcome.waitFor();
  await eventually(() => page.evaluate('document.activeElement.textContent'), `${device} is released.`);
}

/**
 * The add-on that the customer owns has seats for two of these devices; one is released alone, and its device stays.
 */
async function releaseAddOn(page: Page, [first = '', second = '']: readonly string[], check: Check) {
  const addOns = page.getByRole('list', { name: /^Add-ons on / });
  await eventually(() => addOns.count(), 2, 'the third device found no free seat');
  await page.getByRole('list', { name: `Add-ons on ${second}` }).waitFor();
  const seat = page.getByRole('list', { name: `Add-ons on ${first}` });
  await button(page, `Release Demo Sounds on ${first}`).click();
  await seat.getByText('Demo Sounds stops working on this device. Release it?').waitFor();
  await check(page, 'add-on');
  await seat.getByRole('button', { name: 'Keep' }).click();
  await button(page, `Release Demo Sounds on ${first}`).click();
  await button(page, `Release Demo Sounds on ${first} now`).click();
  const outcome = `Demo Sounds is released on ${first}.`;
  await page.getByText(outcome).waitFor();
  await eventually(() => page.evaluate('document.activeElement.textContent'), outcome);
  await seat.waitFor({ state: 'detached' });
  await eventually(() => addOns.count(), 1);
  await page.getByText('3 of 3 devices in use').waitFor();
}

/** A file for another product activates nothing; the right one yields a license file. */
async function activateOffline(page: Page, check: Check): Promise<void> {
  await page.getByText('Activate a device without internet').click();
  await chooseFile(page, deviceFile('demo-synth', 'other'));
  await page.getByRole('alert').getByText('This file is for another product').waitFor();
  await check(page, 'wrong-file');
  const signature = randomUUID();
  await chooseFile(page, deviceFile('demo-app', signature));
  await heading(page, 'Activate this device?').waitFor();
  await eventually(
    () => page.locator('dl dd').allInnerTexts(),
    ['Studio without network', 'Demo App', `Since ${today()}`, '1 of 3 left'],
  );
  await page.getByText('2 of 3 devices in use').waitFor();
  await button(page, 'Activate Demo App').click();
  await heading(page, 'Demo App is activated').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save the license file' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  const claims = verifiedClaims(shop.demo, { status: 200, text });
  assert.deepEqual([claims['method'], claims['sig']], ['Offline', signature]);
  await page.getByText('Studio without network').first().waitFor();
  await page.getByText('3 of 3 devices in use').waitFor();
  await check(page, 'offline');
  await button(page, 'Activate another device').click();
  await chooseFile(page, deviceFile('demo-app', randomUUID()));
  await button(page, 'Get the license file again').click();
  await page.getByRole('alert').getByText('This device is not activated').waitFor();
  await button(page, 'Try again').waitFor();
  await eventually(
    () => page.getByRole('list', { name: 'Activated devices' }).count(),
    1,
    'the page lists its devices once',
  );
  await check(page, 'offline-full');
}

function today(): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date());
}

function deviceFile(productId: string, signature: string): Buffer {
  const token = { id: signature, name: 'Studio without network', productId, format: 'JWT' };
  return Buffer.from(Buffer.from(JSON.stringify(token)).toString('base64'));
}

async function chooseFile(page: Page, buffer: Buffer): Promise<void> {
  const file = { name: 'studio.dt', mimeType: 'application/octet-stream', buffer };
  await page.getByLabel('Choose the device file').setInputFiles(file);
}
