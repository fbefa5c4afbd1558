import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { button, heading, passwordField } from './activation-page.ts';
import { type Application, startActivation } from './application.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, newShopper, openDemoShop, signInAsOwner } from './demo-shop.ts';
import { eventually } from './eventually.ts';
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
  // Once: sign-ins are limited per minute.
  ownerToken = await signInAsOwner(shop);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});

after(() => opened.disposeAsync());

for (const window of WINDOWS) {
  const check = (page: Page, state: string) => expectSound(page, `activate-${state}-${window.name}`);

  describe(`activating an application in a ${window.name} window`, () => {
    it('takes a stranger from signing up to a trial that the application gets', () =>
      visit(window, async (page) => {
        const app = await startActivation(shop, 'demo-synth', 'Living room PC');
        const customer = newShopper('Hedy Lamarr');
        await page.goto(app.browserUrl);
        await heading(page, 'Activate Demo Synth').waitFor();
        const polled = app.poll();
        await button(page, 'New to Demo Audio? Create an account').click();
        await page.getByLabel('Name').fill(customer.name);
        await page.getByLabel('Email').fill(customer.email);
        await passwordField(page).fill('password');
        await button(page, 'Create account').click();
        await page.getByText('The password still needs').waitFor();
        await check(page, 'sign-up');
        await passwordField(page).fill(`Aa1-${randomUUID()}`);
        await button(page, 'Create account').click();
        await heading(page, 'Try before you buy').waitFor();
        await check(page, 'trial');
        await button(page, 'Start the 14-day trial').click();
        await heading(page, 'Your trial of Demo Synth is running').waitFor();

        const claims = verifiedClaims(shop.demo, await polled);
        assert.deepEqual(
          [claims['trial'], claims['p:id'], claims['sig'], claims['u:email']],
          [true, 'demo-synth', app.deviceSignature, customer.email],
        );
        await isReady(page, 'Demo Synth');
        await check(page, 'trial-ready');
      }));

    it('gives a seat of its owner’s license, and loses nothing when the page is reloaded', () =>
      visit(window, async (page) => {
        const app = await startActivation(shop, 'demo-app', 'Studio Mac');
        await page.goto(app.browserUrl);
        await button(page, 'Sign in to use a license').click();
        await signInOnPage(page);
        await heading(page, 'You own Demo App').waitFor();
        await page.getByText(shop.demo.customer.email).waitFor();
        // After a reload the customer is still signed in, without entering anything again.
        await page.reload();
        await heading(page, 'You own Demo App').waitFor();
        await check(page, 'owner');
        const polled = app.poll();
        await button(page, 'Activate Demo App').click();
        await heading(page, 'Demo App is activated').waitFor();
        const claims = verifiedClaims(shop.demo, await polled);
        assert.deepEqual(
          [claims['trial'], claims['method'], claims['sig'], claims['u:email']],
          [false, 'Online', app.deviceSignature, shop.demo.customer.email],
        );
        await isReady(page, 'Demo App');
        await page.reload();
        await isReady(page, 'Demo App');
        await releaseAll();
      }));

    it('frees a seat on the page when all are taken', () =>
      visit(window, async (page) => {
        await takeSeats(['Old laptop', 'Attic tower', 'Sold tablet']);
        const app = await startActivation(shop, 'demo-app', 'New laptop');
        await page.goto(app.browserUrl);
        await button(page, 'Sign in to use a license').click();
        await signInOnPage(page);
        await heading(page, 'No activations left').waitFor();
        const devices = page.getByRole('list', { name: 'Activated devices' }).locator('> li');
        await devices.first().waitFor();
        await eventually(() => devices.count(), 3);
        await check(page, 'full');
        await button(page, 'Release Sold tablet').click();
        await button(page, 'Release Sold tablet now').click();
        await button(page, 'Activate Demo App').click();
        await heading(page, 'Almost done').waitFor();
        assert.equal(verifiedClaims(shop.demo, await app.poll())['sig'], app.deviceSignature);
        await releaseAll();
      }));

    it('starts an anonymous trial where no account is needed', () =>
      visit(window, async (page) => {
        const app = await startActivation(shop, 'demo-app', 'Borrowed laptop');
        await page.goto(app.browserUrl);
        await button(page, 'Start the 14-day trial').click();
        const claims = verifiedClaims(shop.demo, await app.poll());
        assert.deepEqual([claims['trial'], claims['u:name']], [true, 'anonymous']);
        await isReady(page, 'Demo App');
      }));

    it('tells the application that it was cancelled', () =>
      visit(window, async (page) => {
        const app = await startActivation(shop, 'demo-app', 'Not mine');
        await page.goto(app.browserUrl);
        await button(page, 'Cancel the activation').click();
        await heading(page, 'Activation cancelled').waitFor();
        await wasCancelled(app);
        await page.reload();
        await heading(page, 'Activation cancelled').waitFor();
      }));

    it('sells the missing license to a visitor who owns nothing and cannot try', () =>
      visit(window, async (page) => {
        const app = await startActivation(shop, 'demo-verb', 'Studio Mac');
        await page.goto(app.browserUrl);
        await page.getByText('Use the account that owns Demo Verb.').waitFor();
        await signInOnPage(page);
        await heading(page, 'You need a license for Demo Verb').waitFor();
        const link = page.getByRole('link', { name: 'Get Demo Verb (opens in a new tab)' });
        await eventually(() => link.getAttribute('href'), `${shop.demo.baseUrl}/shop`);
        await button(page, 'Use another account').click();
        await heading(page, 'Sign in').waitFor();
        await eventually(() => page.evaluate("localStorage.getItem('latchkey.session')"), null);
        await button(page, 'Cancel the activation').click();
        await wasCancelled(app);
      }));
  });
}

it('reveals nothing to somebody with the polling address', async () => {
  const { browserUrl, pollUrl } = await startActivation(shop, 'demo-app', 'Studio Mac');
  const pollSecret = pollUrl.slice(pollUrl.lastIndexOf('/') + 1);
  assert(!browserUrl.includes(pollSecret));
  for (const window of WINDOWS) {
    await visit(window, async (page) => {
      await page.goto(`${shop.demo.baseUrl}/activate/${pollSecret}`);
      await heading(page, 'We cannot find this activation').waitFor();
    });
  }
});

/** A page of its own; fails after the walk if the page had any complaint. */
function visit(window: Window, walk: (page: Page) => Promise<void>): Promise<void> {
  return welcome({ browser, window, patience: PATIENCE_MS }, walk);
}

async function signInOnPage(page: Page): Promise<void> {
  const { email, password } = shop.demo.customer;
  await page.getByLabel('Email').fill(email);
  await passwordField(page).fill(password);
  await button(page, 'Sign in').click();
}

async function isReady(page: Page, productName: string): Promise<void> {
  await page.getByText(`${productName} is ready. You can close this page.`).waitFor();
}

async function wasCancelled(app: Application): Promise<void> {
  const { status, text } = await app.poll();
  assert.equal(status, 400);
  assert.match(text, /"errorType":"ActivationRequestCancelled"/);
}

async function takeSeats(deviceNames: readonly string[]): Promise<void> {
  for (const deviceName of deviceNames) {
    const body = { deviceName, deviceSignature: randomUUID() };
    const answer = await shop.send('POST', '/api/client/licenses/demo-app/request', {
      body,
      accessToken: ownerToken,
    });
    assert.equal(answer.status, 200, answer.text);
  }
}

/** Frees every seat, so that the next test finds the license in its initial state. */
async function releaseAll(): Promise<void> {
  const path = '/api/customer/inventory/products/demo-app/licenses/activations?pageSize=100';
  const page = await shop.send('GET', path, { accessToken: ownerToken });
  const { items }: { items: { id: string; licenseId: string; status: string }[] } = JSON.parse(page.text);
  for (const { id, licenseId, status } of items) {
    if (status !== 'Active') continue;
    const release = `/api/customer/inventory/licenses/${licenseId}/activations/${id}/revoke`;
    assert.equal((await shop.send('POST', release, { accessToken: ownerToken })).status, 200);
  }
}
