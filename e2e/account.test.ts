import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { CONSENT } from '../server/test/taxed-checkout.ts';
import { button, heading, passwordField } from './activation-page.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import {
  type DemoShop,
  findOnStorefront,
  newShopper,
  openDemoShop,
  type Shopper,
  startCheckout,
} from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { welcome } from './new-visitor.ts';
import { expectSound, WINDOWS, type Window } from './page-check.ts';
import { hasFocus, messageBeside } from './reading.ts';

const PATIENCE_MS = 30_000;
const PASSWORD = 'Violet-42-tram';
const NEW_PASSWORD = 'Amber-77-train';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;
let codes: string[];

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  // An invoice has to name the seller's address.
  const { apiKey } = shop.demo;
  const seller = { address: ['Hafenstraße 1', '20457 Hamburg'] };
  const { status, text } = await shop.send('PATCH', '/api/settings', { apiKey, body: { seller } });
  assert.equal(status, 200, text);
  codes = [...shop.demo.voucherCodes];
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});

after(() => opened.disposeAsync());

for (const window of WINDOWS) {
  const check = (page: Page, state: string) => expectSound(page, `account-${state}-${window.name}`);

  describe(`the customer's account in a ${window.name} window`, () => {
    it('redeems a code, buys, saves papers, gets back in by mail and in another tab, and is deleted', () =>
      visit(window, async (page) => {
        const grace = newShopper('Grace Hopper');
        await redeem(page, grace, check);
        await readOrder(page, grace, check);
        await keepBillingDetails(page, check);
        await resetPassword(page, grace);
        await continueInAnotherTab(page, grace, check);
        await deleteAccount(page, grace, check);
      }));
  });
}

function visit(window: Window, walk: (page: Page) => Promise<void>): Promise<void> {
  return welcome({ browser, window, patience: PATIENCE_MS }, walk);
}

type Check = (page: Page, state: string) => Promise<void>;

async function signIn(page: Page, { email }: Pick<Shopper, 'email'>, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await passwordField(page).fill(password);
  await button(page, 'Sign in').click();
}

/** With a link that contains the code, and an account that is created on the way. */
async function redeem(page: Page, { name, email }: Shopper, check: Check): Promise<void> {
  await page.goto(`${shop.demo.baseUrl}/redeem?code=${codes.pop() ?? ''}`);
  await heading(page, 'This code includes').waitFor();
  await page.getByText('Demo Verb', { exact: true }).waitFor();
  await check(page, 'redeem');
  await button(page, 'New to Demo Audio? Create an account').click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await passwordField(page).fill(PASSWORD);
  await button(page, 'Create account').click();
  await page.getByText(`The licenses go to ${email}.`).waitFor();
  await button(page, 'Redeem').click();
  await heading(page, 'Code redeemed').waitFor();
  await page.getByRole('link', { name: 'Licenses and devices of Demo Verb' }).waitFor();
  await page.getByText('Install and open').waitFor();
  await check(page, 'redeemed');
  await page.getByRole('link', { name: 'Licenses and devices of Demo Verb' }).click();
  await page.getByText('0 of 2 devices in use').waitFor();
}

/** An order with its receipt as a file, and the invoice for a business. */
async function readOrder(page: Page, { email }: Shopper, check: Check): Promise<void> {
  await buyDemoApp(email);
  await page.goto(`${shop.demo.baseUrl}/account/orders`);
  await check(page, 'orders');
  await page.getByRole('link', { name: 'Demo App' }).click();
  await heading(page, /^Order of /).waitFor();
  await page.getByText(/^Receipt R-/).waitFor();
  assert.match(await saveDocument(page, /^Save as PDF \(Receipt /), /^%PDF-/);
  await page.getByText('Request an invoice with a business address').click();
  await button(page, 'Issue the invoice').click();
  assert.match(await messageBeside(page, 'Business name'), /Enter the name/);
  await page.getByLabel('Business name').fill('Hopper GmbH');
  await page.getByLabel('Country').selectOption('DE');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('Hauptstr. 1');
  await page.getByLabel('Postal code').fill('10115');
  await page.getByLabel('City').fill('Berlin');
  await check(page, 'invoice');
  await button(page, 'Issue the invoice').click();
  await page.getByText(/^Invoice .* was issued\.$/).waitFor();
  assert.match(await saveDocument(page, /^Save as PDF \(Invoice /), /^%PDF-/);
  await check(page, 'order');
}

/** The details of a business in the account, which the next checkout shows. */
async function keepBillingDetails(page: Page, check: Check): Promise<void> {
  await page.goto(`${shop.demo.baseUrl}/account/details`);
  await button(page, 'Add billing details').click();
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('I’m buying as a business').check();
  await page.getByLabel('Tax ID (optional)').waitFor();
  await page.getByLabel('Country').selectOption('DE');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('Hauptstr. 1');
  await page.getByLabel('Postal code').fill('10115');
  await page.getByLabel('City').fill('Berlin');
  await button(page, 'Save').last().click();
  assert.match(await messageBeside(page, 'Business name'), /Enter the name/);
  await page.getByLabel('Business name').fill('Hopper GmbH');
  await page.getByLabel('VAT number').fill('DE136695976');
  await check(page, 'billing-form');
  await button(page, 'Save').last().click();
  await page.getByText('DE136695976').waitFor();
  await check(page, 'billing');
}

async function buyDemoApp(email: string): Promise<void> {
  const path = `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`;
  const { accessToken }: { accessToken: string } = JSON.parse(
    (await shop.send('POST', path, { body: PASSWORD })).text,
  );
  const offered = await findOnStorefront(shop, 'demo-app', { accessToken });
  const { checkoutUrl } = await startCheckout(shop, offered, { accessToken });
  const checkout = `/api${new URL(checkoutUrl).pathname}`;
  const { total, currency, fingerprint }: { total: { due: { amount: number } } } & Record<string, unknown> =
    JSON.parse((await shop.send('GET', checkout)).text);
  const paid = await shop.send('POST', `${checkout}/pay`, {
    accessToken,
    body: {
      name: 'Grace Hopper',
      email,
      due: total.due.amount,
      currency,
      fingerprint,
      ...CONSENT,
      billing: {
        address: { countryCode: 'DE', streetAddress1: 'Hauptstr. 1', postCode: '10115', locality: 'Berlin' },
      },
    },
  });
  assert.equal(paid.status, 200, paid.text);
}

async function saveDocument(page: Page, name: RegExp): Promise<string> {
  const downloading = page.waitForEvent('download');
  await button(page, name).click();
  const download = await downloading;
  assert.match(download.suggestedFilename(), /\.pdf$/);
  // The browser reports the download before the button has stopped loading.
  await page.locator('button[data-loading]').waitFor({ state: 'detached' });
  return readFile(await download.path(), 'latin1');
}

/** With the link in the mail, on the way to a page of the account. */
async function resetPassword(page: Page, { email }: Shopper): Promise<void> {
  await openMenu(page, email);
  await button(page, 'Sign out').click();
  await heading(page, 'Sign in').waitFor();
  await page.goto(`${shop.demo.baseUrl}/sign-in?next=/account/orders`);
  await button(page, 'Forgot your password?').click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await button(page, 'Email me a link').click();
  await heading(page, 'Check your email').waitFor();
  await eventually(() => page.getByText('Bought without an account?').count(), 0);
  await page.goto(await linkInMail(page, email));
  await page.getByRole('textbox', { name: /password/i }).fill(NEW_PASSWORD);
  await button(page, 'Save the new password').click();
  await page.getByRole('link', { name: 'Go to my products' }).click();
  await heading(page, 'My products').waitFor();
  await page.goto(`${shop.demo.baseUrl}/sign-in?next=/account/orders`);
  await heading(page, 'Orders').waitFor();
  assert.equal(new URL(page.url()).pathname, '/account/orders');
}

async function openMenu(page: Page, email: string): Promise<void> {
  await button(page, `Account of ${email}`).click();
}

/** The address of the link for a new password, from the page of the server's mails. */
async function linkInMail(page: Page, email: string): Promise<string> {
  const { demo } = shop;
  await page.goto(demo.mailsUrl);
  const mail = page.getByRole('listitem').or(page.getByRole('row')).filter({ hasText: email });
  const link = mail.getByRole('link', { name: /password/i }).first();
  while ((await link.count()) === 0) await page.goto(`${demo.baseUrl}/dev/mail`);
  await link.click();
  const action = page.frameLocator('iframe').getByRole('link', { name: /password/i });
  return (await action.first().getAttribute('href')) ?? assert.fail('the mail has no link');
}

/** Signing out in one tab leaves nothing in the other: neither input nor the customer's address in the page. */
async function continueInAnotherTab(page: Page, grace: Shopper, check: Check): Promise<void> {
  await page.goto(`${shop.demo.baseUrl}/account/details`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace Brewster Hopper');
  const other = await page.context().newPage();
  await other.goto(`${shop.demo.baseUrl}/shop`);
  await openMenu(other, grace.email);
  await button(other, 'Sign out').click();
  await other.close();
  await page.getByText('You signed out in another tab.').waitFor();
  assert(await hasFocus(page, 'h1'));
  await eventually(() => page.locator('main').getByText(grace.email).count(), 0);
  await eventually(() => page.locator('input[value="Grace Brewster Hopper"]').count(), 0);
  await check(page, 'signed-out');
  await page.getByRole('textbox', { name: 'Email' }).fill(grace.email);
  await passwordField(page).fill(NEW_PASSWORD);
  await button(page, 'Sign in').click();
  await page.getByText('This browser').waitFor();
  assert.notEqual(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Grace Brewster Hopper');
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace Brewster Hopper');
  await button(page, 'Save').click();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  await page.getByText('This browser').waitFor();
  await eventually(() => page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Grace Brewster Hopper');
  await chooseMails(page);
  await check(page, 'details');
  await seeTwoColumns(page);
  await staysInPlace(page);
  await endOtherSessions(page, grace);
}

/** On a wide window, the parts of the account stand where they stand on its other pages. */
async function staysInPlace(page: Page): Promise<void> {
  const before = page.viewportSize() ?? assert.fail();
  await page.setViewportSize({ width: 1440, height: 900 });
  const parts = page.getByRole('navigation', { name: 'Account', exact: true });
  const place = async () => {
    const { x, width } = (await parts.boundingBox()) ?? assert.fail();
    return { x, width };
  };
  const ofDetails = await place();
  await parts.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  assert.deepEqual(await place(), ofDetails);
  await parts.getByRole('link', { name: 'My details' }).click();
  await page.getByText('This browser').waitFor();
  await page.setViewportSize(before);
}

/** A choice takes effect immediately, and is still there after a reload. */
async function chooseMails(page: Page): Promise<void> {
  const newsletter = page.getByRole('checkbox', { name: 'Newsletter' });
  const before = await newsletter.isChecked();
  await newsletter.click();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  await page.getByText('This browser').waitFor();
  await eventually(() => newsletter.isChecked(), !before);
}

/** A wide window shows the details in two columns. */
async function seeTwoColumns(page: Page): Promise<void> {
  const narrow = page.viewportSize() ?? assert.fail();
  await page.setViewportSize({ width: 1440, height: 900 });
  const left = async (name: string) => (await heading(page, name).boundingBox())?.x ?? 0;
  assert.ok((await left('Password')) > (await left('Name and email')) + 400);
  await page.setViewportSize(narrow);
}

async function endOtherSessions(page: Page, { email }: Shopper): Promise<void> {
  const path = `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`;
  const { text } = await shop.send('POST', path, { body: NEW_PASSWORD });
  const { accessToken }: { accessToken: string } = JSON.parse(text);
  await seeManyPlaces(page);
  await page.reload();
  await button(page, 'Sign out everywhere else').click();
  await page.getByText('You are now signed in only here.').waitFor();
  assert.equal((await shop.send('GET', '/api/customer/meta/user', { accessToken })).status, 401);
}

/** Seven places: five of them are listed at first; who asks for all goes on at the sixth. */
async function seeManyPlaces(page: Page): Promise<void> {
  const calls = '**/api/customer/identity/sessions*';
  await page.route(calls, async (route) => {
    const response = await route.fetch();
    const answer: { items: { readonly isCurrent: boolean }[] } = await response.json();
    const other = answer.items.find(({ isCurrent }) => !isCurrent);
    const more = Array.from({ length: 6 }, (_, index) => ({ ...other, id: `place-${index}` }));
    const items = [...answer.items.filter(({ isCurrent }) => isCurrent), ...more];
    await route.fulfill({ response, json: { ...answer, items } });
  });
  await page.reload();
  const places = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await eventually(() => places.count(), 5);
  await button(page, 'Show all 7').click();
  await eventually(() => places.count(), 7);
  assert.ok(await places.nth(5).locator('button:focus').isVisible());
  await page.unroute(calls);
}

async function deleteAccount(page: Page, { email }: Shopper, check: Check): Promise<void> {
  const downloading = page.waitForEvent('download');
  await button(page, 'Download my data').click();
  const data: unknown = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
  assert.match(JSON.stringify(data), new RegExp(email));
  await button(page, 'Delete my account').click();
  await page.getByLabel(`Type ${email} to confirm`).fill('grace');
  await button(page, 'Delete my account permanently').click();
  assert.equal(await messageBeside(page, `Type ${email} to confirm`), `Type ${email} exactly.`);
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
  await button(page, 'Delete my account permanently').click();
  await page.getByText('This password is wrong.').waitFor();
  await check(page, 'delete');
  await page.getByRole('textbox', { name: 'Your password' }).fill(NEW_PASSWORD);
  await button(page, 'Delete my account permanently').click();
  await heading(page, 'Your account was deleted').waitFor();
  await check(page, 'deleted');
  await page.goto(`${shop.demo.baseUrl}/account`);
  await signIn(page, { email }, NEW_PASSWORD);
  await page.getByText('Email or password is wrong').waitFor();
}
