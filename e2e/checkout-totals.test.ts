import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openBuiltWeb } from './built-web.ts';
import { line, order } from './checkout-api.ts';
import { BUYER, fillIn, linesOf, totalsOf } from './checkout-page.ts';
import { type Visit, visitCheckout } from './checkout-visit.ts';
import { eventually } from './eventually.ts';
import { WINDOWS } from './page-check.ts';
import { hasFocus, messageBeside } from './reading.ts';
import { type Answer, ok, problem } from './replies.ts';
import { until } from './until.ts';

const web = openBuiltWeb();

const euro = (amount: number) => ({ currency: 'EUR', amount });

/** An order of one item for €49 before taxes. */
function cart(taxes: number | undefined, changes: Answer = {}): Answer {
  const amounts = { original: 49, discount: 0, subtotal: 49, due: 49 };
  const due = euro(49 + (taxes ?? 0));
  const total = { original: euro(49), discount: euro(0), subtotal: euro(49), taxes: euro(taxes ?? 0), due };
  const rates = taxes === undefined ? [] : [{ rate: 20, amount: taxes, country: 'AT', reason: 'Standard' }];
  return order({
    lines: [line('Demo App', { unitPrice: 49, total: amounts })],
    total,
    tax: { mode: 'Exclusive', isEstimate: taxes === undefined, rates },
    buyer: { name: null, email: null, locked: false, addressNeeded: true },
    ...changes,
  });
}

/** How far elements have moved without the buyer's action, as measured by browsers. */
const watchShifts = `window.shifts = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: 'layout-shift' })`;
/** Amounts of other digits move what is beside them by less than a pixel. */
const UNSEEN = 0.001;
const shiftsOf = (page: Page) => page.evaluate<number>('window.shifts');

for (const window of WINDOWS) {
  const visit = (walk: (visit: Visit) => Promise<void>, locale = 'en-US') =>
    visitCheckout({ ...web, window, locale }, walk);

  describe(`the totals of the checkout in a ${window.name} window`, () => {
    it('have the tax as soon as the country is there, and nothing moves; an unclear country is confirmed', () =>
      visit(async ({ page, api, open, check }) => {
        api.readsAnswer(ok(cart(undefined)));
        const quotes = Promise.withResolvers<undefined>();
        api.actionsAnswer('POST quote', async (route) => {
          await quotes.promise;
          const tax = { mode: 'Exclusive', isEstimate: false, unclearCountry: 'NO' };
          const rates = [{ rate: 20, amount: 9.8, country: 'AT', reason: 'Standard' }];
          await ok(cart(9.8, { fingerprint: 'f2', tax: { ...tax, rates } }))(route);
        });
        await open();
        await fillIn(page);
        assert.deepEqual(await totalsOf(page), ['Subtotal €49.00', 'VAT –', 'Total without VAT €49.00']);
        await page.getByRole('button', { name: 'Pay €49.00 plus VAT' }).waitFor();
        await page.getByLabel('Country').selectOption('AT');
        await page.getByRole('textbox', { name: /^Address/ }).fill('Ring 1');
        await page.getByLabel('Postal code').fill('1010');
        await page.getByLabel('City').fill('Wien');
        await check('address-of-guest');
        await page.evaluate(watchShifts);
        const updating = page.getByRole('button', { name: 'Updating the total …' });
        await eventually(() => updating.isDisabled(), true, 'the button names no amount of another country');
        quotes.resolve(undefined);
        await page.getByRole('button', { name: 'Pay €58.80' }).waitFor();
        assert.deepEqual(await totalsOf(page), ['Subtotal €49.00', 'VAT (20%) €9.80', 'Total €58.80']);
        assert.ok((await shiftsOf(page)) < 0.1, 'the confirmation alone comes in, below the totals');
        const place = { countryCode: 'AT', region: '', postCode: '1010' };
        assert.deepEqual(api.actions.at(-1), ['quote', { place }]);

        await page.getByRole('button', { name: 'Pay €58.80' }).click();
        await page.getByText('Confirm your country, or choose another one.').waitFor();
        await page.getByText('You seem to be connected from another country (Norway).').waitFor();
        await check('unclear-country');

        api.paymentsAnswer(ok(cart(9.8, { status: 'Completed', buyer: { ...BUYER, locked: false } })));
        await page.getByLabel('Yes, this is my country: Austria').check();
        await page.getByRole('button', { name: 'Pay €58.80' }).click();
        await page.getByRole('heading', { name: 'Thank you, Ada Lovelace' }).waitFor();
        const payment: Answer = Object.fromEntries(Object.entries(api.payments.at(-1) ?? {}));
        assert.deepEqual(
          [payment['due'], payment['fingerprint'], payment['countryConfirmed']],
          [58.8, 'f2', true],
        );
      }));

    it('move nothing while a quote replaces them', () =>
      visit(async ({ page, api, open }) => {
        api.readsAnswer(ok(cart(9.8)));
        api.actionsAnswer('POST quote', ok(cart(10.29)));
        await open();
        await page.getByRole('button', { name: 'Pay €58.80' }).waitFor();
        await page.getByLabel('Country').selectOption('EE');
        await page.getByRole('button', { name: 'Pay €59.29' }).waitFor();
        await page.evaluate(watchShifts);
        api.actionsAnswer('POST quote', ok(cart(12.5)));
        await page.getByLabel('Country').selectOption('FI');
        await page.getByRole('button', { name: 'Pay €61.50' }).waitFor();
        assert.ok((await shiftsOf(page)) < UNSEEN, 'nothing moves but by fractions of a pixel');
      }));

    it('say beside the tax ID what is wrong with it', () =>
      visit(async ({ page, api, open }) => {
        api.readsAnswer(ok(cart(undefined)));
        const errors = { 'billing.taxId': ['must be a valid tax ID of Austria'] };
        api.actionsAnswer('POST quote', ok(cart(9.8)));
        await open();
        await page.getByLabel('Country').selectOption('AT');
        await page.getByRole('button', { name: 'Pay €58.80' }).waitFor();
        const totals = await totalsOf(page);
        api.actionsAnswer('POST quote', problem(400, { errors }));
        await page.getByLabel('I’m buying as a business').check();
        await page.getByLabel('VAT number').fill('ATU1');
        const message =
          'This is not a valid business tax ID (Austria). Check it, including the country code, or leave the field empty.';
        await page.getByText(message).waitFor();
        assert.equal(await messageBeside(page, 'VAT number'), message);
        assert.deepEqual(await totalsOf(page), totals);
      }));

    it('say why a business is charged tax, also where the payment provider calculates it', () =>
      visit(async ({ page, api, open, check }) => {
        const { tax: _, ...untaxed } = cart(0, { buyer: { name: null, email: null, locked: false } });
        api.readsAnswer(ok(untaxed));
        const notice = 'The tax ID NO2 is not registered.';
        const tax = {
          mode: 'Exclusive',
          isEstimate: false,
          rates: [],
          notice,
          noticeReason: 'NotRegistered',
        };
        api.actionsAnswer('POST quote', ok({ ...untaxed, tax }));
        await open();
        await page.getByRole('button', { name: 'Add a billing address' }).click();
        await fillIn(page);
        await page.getByLabel('Country').selectOption('AT');
        await page.getByLabel('I’m buying as a business').check();
        await page.getByText('is not registered').waitFor();
        const billing = { businessName: '', taxId: '' };
        const place = { countryCode: 'AT', region: '', postCode: '' };
        assert.deepEqual(api.actions, [['quote', { place, billing }]]);
        await page.getByRole('button', { name: 'Pay €49.00' }).waitFor();
        assert.deepEqual(await totalsOf(page), ['Total €49.00']);
        await check('provider-notice');
      }));

    it('include the tax, or say why there is none', () =>
      visit(async ({ page, api, open }) => {
        const rates = [{ rate: 19, amount: 7.82, country: 'DE', reason: 'Standard' }];
        api.readsAnswer(ok(cart(0, { tax: { mode: 'Inclusive', isEstimate: true, rates } })));
        await open();
        await page.getByText('Includes €7.82 VAT (19%). Estimated from your location.').waitFor();
        const reverse = [{ rate: 0, amount: 0, country: 'AT', reason: 'ReverseCharge' }];
        api.readsAnswer(ok(cart(0, { tax: { mode: 'Exclusive', isEstimate: false, rates: reverse } })));
        await page.reload();
        await page.getByText('Reverse charge: you account for the VAT.').waitFor();
        assert.deepEqual(await totalsOf(page), ['Total €49.00'], 'no row for a tax of nothing');

        const total = {
          original: euro(49),
          discount: euro(0),
          subtotal: euro(49),
          taxes: euro(-8.17),
          due: euro(40.83),
        };
        const tax = { mode: 'Inclusive', isEstimate: false, rates: reverse };
        api.readsAnswer(ok(cart(0, { tax, total })));
        await page.reload();
        await page.getByRole('button', { name: 'Pay €40.83' }).waitFor();
        assert.deepEqual(await totalsOf(page), [
          'Subtotal €49.00',
          'VAT not charged (reverse charge) −€8.17',
          'Total €40.83',
        ]);
      }));

    it('have coupons by name, which are entered and removed beside them', () =>
      visit(async ({ page, api, open, check }) => {
        const refusal = 'There is no coupon with this code. Check its spelling.';
        api.actionsAnswer('POST coupon', problem(400, { errorType: 'CouponNotUsable', detail: refusal }));
        await open();
        await page.getByRole('button', { name: 'Add a coupon code' }).click();
        const field = page.getByLabel('Coupon code');
        await page.getByRole('button', { name: 'Apply' }).click();
        assert.equal(await messageBeside(page, 'Coupon code'), 'Enter a coupon code.');
        await field.fill('nope');
        await field.press('Enter');
        await page.getByText(refusal).waitFor();
        await eventually(() => field.inputValue(), 'nope');
        await check('coupon-refused');

        const coupon = { code: 'SPRING', name: 'Spring sale', description: '', discount: euro(4.9) };
        const amounts = { original: 49, discount: 4.9, subtotal: 44.1, due: 44.1 };
        const total = {
          original: euro(49),
          discount: euro(4.9),
          subtotal: euro(44.1),
          taxes: euro(0),
          due: euro(44.1),
        };
        const lines = [line('Demo App', { unitPrice: 49, total: amounts })];
        api.actionsAnswer('POST coupon', ok(order({ lines, total, couponsApplied: [coupon] })));
        await field.fill('spring');
        await field.press('Enter');
        await page.getByRole('button', { name: 'Pay €44.10' }).waitFor();
        assert.deepEqual(await totalsOf(page), [
          'Subtotal €49.00',
          'Spring sale (SPRING) −€4.90',
          'Total €44.10',
        ]);
        assert.deepEqual(await linesOf(page), ['Demo App Perpetual €49.00']);
        await check('coupon');

        const message = 'The coupon SPRING has expired.';
        const unusableCoupons = [{ code: 'SPRING', message }];
        api.actionsAnswer('DELETE coupon', ok(order({ unusableCoupons })));
        await page.getByRole('button', { name: 'Remove coupon SPRING' }).click();
        await page.getByText(message).waitFor();
        assert.deepEqual(api.actions.at(-1), ['coupon', { code: 'SPRING' }]);
      }));

    it('follow the quantity of an item, and go with the last one', () =>
      visit(async ({ page, api, open, check }) => {
        const many = (quantity: number) => {
          const sum = 59 * quantity;
          const total = { original: sum, discount: 0, subtotal: sum, due: sum };
          return order({ lines: [line('pack', { name: 'Demo Pack', quantity, total })] });
        };
        const action = 'PATCH lines/pack';
        api.readsAnswer(ok(many(1)));
        await open();
        api.actionsAnswer(action, ok(many(2)));
        const fewer = page.getByRole('button', { name: 'One fewer of Demo Pack' });
        await eventually(() => fewer.isDisabled(), true, 'the last one is removed by its own name');
        await page.getByRole('button', { name: 'One more of Demo Pack' }).click();
        await page.getByText('2 × €59.00').waitFor();
        await eventually(() => fewer.isDisabled(), false);
        await check('quantity');
        const refusal = problem(400, {
          errors: { quantity: ['This is sold once.'] },
          detail: 'This is sold once.',
        });
        api.actionsAnswer(action, refusal);
        await page.getByRole('button', { name: 'One more of Demo Pack' }).click();
        await page.getByRole('alert').first().waitFor();
        api.actionsAnswer(action, ok(order({ lines: [], total: undefined })));
        await page.getByRole('button', { name: 'Remove Demo Pack' }).click();
        await page.getByRole('heading', { level: 1, name: 'Your cart is empty' }).waitFor();
        const quantities = api.actions.map(([, body]) => body);
        assert.deepEqual(quantities, [{ quantity: 2 }, { quantity: 3 }, { quantity: 0 }]);
      }));

    it('are in the currency that the buyer chooses', () =>
      visit(async ({ page, api, open }) => {
        const usd = (amount: number) => ({ currency: 'USD', amount });
        const total = { original: usd(55), discount: usd(0), subtotal: usd(55), taxes: usd(0), due: usd(55) };
        api.readsAnswer(ok(order({ currencies: ['EUR', 'USD'] })));
        api.actionsAnswer('POST currency', ok(order({ currency: 'USD', currencies: ['EUR', 'USD'], total })));
        await open();
        await page.getByLabel('Currency').selectOption('USD');
        await page.getByRole('button', { name: 'Pay $55.00' }).waitFor();
        assert.deepEqual(api.actions, [['currency', { currency: 'USD' }]]);
      }));
  });

  describe(`after the payment in a ${window.name} window`, () => {
    it('a provider’s own page comes next, and the buyer goes on there or pays another way', () =>
      visit(async ({ page, api, open, check }) => {
        const url = 'https://pay.example.com/session';
        await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Card</h1>' }));
        const payment = { provider: 'sandbox', continuation: { kind: 'Redirect', url } };
        const pending = ok(order({ status: 'PaymentProcessing', payment }));
        api.readsAnswer(ok(order({ payment: { provider: 'sandbox' } })));
        api.paymentsAnswer(pending);
        await open();
        await page.getByText('You pay there by card or with another payment method.').waitFor();
        await fillIn(page);
        await page.getByRole('button', { name: 'Continue to payment – €149.35' }).click();
        await page.getByRole('heading', { name: 'Card' }).waitFor();

        api.readsAnswer(pending);
        api.actionsAnswer('POST return', pending);
        await page.goBack();
        await page.getByRole('link', { name: 'Continue the payment' }).waitFor();
        assert.deepEqual(api.actions, [['return', null]]);
        await check('continue');

        api.actionsAnswer('POST cancel', problem(503, { errorType: 'ProviderUnavailable' }));
        await page.getByRole('button', { name: 'Pay another way' }).click();
        await page.getByRole('alert').getByText('The payment could not be cancelled.').waitFor();
        await check('not-stopped');
        api.actionsAnswer('POST cancel', ok(order()));
        await page.getByRole('button', { name: 'Pay another way' }).click();
        await page.getByRole('button', { name: 'Pay €149.35' }).waitFor();
      }));

    it('the order leads to the downloads, this system’s first, and to the receipt', () =>
      visit(async ({ page, api, open, check }) => {
        const file = (platform: string, name: string) => ({
          product: 'Demo Synth',
          name,
          version: '1.2.0',
          platform,
          sizeBytes: 12_345_678,
          url: `https://files.example.com/${name}`,
        });
        const files = [file('Windows', 'synth.exe'), file('Mac', 'synth.dmg'), file('Linux', 'synth.deb')];
        const buyer = { ...BUYER, locked: true };
        api.readsAnswer(
          ok(
            order({
              status: 'Completed',
              buyer,
              files,
            }),
          ),
        );
        await open();
        const first = page.getByRole('link', { name: 'Download Demo Synth for' }).first();
        await eventually(() => first.getAttribute('href'), 'https://files.example.com/synth.deb');
        await page.getByText('Other systems').click();
        await page.getByText('synth.exe, 12.3 MB').waitFor();
        await page.getByText('Your order K7QM-4T2P is complete.').waitFor();
        await page.getByText('November 22, 2026').waitFor();
        const receipt = page.getByRole('link', { name: 'View as PDF' });
        assert.match((await receipt.getAttribute('href')) ?? '', /^\/api\/checkout\/.+\/receipt\.pdf$/);
        await check('downloads');

        await page.addInitScript("Object.defineProperty(navigator, 'userAgent', { value: 'Android' })");
        await open();
        await page.getByText('You install this on a computer.').waitFor();
        await eventually(() => first.isVisible(), false);
        await page.getByText('All downloads').waitFor();
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.getByRole('button', { name: 'Copy the link' }).click();
        await page.getByRole('status').getByText('The link is copied.').waitFor();
        assert.equal(await page.evaluate('navigator.clipboard.readText()'), page.url());
        await check('downloads-on-a-phone');
        await page.addInitScript('navigator.share = async ({ url }) => { window.shared = url; };');
        await open();
        const primary = page.locator('.mantine-Button-root:not([data-variant])');
        await eventually(
          () => primary.allTextContents(),
          ['Send the link to my computer'],
          'one primary action',
        );
        await primary.click();
        await until(page, 'window.shared === location.href');
      }));
  });
}

const CODE = '**/assets/*.js';

describe('the sign-in at the checkout', () => {
  it('moves the cart of a guest to the account, and takes the focus there and back', () =>
    visitCheckout(
      {
        ...web,
        window: { name: 'narrow', viewport: { width: 360, height: 740 } },
        locale: 'en-US',
      },
      async ({ page, open, check }) => {
        await open();
        await page.getByLabel('Name').fill('Greta');
        // What the page has loaded by now, it does not ask for again: only the code of the sign-in is lost.
        await page.route(CODE, (route) => route.abort('internetdisconnected'));
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('alert').getByText('No connection').waitFor();
        await check('sign-in-lost');
        await page.getByRole('button', { name: 'Continue as a guest' }).click();
        await eventually(() => page.getByLabel('Name').inputValue(), 'Greta');
        await page.unroute(CODE);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
        assert(await hasFocus(page, 'h2'));
        await check('sign-in');
        await page.getByRole('button', { name: 'Continue as a guest' }).click();
        await page.getByLabel('Name').waitFor();
      },
    ));
});
