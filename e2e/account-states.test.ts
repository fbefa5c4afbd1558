import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import {
  document,
  eur,
  LICENSE,
  LICENSES,
  order,
  ORDERED_AT,
  PRODUCT,
  STOREFRONT,
  TOWERS,
} from './account-answers.ts';
import { ADA, seat } from './activation-api.ts';
import { button, heading, passwordField } from './activation-page.ts';
import { openBuiltWeb } from './built-web.ts';
import { eventually } from './eventually.ts';
import { intercept } from './interception.ts';
import { WINDOWS } from './page-check.ts';
import { layoutShift } from './reading.ts';
import { type Answer, API, noAnswer, ok, problem, type Reply } from './replies.ts';
import { type Visit, visit } from './visit.ts';

const TOKENS = { id: 'c-1', name: ADA.name, email: ADA.email, accessToken: 'a.b.c', refreshToken: 'r' };
const PROFILE = {
  ...TOKENS,
  confirmedAccount: true,
  communicationPreferences: { newsletterOptIn: false, productUpdatesOptIn: false },
};
const AWAITED = {
  products: ['demo-app'],
  names: ['Demo App'],
  message: 'Confirm your email address to get Demo App.',
};
const EVIL = ['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example'];
const TABS = ['Products', 'Orders', 'Subscriptions', 'My details'];
const NOTHING = { items: [], hasMore: false, next: null };
const DEVICES = 'inventory/products/demo-app/licenses/activations';

type Box = { readonly offsetLeft: number };

interface AccountApi {
  /** Sets the response to a call below `/api/customer/`, from now on. */
  readonly answers: (call: string, reply: Reply) => void;
}

/** Intercepts the page's requests; Ada is signed in, and owns nothing. */
async function interceptAccount(page: Page, origin: string): Promise<AccountApi> {
  const replies = new Map<string, Reply>([
    ['GET meta/user', ok(PROFILE)],
    ['GET inventory/products', ok(NOTHING)],
    ['GET orders', ok(NOTHING)],
    ['POST identity/sign-in', ok(TOKENS)],
    // The session has ended on the server.
    ['POST identity/refresh', problem(403, { errorType: 'InvalidRefreshToken' })],
  ]);
  await page.route(`${origin}/empty`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(`${origin}/empty`);
  await page.evaluate(`localStorage.setItem('latchkey.session', ${JSON.stringify(JSON.stringify(TOKENS))})`);
  await intercept(page, [API], (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/api/public/vendors/current')
      return ok({
        id: 'demo',
        name: 'Demo Audio',
        logoUrl: null,
        locale: 'en',
        links: {},
        brand: { colorScheme: 'auto', links: [] },
      })(route);
    const call = `${route.request().method()} ${pathname.replace('/api/customer/', '')}`;
    return (replies.get(call) ?? problem(404, { errorType: 'NotFound', title: 'Not found' }))(route);
  });
  return { answers: (call, reply) => void replies.set(call, reply) };
}

const web = openBuiltWeb();

for (const window of WINDOWS) {
  const visitPage = (path: string, walk: (visited: Visit<AccountApi>) => Promise<void>) =>
    visit(
      { ...web, window, locale: 'en-US' },
      { name: 'account-states', path, intercept: interceptAccount },
      walk,
    );

  describe(`states of the account in a ${window.name} window`, () => {
    it('nothing there has one sentence and one action; a lost connection is shown, and tried again', () =>
      visitPage('/account', async ({ page, api, open, check }) => {
        await open();
        await page.getByText('You have no products yet.').waitFor();
        await page.getByRole('link', { name: 'Go to the shop' }).waitFor();
        await check('no-products');
        const items = Array.from({ length: 60 }, (_, id) => ({
          ...PRODUCT,
          name: `App ${id}`,
          id: `${id}`,
          downloads: id < 59 ? [] : [{ key: 'linux', name: 'app.sh', size: 1_000, platform: 'Linux' }],
        }));
        api.answers('GET inventory/products', ok({ ...NOTHING, items }));
        await open();
        await page.getByText('App 59').waitFor();
        assert.equal(
          await page.getByRole('heading', { level: 2 }).first().innerText(),
          'App 59',
          'it has a file',
        );
        assert.ok((await layoutShift(page)) < 0.05, 'many products move nothing');
        api.answers('GET inventory/products', ok(NOTHING));
        api.answers('GET meta/user', ok({ ...PROFILE, confirmedAccount: false, awaitsProof: AWAITED }));
        await open();
        await page.getByText('Confirm your email address to get Demo App.').waitFor();
        await eventually(() => page.getByText('You have no products yet.').count(), 0, 'they only wait');
        await check('unproven');
        await open('/account/orders');
        await page.getByText('You have no orders yet.').waitFor();
        await check('no-orders');
        await open('/account/products/unknown');
        await heading(page, 'We cannot find this product').waitFor();
        await check('unknown-product');
        await open('/account/orders/unknown');
        await heading(page, 'We cannot find this order').waitFor();
        api.answers('GET orders', noAnswer());
        await open('/account/orders');
        await page.clock.runFor(5_000);
        await page.getByRole('alert').getByText('No connection').waitFor();
        await check('no-connection');
        api.answers('GET orders', ok(NOTHING));
        await button(page, 'Try again').click();
        await page.getByText('You have no orders yet.').waitFor();
      }));

    it('says how to activate only where there is something to install', () =>
      visitPage('/account/products/demo-app', async ({ page, api, open }) => {
        answerProduct(api, {}, []);
        await open();
        await page.getByText('No download yet.').waitFor();
        await eventually(() => page.getByText('How to activate').count(), 0);
      }));

    it('offers the activation by file only where a license allows it and a seat is left', () =>
      visitPage('/account/products/demo-app', async ({ page, api, open }) => {
        const offer = page.getByText('Activate a device without internet');
        const license = { ...LICENSE, id: 'l-1', status: 'Active', offlineActivationsAllowed: true };
        for (const changes of [{ offlineActivationsAllowed: false }, { activeNumberOfActivations: 2 }]) {
          answerProduct(api, {}, [{ ...license, ...changes }]);
          await open();
          await page.getByText('of 2 devices in use').waitFor();
          await eventually(() => offer.count(), 0);
        }
        answerProduct(api, {}, [license]);
        await open();
        await offer.waitFor();
      }));

    it('an address that is not proven yet can get its link again; only the open part of the menu is marked', () =>
      visitPage('/account/details', async ({ page, api, open, check }) => {
        api.answers('GET meta/user', ok({ ...PROFILE, confirmedAccount: false }));
        api.answers('GET identity/sessions', ok(NOTHING));
        api.answers('POST identity/send-confirmation', problem(429, { errorType: 'RateLimited' }));
        await open();
        await page.getByText('Not confirmed yet.').waitFor();
        const marks = () => page.locator('nav [data-here]').allTextContents();
        assert.deepEqual(await marks(), [], 'the details are not among the products');
        const tabs = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
        assert.deepEqual(await tabs.allTextContents(), TABS);
        const here = page.getByRole('navigation', { name: 'Account' }).locator('[aria-current]');
        assert.deepEqual(await here.allTextContents(), ['My details']);
        const tops = await tabs.evaluateAll<number[], { readonly offsetTop: number }>((links) =>
          links.map(({ offsetTop }) => offsetTop),
        );
        assert.equal(new Set(tops).size, 1, 'they are one line on a phone, too');
        await button(page, 'Send the link again').click();
        await page.getByRole('alert').getByText('Too many attempts').waitFor();
        api.answers('POST identity/send-confirmation', ok({}));
        await button(page, 'Send the link again').click();
        await page.getByText(`We sent a new link to ${ADA.email}.`).waitFor();
        await check('unconfirmed');
        answerProduct(api, {});
        await open('/account/products/demo-app');
        await heading(page, 'Demo App').waitFor();
        assert.deepEqual(await marks(), ['My products']);
        assert.equal(await tabs.count(), 0, 'its own link leads back');
      }));

    it('a device that may not be released says why, and licenses that have ended say so', () =>
      visitPage('/account/products/demo-app', async ({ page, api, open, check }) => {
        answerProduct(api, {});
        await open();
        await page.getByText('Only Demo Audio can release this device.').waitFor();
        await page.getByText('Tower (1111)', { exact: true }).waitFor();
        await button(page, 'Release Tower (2222)').waitFor();
        await page.getByText(/activated on Jan 10, 2026 · macOS$/).waitFor();
        await page.getByText('Expired on Jan 31, 2026').waitFor();
        await page.getByText('From Demo Bundle', { exact: true }).waitFor();
        await page.getByText('Order K7QM-4T2P', { exact: true }).waitFor();
        await page.getByText('Renews Apr 1, 2026', { exact: true }).waitFor();
        assert.equal(await page.getByText('Valid until').count(), 0, 'what goes on has no end');
        await page.getByText('Revoked', { exact: true }).waitFor();
        await page.locator('code').getByText('LK-KEY-CODE').waitFor();
        const release = `POST inventory/licenses/l-1/activations/Laptop/revoke`;
        api.answers(release, problem(409, { errorType: 'ReleaseTooSoon', title: 'Too soon' }));
        await button(page, 'Release Laptop').click();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await page
          .getByText('Another device of this license was released a short while ago.', { exact: false })
          .waitFor();
        await eventually(() => page.evaluate('document.activeElement.getAttribute("role")'), 'alert');
        await check('not-released');
        answerProduct(api, { numberOfLicenses: 0, numberOfTrials: 1, maxActivations: 0 }, []);
        await open();
        await heading(page, 'Keep Demo App after the trial').waitFor();
        await page.getByText('When the trial ends, you need a license').waitFor();
        await eventually(() => page.getByRole('link', { name: 'Buy for' }).count(), 0, 'it is not sold');
        api.answers('GET storefront', ok(STOREFRONT));
        await open();
        await page.getByText('A trial runs for 14 days on each device.').waitFor();
        const buy = page.getByRole('link', { name: 'Buy for €49.00' });
        assert.equal(await buy.getAttribute('href'), '/buy/demo-app?variation=perpetual');
        await check('trial');
      }));

    it('orders are searched by number and product, those on later pages, too', () =>
      visitPage('/account/orders', async ({ page, api, open, check }) => {
        const completedAt = '2026-03-01T10:00:00.000Z';
        const orders = Array.from({ length: 21 }, (_, index) =>
          order({ id: `o-${index}`, number: `A-${1000 + index}`, status: 'Completed', completedAt }),
        );
        const first = {
          items: orders.slice(0, 20),
          hasMore: true,
          next: '/api/customer/orders?paginationToken=t',
        };
        const rest = { items: orders.slice(20), hasMore: false, next: null };
        api.answers('GET orders', (route) =>
          ok(new URL(route.request().url()).searchParams.has('paginationToken') ? rest : first)(route),
        );
        await open();
        const search = page.getByRole('searchbox', { name: 'Search orders by number or product' });
        await search.fill('a-1020');
        await page.getByText('Mar 1, 2026 · A-1020').waitFor();
        await page.getByText('1 order', { exact: true }).waitFor();
        await eventually(() => page.getByRole('link', { name: 'Demo App' }).count(), 1);
        await check('orders-found');
        await search.fill('nothing like it');
        await page.getByText('No order matches “nothing like it”.').waitFor();
        await search.fill('demo app');
        await page.getByText('21 orders', { exact: true }).waitFor();
      }));

    it('an order that is paid but not delivered asks for patience, and a refund is named', () =>
      visitPage('/account/orders/o-1', async ({ page, api, open, check }) => {
        api.answers('GET orders/o-1', ok(order({ status: 'Paid' })));
        api.answers(
          'GET orders/o-1/documents',
          problem(409, { errorType: 'ReceiptPending', title: 'Pending' }),
        );
        await open();
        await page.getByText('You do not need to pay again.', { exact: false }).waitFor();
        await page.getByText('The receipt appears here once the order is complete.').waitFor();
        await check('paid');
        api.answers('GET orders/o-1', ok(order({ status: 'Paid', cancelledAt: ORDERED_AT })));
        await page.clock.runFor(6_000);
        await page.getByText('This order was cancelled, and you are getting a refund').waitFor();
        await eventually(() => page.getByText('The receipt appears here').count(), 0);
        await page.getByRole('link', { name: 'Go to the shop' }).waitFor();
        await heading(page, 'What you ordered').waitFor();
        await check('cancelled');
        const complete = order({ status: 'Completed', completedAt: ORDERED_AT });
        api.answers('GET orders/o-1', ok(complete));
        api.answers(
          'GET orders/o-1/documents',
          ok({ items: [document('Receipt', 49), document('CreditNote', -49)] }),
        );
        await open();
        await heading(page, 'Order of Mar 1, 2026').waitFor();
        await page.getByText('€49.00 was refunded').waitFor();
        assert.deepEqual(await amounts(page), ['€59.00', '−€10.00', '€49.00']);
        const saves = page.getByRole('button', { name: 'Save as PDF' });
        const lefts = await saves.evaluateAll<number[], Box>((all) => all.map((each) => each.offsetLeft));
        assert.equal(new Set(lefts).size, 1, 'the buttons are in a column');
        await check('refunded');
        const free = { original: eur(9), discount: eur(9), subtotal: eur(0), due: eur(0) };
        const [line] = complete.items;
        const both = { ...complete, items: [line, { ...line, id: '2', total: free }] };
        api.answers('GET orders/o-1', ok({ ...both, total: { ...complete.total, discount: eur(19) } }));
        await open();
        await page.getByText('€0.00').waitFor();
        assert.deepEqual(await amounts(page), ['€59.00', '€0.00', '−€10.00', '€49.00']);
      }));

    it('a session that ended on the server is said to have ended; a link leads only to pages of this site', () =>
      visitPage('/account', async ({ page, api, open, check }) => {
        api.answers('GET inventory/products', problem(401, { title: 'Unauthorized' }));
        await open();
        await page.getByText('what you entered on this page is still there').waitFor();
        await check('session-ended');
        api.answers('GET inventory/products', ok(NOTHING));
        await passwordField(page).fill(ADA.password);
        await button(page, 'Sign in').click();
        await page.getByText('You have no products yet.').waitFor();
        for (const next of EVIL) {
          await open(`/sign-in?next=${encodeURIComponent(next)}`);
          await page.getByText('You have no products yet.').waitFor();
          assert.equal(page.url(), `${web.origin}/account`);
        }
      }));

    it('a code that gives nothing says why, and keeps what was typed', () =>
      visitPage('/redeem', async ({ page, api, open, check }) => {
        await open();
        await button(page, 'Continue').click();
        await page.getByText('Enter your code.').waitFor();
        await check('no-code');
        // Another tab has signed in as Eve, and this one has not been notified yet.
        const field = page.getByRole('textbox', { name: 'Code' });
        api.answers('GET vouchers', ok({ ...REDEEMED_VOUCHER, redeemed: false }));
        await field.fill('FOR-ADA');
        await button(page, 'Continue').click();
        await page.getByText(`The licenses go to ${ADA.email}.`).waitFor();
        const eve = { ...TOKENS, id: 'c-2', email: 'eve@example.com' };
        await page.evaluate(
          `localStorage.setItem('latchkey.session', ${JSON.stringify(JSON.stringify(eve))})`,
        );
        await button(page, 'Redeem').click();
        const both = `You were signed in as ${ADA.email} when this page was opened, but are now signed in as eve@example.com.`;
        await page.getByRole('alert').getByText(both).waitFor();
        await page.getByText('The licenses go to eve@example.com.', { exact: true }).waitFor();
        await check('other-account');
        const refusals: [number, string, string][] = [
          [404, 'NotFound', 'This code is not valid'],
          [403, 'VoucherRedeemed', 'This code has already been used'],
          [409, 'VoucherExpired', 'This code has expired'],
          [409, 'VoucherNotRedeemable', 'This code cannot be redeemed'],
          [429, 'RateLimited', 'Too many attempts'],
        ];
        for (const [status, errorType, title] of refusals) {
          api.answers('GET vouchers', problem(status, { errorType, title: errorType }));
          await field.fill(errorType);
          await button(page, 'Continue').click();
          await page.getByRole('alert').getByText(title).waitFor();
          await eventually(() => field.inputValue(), errorType);
        }
        await check('refused');
        // Another tab signs out. Then nobody knows who redeemed the code: it may have been the reader.
        api.answers('GET vouchers', problem(403, { errorType: 'VoucherRedeemed', title: 'Redeemed' }));
        await page.route(CODE, (route) => route.abort('internetdisconnected'));
        await page.evaluate(SIGN_OUT_ELSEWHERE);
        await page.getByRole('alert').getByText('No connection').waitFor();
        await eventually(() => field.inputValue(), 'RateLimited');
        await page.unroute(CODE);
        await button(page, 'Try again').click();
        await page.getByRole('textbox', { name: 'Email' }).waitFor();
        await eventually(() => field.inputValue(), 'RateLimited');
        await eventually(() => button(page, 'Continue').getAttribute('data-variant'), 'default');
        await check('signed-out-with-code');
        api.answers('GET vouchers', ok(REDEEMED_VOUCHER));
        await page.getByRole('textbox', { name: 'Email' }).fill(ADA.email);
        await passwordField(page).fill(ADA.password);
        await button(page, 'Sign in').click();
        await heading(page, 'You have already redeemed this code').waitFor();
        api.answers('GET vouchers', problem(403, { errorType: 'VoucherRedeemed', title: 'Redeemed' }));
        await page.evaluate(SIGN_OUT_ELSEWHERE);
        await page.getByRole('alert').getByText('This code has already been redeemed').waitFor();
        await eventually(() => heading(page, 'You have already redeemed this code').count(), 0);
        await eventually(() => field.inputValue(), 'RateLimited');
      }));
  });
}

/** Of what comes next: the page does not ask again for what it has. */
const CODE = '**/assets/*.js';

/** What a tab receives when the customer signs out in another one. */
const SIGN_OUT_ELSEWHERE =
  "localStorage.removeItem('latchkey.session'); window.dispatchEvent(new StorageEvent('storage'))";
const REDEEMED_VOUCHER = {
  id: 'v-1',
  code: 'RateLimited',
  name: 'Launch',
  description: '',
  redeemed: true,
  redeemsProducts: [],
  redeemsBundles: [],
};

function answerProduct(api: AccountApi, changes: Answer, licenses: readonly Answer[] = LICENSES): void {
  api.answers('GET inventory/products/demo-app', ok({ ...PRODUCT, ...changes }));
  api.answers('GET inventory/products/demo-app/licenses', ok({ ...NOTHING, items: licenses }));
  api.answers(`GET ${DEVICES}`, ok({ ...NOTHING, items: [seat('Laptop'), ...TOWERS] }));
}

/** The amounts of an order: those of its lines, then those of its totals. */
async function amounts(page: Page): Promise<string[]> {
  const texts = await page.locator('section[aria-labelledby="contents-heading"]').innerText();
  return texts.match(/−?€\d+\.\d\d/g) ?? [];
}
