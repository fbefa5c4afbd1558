import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { button, heading } from './activation-page.ts';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, newShopper, openDemoShop, type Shopper, signUp } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { welcome } from './new-visitor.ts';
import { expectSound, WINDOWS, type Window } from './page-check.ts';

const PATIENCE_MS = 30_000;
const DAY_MS = 86_400_000;
const CLIP_OF_NEWS =
  "getComputedStyle([...document.querySelectorAll('output')].find((each) => each.innerText.startsWith('Cancelled.'))).clipPath";

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
  const check = (page: Page, state: string) => expectSound(page, `subscription-${state}-${window.name}`);

  describe(`a subscription in a ${window.name} window`, () => {
    it('is bought with a consent, found in the account, cancelled in two clicks, and taken back', () =>
      visit(window, async (page) => {
        const customer = newShopper('Grace Hopper');
        const password = `Aa1-${randomUUID()}`;
        const accessToken = await signUp(shop, customer, password);
        await page.goto(
          await checkoutOf({ productId: 'demo-synth', variationId: 'demo-synth-rent-to-own' }, accessToken),
        );
        await heading(page, 'What you pay later').waitFor();
        await page.getByText('€11.90 every month, next on').waitFor();
        await page.getByText('Due today', { exact: true }).waitFor();
        await page.getByText('What should become of later payments?').waitFor();
        await check(page, 'checkout');
        await button(page, 'Pay €11.90').click();
        await page.getByText('Please agree to the later payments.').waitFor();
        await page.getByLabel('I agree that my payment method is saved and charged').check();
        await page.getByLabel('Deliver my licenses at once').check();
        await button(page, 'Pay €11.90').click();
        await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
        await page.getByText('€11.90 every month, next on').waitFor();
        await check(page, 'completed');

        await findInAccount(page, customer, password);
        await page.getByText('1 of 12 payments made').waitFor();
        await page.getByText('The remaining 11 payments can be made at once: €129.00.').waitFor();
        await page.getByText('You save €1.90.').waitFor();
        await button(page, 'Pay €129.00').waitFor();
        const top = async (text: string) =>
          (await page.getByText(text).boundingBox())?.y ?? assert.fail(text);
        assert.ok((await top('€11.90 every month')) < (await top('Change the plan or')), 'facts come first');
        // A pointer on it keeps its text readable.
        await button(page, 'Cancel the subscription').hover();
        await check(page, 'one');
        await button(page, 'Change the plan or the number of licenses').click();
        await page.getByLabel('Licenses', { exact: true }).fill('2');
        await button(page, 'Pay €11.90 and change').waitFor();
        await page.getByText('Due now').waitFor();
        await page.getByText('All licenses become yours together').waitFor();
        await check(page, 'plan');
        await button(page, 'Keep it as it is').click();
        await button(page, 'Change the payment method').click();
        await page.getByRole('heading', { level: 1, name: 'Payment method' }).waitFor();
        await page.getByText('ending in 4242').waitFor();
        await check(page, 'method');
        await button(page, 'Use another payment method').click();
        await page.getByText('The new payment method is saved.').waitFor();
        await page.getByRole('link', { name: 'Back' }).click();
        await heading(page, 'Yours in the end').waitFor();
        await button(page, 'Cancel the subscription').click();
        await heading(page, 'What happens when you cancel').waitFor();
        await check(page, 'cancel');
        await button(page, 'Cancel now').click();
        await page.getByText('This subscription ends on').waitFor();
        assert.notEqual(await page.evaluate<string>(CLIP_OF_NEWS), 'none', 'the note says it to the eye');
        await check(page, 'cancelled');
        const answers = '**/api/customer/inventory/subscriptions/*';
        await page.route(answers, async (route) => {
          const response = await route.fetch();
          const cancelAt = new Date(Date.now() - DAY_MS).toISOString();
          await route.fulfill({ response, json: { ...(await response.json()), cancelAt } });
        });
        await page.reload();
        // In the grace after what is paid, only a payment goes on.
        await button(page, 'Renew the subscription').waitFor();
        assert.equal(await button(page, 'Take the cancellation back').count(), 0);
        await check(page, 'over');
        await page.unroute(answers);
        await page.reload();
        await button(page, 'Take the cancellation back').click();
        await page.getByText('The subscription goes on.').waitFor();
        await eventually(() => button(page, 'Cancel the subscription').count(), 1);
      }));

    it('is cancelled with the link of a mail, taken back, and cancelled again: each time with the day of its end', () =>
      visit(window, async (page) => {
        const customer = newShopper('Radia Perlman');
        const accessToken = await signUp(shop, customer, `Aa1-${randomUUID()}`);
        await page.goto(
          await checkoutOf({ productId: 'demo-synth', variationId: 'demo-synth-rent-to-own' }, accessToken),
        );
        await page.getByLabel('I agree that my payment method is saved and charged').check();
        await page.getByLabel('Deliver my licenses at once').check();
        await button(page, 'Pay €11.90').click();
        await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
        const own = '/api/customer/inventory/subscriptions';
        const id = (await answerOf<{ items: { id: string }[] }>('GET', own, accessToken)).items[0]?.id;
        assert.ok(id !== undefined);
        // Taking a cancellation back sends a mail with the link.
        const { cancelAt } = await answerOf<{ cancelAt: string }>('POST', `${own}/${id}/cancel`, accessToken);
        await answerOf('POST', `${own}/${id}/resume`, accessToken);
        const link = await manageLink(page, customer);
        await page.goto(link);
        await page.getByRole('heading', { level: 1, name: 'Your subscription' }).waitFor();
        await check(page, 'mail');
        const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date(cancelAt));
        for (const _ of [1, 2]) {
          await button(page, 'Cancel the subscription').click();
          await button(page, 'Cancel now').click();
          await page.getByText(`Cancelled. It works until ${day}.`).waitFor();
          await button(page, 'Keep the subscription').click();
          await page.getByText('Renews on').waitFor();
        }
        await button(page, 'Cancel the subscription').click();
        await button(page, 'Cancel now').click();
        await button(page, 'Keep the subscription').waitFor();
        await page.route('**/api/customer/subscription-links', async (route) => {
          const response = await route.fetch();
          const { subscription, ...rest } = await response.json();
          const over = { ...subscription, cancelAt: new Date(Date.now() - DAY_MS).toISOString() };
          await route.fulfill({ response, json: { ...rest, subscription: over } });
        });
        await page.goto('about:blank');
        await page.goto(link);
        // In the grace after what is paid, only a payment goes on.
        await button(page, 'Renew the subscription').waitFor();
        assert.equal(await button(page, 'Keep the subscription').count(), 0);
        await check(page, 'mail-over');
      }));

    it('is merged into another one: it ends with its paid period, and cannot be taken back', () =>
      visit(window, async (page) => {
        const customer = newShopper('Barbara Liskov');
        const password = `Aa1-${randomUUID()}`;
        const accessToken = await signUp(shop, customer, password);
        for (const isSecond of [false, true]) {
          await page.goto(
            await checkoutOf({ productId: 'demo-synth', variationId: 'demo-synth-rent-to-own' }, accessToken),
          );
          await page.getByLabel('I agree that my payment method is saved and charged').check();
          await page.getByLabel('Deliver my licenses at once').check();
          if (isSecond) await page.getByLabel('Yes, I want another subscription to').check();
          await button(page, 'Pay €11.90').click();
          await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
        }
        const own = '/api/customer/inventory/subscriptions';
        const { items } = await answerOf<{ items: { id: string }[] }>('GET', own, accessToken);
        const [one = { id: '' }, other = { id: '' }] = items;
        const body = { subscriptionId: other.id, reason: 'bought twice' };
        const { apiKey } = shop.demo;
        const merge = await shop.send('POST', `/api/subscriptions/${one.id}/merge`, { apiKey, body });
        assert.equal(merge.status, 200, merge.text);
        await page.goto(`${shop.demo.baseUrl}/account/subscriptions/${other.id}`);
        await page.getByRole('textbox', { name: 'Email' }).fill(customer.email);
        await page.getByRole('textbox', { name: 'Password' }).fill(password);
        await button(page, 'Sign in').click();
        await page.getByText('Its payments count for your other subscription.').waitFor();
        await eventually(() => button(page, 'Take the cancellation back').count(), 0);
        await check(page, 'merged');
        await page.goto(`${shop.demo.baseUrl}/account/subscriptions/${one.id}`);
        await page.getByText('2 of 12 payments made').waitFor();
      }));

    it('begins with free days: nothing is paid today, and the first payment is named', () =>
      visit(window, async (page) => {
        await page.goto(await checkoutOf({ productId: 'demo-synth', variationId: 'demo-synth-monthly' }));
        await page.getByText('after 14 free days').first().waitFor();
        await check(page, 'free-days');
        await page.getByLabel('Email').fill(newShopper('Hedy Lamarr').email);
        await page.getByLabel('Name').fill('Hedy Lamarr');
        await page.getByLabel('I agree that my payment method is saved and charged').check();
        await button(page, 'Subscribe, and pay later').click();
        await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
        await page.getByText('for the first time on').waitFor();
      }));

    // The last one: it moves the clock of the server.
    it('is paused, changed to the cent, paid after a failure, renewed after its end, and paid off', () =>
      visit(window, async (page) => {
        const plan = { productId: 'demo-synth', variationId: 'demo-synth-rent-to-own' };
        await vendor('PATCH', `/api/products/demo-synth/variations/${plan.variationId}`, { canPause: true });
        const customer = newShopper('Margaret Hamilton');
        const password = `Aa1-${randomUUID()}`;
        await page.goto(await checkoutOf(plan, await signUp(shop, customer, password)));
        await page.getByLabel('I agree that my payment method is saved and charged').check();
        await page.getByLabel('Deliver my licenses at once').check();
        await button(page, 'Pay €11.90').click();
        await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
        await findInAccount(page, customer, password);
        const address = page.url();
        const id = address.slice(address.lastIndexOf('/') + 1);

        await button(page, 'Pause the subscription').click();
        await button(page, 'Pause now').click();
        await page.getByText(/^Pauses from/).waitFor();
        await page.getByText('Pause planned', { exact: true }).waitFor();
        assert.equal(await button(page, 'Change the plan or the number of licenses').count(), 0);
        await check(page, 'pause-ahead');
        const answers = '**/api/customer/inventory/subscriptions/*';
        await page.route(answers, async (route) => {
          const response = await route.fetch();
          const paidUntil = new Date(0).toISOString();
          await route.fulfill({
            response,
            json: { ...(await response.json()), paidUntil, status: 'Expired' },
          });
        });
        await page.reload();
        await page.getByText(/^Paused until/).waitFor();
        await page.getByText('Paused', { exact: true }).waitFor();
        await page.getByText('begins a new period, and costs €11.90 today.').waitFor();
        await button(page, 'End the pause').waitFor();
        await check(page, 'paused');
        await page.unroute(answers);
        await page.reload();
        await button(page, 'Do not pause').click();
        await page.getByText('The subscription is not paused any more.').waitFor();

        await button(page, 'Change the plan or the number of licenses').click();
        await page.getByLabel('Licenses', { exact: true }).fill('3');
        await page.getByText('2 licenses, now, each').waitFor();
        await button(page, 'Pay €23.80 and change').click();
        await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
        const { items } = await vendor<{ items: { origin: string; total: { due: object } }[] }>(
          'GET',
          `/api/orders?subscriptionId=${id}`,
        );
        assert.deepEqual(
          items.map(({ origin, total }) => [origin, total.due]),
          [['PlanChange', { currency: 'EUR', amount: 23.8 }]],
        );

        await page.goto(address);
        await button(page, 'Change the plan or the number of licenses').click();
        await page.getByLabel('Licenses', { exact: true }).fill('2');
        await page.getByText(/^If more licenses than that are used on devices on/).waitFor();
        await button(page, 'Change with the next payment').waitFor();

        await vendor('PATCH', `/api/dev/payment-methods/${id}`, { behaviour: 'DeclinesForGood' });
        await vendor('POST', '/api/dev/clock', { advance: 'P32D' });
        await page.goto(address);
        await signInAgain(page, customer, password);
        await page.getByText('We could not charge your payment method').waitFor();
        await page.getByText(/^Pay €35\.70 by .* to keep your licenses\.$/).waitFor();
        await page.getByText('Payment failed', { exact: true }).waitFor();
        await check(page, 'needs-buyer');
        await button(page, 'Pay €35.70').click();
        await button(page, 'Try again: pay €35.70').waitFor();
        await eventually(() => page.getByText('Remove').count(), 0, 'only a cart is changed');
        await check(page, 'pay-renewal');
        await page.getByLabel('Deliver my licenses at once').check();
        await button(page, 'Try again: pay €35.70').click();
        await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();

        await vendor('POST', `/api/subscriptions/${id}/cancel`, { immediately: true });
        await page.goto(address);
        await page.getByText('This subscription has ended').waitFor();
        await check(page, 'ended');
        await button(page, 'Renew the subscription').click();
        await page.getByLabel('I agree that my payment method is saved and charged').check();
        await page.getByLabel('Deliver my licenses at once').check();
        await button(page, 'Pay €35.70').click();
        await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();

        await page.goto(address);
        await page.getByText('3 of 12 payments made').waitFor();
        assert.equal(await page.getByText('You save').count(), 0, 'of licenses with payments of their own');
        await button(page, /^Pay €/).click();
        await page.getByLabel('Deliver my licenses at once').check();
        await button(page, /^Pay €/).click();
        await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
        await page.goto(address);
        await page.getByText('Paid in full: the licenses are yours for good.').waitFor();
        await check(page, 'yours');
      }));
  });
}

async function answerOf<Answer>(method: 'GET' | 'POST', path: string, accessToken: string): Promise<Answer> {
  const { status, text } = await shop.send(method, path, { accessToken });
  assert.equal(status, 200, text);
  return JSON.parse(text);
}

/** The same with the key of the vendor, who also moves the clock. */
async function vendor<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const { status, text } = await shop.send(method, path, { apiKey: shop.demo.apiKey, body });
  assert.equal(status, 200, text);
  return JSON.parse(text);
}

/** The clock has moved, and sessions do not last for weeks. */
async function signInAgain(page: Page, { email }: Shopper, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await button(page, 'Sign in').click();
}

/** The link to manage a subscription in the newest mail to a customer. */
async function manageLink(page: Page, { email }: Shopper): Promise<string> {
  const { mailsUrl, baseUrl } = shop.demo;
  await page.goto(mailsUrl);
  const mail = page.getByRole('listitem').or(page.getByRole('row')).filter({ hasText: email });
  const letter = mail.getByRole('link', { name: /goes on/i }).first();
  while ((await letter.count()) === 0) await page.goto(`${baseUrl}/dev/mail`);
  await letter.click();
  const link = page.frameLocator('iframe').locator('a[href*="/account/subscription#"]').first();
  return (await link.getAttribute('href')) ?? assert.fail('the mail has no link to the subscription');
}

/** From the menu of the account over the list to the page of the subscription. */
async function findInAccount(page: Page, { email }: Shopper, password: string): Promise<void> {
  await page.goto(`${shop.demo.baseUrl}/account/subscriptions`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await button(page, 'Sign in').click();
  await page.getByRole('link', { name: 'Demo Synth, Rent to own' }).waitFor();
  await expectSound(page, 'subscription-list');
  await page.getByRole('link', { name: 'Demo Synth, Rent to own' }).click();
  await page.getByRole('heading', { level: 1, name: 'Demo Synth' }).waitFor();
  await page.getByText('ending in 4242, valid until 12/2099').waitFor();
}

async function checkoutOf(
  line: { readonly productId: string; readonly variationId: string },
  accessToken?: string,
): Promise<string> {
  const path = `/api/customer/orders/${randomUUID()}?checkout=true`;
  const items = [{ type: 'Product', ...line, quantity: 1 }];
  const body = { currency: 'EUR', items };
  const { status, text } = await shop.send('PATCH', path, {
    ...(accessToken !== undefined && { accessToken }),
    body,
  });
  assert.equal(status, 200, text);
  const { checkoutUrl }: { checkoutUrl: string } = JSON.parse(text);
  return checkoutUrl;
}

function visit(window: Window, walk: (page: Page) => Promise<void>): Promise<void> {
  return welcome({ browser, window, patience: PATIENCE_MS }, walk);
}
