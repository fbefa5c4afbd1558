import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { button, heading, passwordField } from './activation-page.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import { eventually } from './eventually.ts';
import { type DemoShop, openDemoShop, signInAsOwner } from './demo-shop.ts';
import { verifiedClaims } from './license-token.ts';
import { welcome } from './new-visitor.ts';
import { WINDOWS, type Window, expectSound } from './page-check.ts';

const PATIENCE_MS = 30_000;

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;
let ownerToken: string;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  ownerToken = await signInAsOwner(shop);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});

after(() => opened.disposeAsync());

for (const window of WINDOWS) {
  const check = (page: Page, state: string) => expectSound(page, `offline-${state}-${window.name}`);

  describe(`activating a device by its file in a ${window.name} window`, () => {
    it('makes a license file of a device file, with the keyboard alone, after releasing a device', () =>
      visit(window, async (page) => {
        await takeSeats(['Old laptop', 'Attic tower', 'Sold tablet'].slice(0, await freeSeats()));
        await page.goto(`${shop.demo.baseUrl}/activate`);
        await heading(page, 'Activate a device without internet').waitFor();
        await check(page, 'sign-in');
        await signInOnPage(page);
        await heading(page, 'Choose the device file').waitFor();
        await check(page, 'file');
        const signature = randomUUID();
        await chooseByKeyboard(page, deviceFile('demo-app', signature));
        await heading(page, 'No activations left').waitFor();
        await page.getByText('0 of 3 left').waitFor();
        await eventually(
          () => button(page, /^Release /).count(),
          0,
          'devices are listed once they are needed',
        );
        await check(page, 'confirm');
        await button(page, 'Get the license file again').press('Enter');
        await page.getByRole('alert').getByText('This device is not activated').waitFor();
        await eventually(() => button(page, /Try again|Get the license file again/).count(), 0);
        await check(page, 'full');
        await button(page, /^Release (Sold tablet|Attic tower|Old laptop)$/)
          .first()
          .focus();
        await page.keyboard.press('Enter');
        await button(page, /^Release .* now$/).focus();
        await page.keyboard.press('Enter');
        await heading(page, 'Demo App is activated').waitFor();
        await page.getByText(`Studio ${signature.slice(0, 4)}`).waitFor();
        await check(page, 'done');
        const downloading = page.waitForEvent('download');
        await page.getByRole('link', { name: 'Save the license file' }).press('Enter');
        const download = await downloading;
        assert.match(download.suggestedFilename(), /^demo-app\.mb$/);
        const text = await textOf(await download.createReadStream());
        const claims = verifiedClaims(shop.demo, { status: 200, text });
        assert.deepEqual(
          [claims['method'], claims['sig'], claims['u:email']],
          ['Offline', signature, shop.demo.customer.email],
        );
        await button(page, 'Activate another device').click();
        await heading(page, 'Choose the device file').waitFor();
        // Every activation is in use, and this device holds one of them.
        await choose(page, deviceFile('demo-app', signature));
        await button(page, 'Get the license file again').click();
        await heading(page, 'Demo App is activated').waitFor();
      }));

    it('says what is wrong with a file, and takes the next one', () =>
      visit(window, async (page) => {
        await page.goto(`${shop.demo.baseUrl}/activate`);
        await signInOnPage(page);
        await heading(page, 'Choose the device file').waitFor();
        for (const [content, title] of [
          ['x'.repeat(8 * 1024 + 1), 'This file is too large'],
          ['', 'This file is empty'],
          ['no device file', 'This is not a device file'],
          [deviceFile('unknown', 'x'), 'We do not know this product'],
          [deviceFile('demo-verb', 'x'), 'You need a license first'],
        ] as const) {
          await choose(page, content);
          await page.getByRole('alert').getByText(title).waitFor();
        }
        await check(page, 'refused');
        await drop(page, deviceFile('unknown', 'y'));
      }));

    it('says so where the vendor allows no offline use', () =>
      visit(window, async (page) => {
        await page.route('**/api/customer/inventory/activate?**', (route) =>
          route.fulfill({
            status: 400,
            contentType: 'application/problem+json',
            json: {
              type: 'about:blank',
              title: 'Offline activation is not allowed',
              status: 400,
              errorType: 'OfflineActivationNotAllowed',
              detail: 'Demo App cannot be activated offline.',
            },
          }),
        );
        await page.goto(`${shop.demo.baseUrl}/activate`);
        await signInOnPage(page);
        await choose(page, deviceFile('demo-app', 'x'));
        await button(page, /^(Activate Demo App|Get the license file again)$/).click();
        const alert = page.getByRole('alert').filter({ hasText: 'This product cannot be activated offline' });
        await alert.getByText('Connect the device to the internet and activate it in the app.').waitFor();
        assert.equal(await button(page, 'Try again').count(), 0, 'trying again cannot help');
        await check(page, 'forbidden');
        await page.unrouteAll({ behavior: 'wait' });
      }));
  });
}

function visit(window: Window, walk: (page: Page) => Promise<void>): Promise<void> {
  return welcome({ browser, window, patience: PATIENCE_MS }, walk);
}

function deviceFile(productId: string, signature: string): string {
  // No two devices of the shop have one name, in whichever window they were activated.
  const token = { id: signature, name: `Studio ${signature.slice(0, 4)}`, productId, format: 'JWT' };
  return Buffer.from(JSON.stringify(token))
    .toString('base64')
    .replaceAll(/(.{40})/g, '$1\r\n');
}

async function choose(page: Page, content: string): Promise<void> {
  const file = { name: 'studio.dt', mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
  await page.getByLabel('Choose the device file').setInputFiles(file);
}

/** Opens the browser's own file dialog with a key, like somebody without a mouse. */
async function chooseByKeyboard(page: Page, content: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByLabel('Choose the device file').press('Enter');
  const chooser = await choosing;
  await chooser.setFiles({
    name: 'studio.dt',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  });
}

/** Drops a file onto the area, like the desktop. */
async function drop(page: Page, content: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-drop-'));
  try {
    const path = join(folder, 'studio.dt');
    await writeFile(path, content);
    const box = await page.getByLabel('Choose the device file').boundingBox();
    assert(box !== null);
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const desktop = await page.context().newCDPSession(page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await desktop.send('Input.dispatchDragEvent', { ...place, type, data });
    }
    await page.getByRole('alert').getByText('We do not know this product').waitFor();
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function signInOnPage(page: Page): Promise<void> {
  const { email, password } = shop.demo.customer;
  await page.getByLabel('Email').fill(email);
  await passwordField(page).fill(password);
  await button(page, 'Sign in').click();
}

const SEATS = 3;

async function freeSeats(): Promise<number> {
  const path = '/api/customer/inventory/products/demo-app/licenses/activations?pageSize=100';
  const page = await shop.send('GET', path, { accessToken: ownerToken });
  const { items }: { items: { status: string }[] } = JSON.parse(page.text);
  return SEATS - items.filter(({ status }) => status === 'Active').length;
}

async function takeSeats(deviceNames: readonly string[]): Promise<void> {
  for (const deviceName of deviceNames) {
    const body = { deviceName, deviceSignature: randomUUID() };
    const path = '/api/client/licenses/demo-app/request';
    const answer = await shop.send('POST', path, { body, accessToken: ownerToken });
    assert.equal(answer.status, 200, answer.text);
  }
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(String(piece)));
  return Buffer.concat(pieces).toString();
}
