import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { within } from '../server/test/waiting.ts';
import { button, heading, passwordField } from './activation-page.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, openDemoShop, signInAsOwner } from './demo-shop.ts';

const PROGRAM = path.join(import.meta.dirname, '../examples/desktop-app/main.js');
/** Nothing listens there. */
const NO_SERVER = 'http://127.0.0.1:9';

const LICENSED = 'Demo App, licensed to Ada Demo.';
/** The program works, with the add-on that the demo customer owns. */
const READY = '♪ Your notes are ready.\n♪ With sounds.';
const commandLine = (command: string) => `node ${path.relative('', PROGRAM)} ${command}`;

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;
let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-desktop-'));
  opened.defer(() => rm(folder, { recursive: true }));
  shop = await openDemoShop();
  opened.defer(shop.close);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});

after(() => opened.disposeAsync());

describe('the desktop program', () => {
  it('is activated in the browser, also after it was killed meanwhile, works offline, and gives back', async () => {
    const first = start('studio', ['activate']);
    const url = await addressOf(first);
    first.kill('SIGKILL');
    await once(first, 'close');
    // It continues with the same address: the customer has that page open.
    const second = start('studio', ['activate']);
    assert.equal(await addressOf(second), url);
    const output = outputOf(second);
    await visit(url, async (page) => {
      await approve(page);
      await heading(page, 'Demo App is activated').waitFor();
      assert.deepEqual((await output).slice(-1), [LICENSED]);
      await page.getByText('Demo App is ready. You can close this page.').waitFor();
    });
    assert.deepEqual(await run('studio', ['run'], NO_SERVER), [0, READY]);
    assert.deepEqual(await run('studio', ['release'], NO_SERVER), [
      1,
      'The license server cannot be reached. Check the internet connection and try again.',
    ]);
    // The validation that is due at startup reminds, locks and unlocks, although the program runs only briefly.
    assert.deepEqual(await run('studio', ['status'], NO_SERVER, 29), [
      0,
      `${LICENSED} Connect to the internet within 1 day.`,
    ]);
    assert.match((await run('studio', ['run'], NO_SERVER, 31)).join(' '), /^1 .* has not been checked/);
    assert.deepEqual(await run('studio', ['run'], undefined, 31), [0, READY]);
    const [code] = await run('studio', ['release']);
    assert.equal(code, 0);
    assert.deepEqual(await run('studio', ['run']), [1, `No license. Run: ${commandLine('activate')}`]);
  });

  it('shows where the upgrade is sold to a version that is not covered, goes on after it without a restart, and uses an add-on', async () => {
    await coverUpTo(1);
    const activation = start('upgrade', ['activate']);
    const done = outputOf(activation);
    await visit(await addressOf(activation), async (page) => {
      await approve(page);
      await heading(page, 'Demo App is activated').waitFor();
      await done;
    });
    const program = start('upgrade', ['run'], undefined, 0, { NOTES_VERSION: '2.0.0' });
    const output = outputOf(program);
    const url = await addressOf(program);
    assert.match(url, /\/buy\/demo-app\?license=[0-9a-f-]+$/);
    assert.deepEqual(await run('upgrade', ['run']), [0, READY], 'earlier versions go on');
    await coverUpTo(2);
    assert.deepEqual((await output).slice(-2), READY.split('\n'));
    const [code, none] = await run('upgrade', ['add-ons', 'strings']);
    assert.deepEqual([code, none], [1, 'Demo App has no sub-product strings.']);
    await addOn();
    const [, list] = await run('upgrade', ['add-ons']);
    const active = 'Demo Sounds (sounds): active on this device';
    assert.deepEqual(list.split('\n').toSorted(), [
      active,
      `Strings (strings): yours. Use it here: ${commandLine('add-ons strings')}`,
    ]);
    const [, after] = await run('upgrade', ['add-ons', 'strings']);
    assert.deepEqual(after.split('\n').toSorted(), [active, 'Strings (strings): active on this device']);
    assert.deepEqual(await run('upgrade', ['run']), [0, READY.replace('♪ With', '♪ With strings.\n♪ With')]);
    assert.equal((await run('upgrade', ['release']))[0], 0);
  });

  it('tries the product without an account, and keeps the trial', async () => {
    const trial = 'Trial of Demo App, licensed to this device, 14 days left.';
    assert.deepEqual(await run('attic', ['trial']), [0, trial]);
    assert.deepEqual(await run('attic', ['release']), [
      1,
      'A trial holds no activation that could be released. It ends by itself.',
    ]);
    assert.deepEqual(await run('attic', ['status']), [0, trial]);
  });

  it('is activated by files without a network', async () => {
    const [request, license] = [path.join(folder, 'stage.dt'), path.join(folder, 'demo-app.mb')];
    await run('stage', ['device-file', request], NO_SERVER);
    await writeFile(license, await licenseFileFor(await readFile(request, 'utf8')));
    assert.deepEqual(await run('attic', ['license-file', license], NO_SERVER), [
      1,
      `This is not a license for this application on this device. Make a new device file: ${commandLine('device-file studio.dt')}`,
    ]);
    assert.deepEqual(await run('stage', ['license-file', license], NO_SERVER), [
      0,
      'Demo App, licensed to Ada Demo, offline.',
    ]);
    assert.deepEqual(await run('stage', ['release']), [
      1,
      'An offline activation cannot be released by the application. It stays on this device. Ask the vendor if you need the seat on another one.',
    ]);
    assert.deepEqual(await run('stage', ['license-file', `${license}.b`], NO_SERVER), [
      1,
      `${license}.b cannot be found. Check the name and the folder.`,
    ]);
  });

  it('waits until the customer has released another device when no seat is free', async () => {
    const accessToken = await signInAsOwner(shop);
    for (const deviceName of ['Old laptop', 'Sold tablet']) {
      const body = { deviceName, deviceSignature: deviceName };
      const answer = await shop.send('POST', '/api/client/licenses/demo-app/request', { body, accessToken });
      assert.equal(answer.status, 200, answer.text);
    }
    const program = start('tour', ['activate']);
    const url = await addressOf(program);
    const output = outputOf(program);
    await visit(url, async (page) => {
      await button(page, 'Sign in to use a license').click();
      await signIn(page);
      await heading(page, 'No activations left').waitFor();
      await button(page, 'Release Sold tablet').click();
      await button(page, 'Release Sold tablet now').click();
      await button(page, 'Activate Demo App').click();
      assert.deepEqual((await output).slice(-1), [LICENSED]);
    });
  });
});

/** Limits all licenses of the demo product to a major version. */
async function coverUpTo(upToMajor: number): Promise<void> {
  const { apiKey } = shop.demo;
  const list = await shop.send('GET', '/api/licenses?productFilter=demo-app', { apiKey });
  const { items }: { items: { id: string }[] } = JSON.parse(list.text);
  for (const { id } of items) {
    const body = { upToMajor, reason: 'An example' };
    const { status, text: answer } = await shop.send('PATCH', `/api/licenses/${id}`, { apiKey, body });
    assert.equal(status, 200, answer);
  }
}

/** Gives the demo customer an add-on that is included in the license. */
async function addOn(): Promise<void> {
  const { apiKey, customer } = shop.demo;
  const product = {
    id: 'demo-app.strings',
    name: 'Strings',
    includedInLicense: true,
    maxNumberOfActivations: 2,
  };
  const created = await shop.send('POST', '/api/products', { apiKey, body: product });
  assert.equal(created.status, 201, created.text);
  const requests = [{ productId: product.id }];
  const body = { customer: { email: customer.email, name: 'Ada Demo' }, requests };
  const granted = await shop.send('POST', '/api/licenses/provision', { apiKey, body });
  assert.equal(granted.status, 200, granted.text);
}

function start(
  device: string,
  parameters: readonly string[],
  baseUrl = shop.demo.baseUrl,
  days = 0,
  variables: Readonly<Record<string, string>> = {},
): ChildProcess {
  const { accountId, publicKeyPem } = shop.demo;
  return spawn(process.execPath, [PROGRAM, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      LATCHKEY_URL: baseUrl,
      LATCHKEY_ACCOUNT: accountId,
      LATCHKEY_PRODUCT: 'demo-app',
      LATCHKEY_PUBLIC_KEY: publicKeyPem,
      NOTES_FOLDER: path.join(folder, device),
      NOTES_DEVICE: device,
      NOTES_BROWSER: 'none',
      NOTES_DAYS: String(days),
      ...variables,
    },
  });
}

/** The exit code of the program and its output, with a clock that is this many days ahead. */
async function run(
  device: string,
  parameters: readonly string[],
  baseUrl?: string,
  days?: number,
): Promise<[code: number | null, line: string]> {
  const program = start(device, parameters, baseUrl, days);
  assert(program.stdout !== null);
  const [output] = await within('the program', Promise.all([text(program.stdout), once(program, 'close')]));
  return [program.exitCode, output.trim()];
}

/** The address that the program prints for the browser. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  assert(stdout !== null);
  const [line] = await within('the address', once(stdout, 'data'));
  return /https?:\S+/.exec(String(line))?.[0] ?? assert.fail(String(line));
}

/** The program's further output, when it has ended. */
async function outputOf(program: ChildProcess): Promise<string[]> {
  assert(program.stdout !== null);
  const lines = Array.fromAsync(createInterface({ input: program.stdout }));
  return within('the program to end', lines);
}

async function approve(page: Page): Promise<void> {
  await button(page, 'Sign in to use a license').click();
  await signIn(page);
  await button(page, 'Activate Demo App').click();
}

async function signIn(page: Page): Promise<void> {
  const { email, password } = shop.demo.customer;
  await page.getByLabel('Email').fill(email);
  await passwordField(page).fill(password);
  await button(page, 'Sign in').click();
}

async function visit(url: string, walk: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ locale: 'en-US' });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await walk(page);
  } finally {
    await context.close();
  }
}

/** As on the page for device files, which has its own test. */
async function licenseFileFor(deviceFile: string): Promise<string> {
  const response = await fetch(`${shop.demo.baseUrl}/api/customer/inventory/activate?method=Offline`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await signInAsOwner(shop)}`, 'content-type': 'text/plain' },
    body: deviceFile,
  });
  assert.equal(response.status, 200);
  return (await fetch(response.headers.get('location') ?? '')).text();
}
