import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBuiltWeb } from './built-web.ts';
import { ORDER_ID, RETURN_URL, SHOP_URL, SUMMARY, TOTAL, line, order, totalOf } from './checkout-api.ts';
import { BUYER, enteredIn, fillIn, linesOf, payButton, totalsOf } from './checkout-page.ts';
import { CHECKOUT_PATH, type Visit, visitCheckout } from './checkout-visit.ts';
import { eventually } from './eventually.ts';
import { WINDOWS } from './page-check.ts';
import { hasFocus, messageBeside } from './reading.ts';
import { ok, problem } from './replies.ts';

const PAID = order({ status: 'Completed', buyer: { ...BUYER, locked: false } });

const web = openBuiltWeb();

for (const window of WINDOWS) {
  const visit = (walk: (visit: Visit) => Promise<void>, locale = 'en-US') =>
    visitCheckout({ ...web, window, locale }, walk);

  describe(`the checkout page in a ${window.name} window`, () => {
    it('shows what is bought, what it costs and that no money moves', () =>
      visit(async ({ page, api, open, check }) => {
        const rates = [{ rate: 19, amount: 23.85, country: 'DE', reason: 'Standard' }];
        const reply = ok(order({ tax: { mode: 'Exclusive', isEstimate: false, rates } }));
        api.readsAnswer(reply);
        api.actionsAnswer('POST quote', reply);
        await open();
        await page.getByRole('heading', { level: 1, name: 'Your order' }).waitFor();
        assert.equal(await page.title(), 'Checkout – Demo Audio');
        assert.equal(api.reads(), 1);
        if (window.name === 'narrow') {
          await page.getByText('Demo Synth and Demo Verb').waitFor();
          await check('folded');
          await page.getByRole('button', { name: 'Show all 2 items' }).click();
        }
        assert.deepEqual(await linesOf(page), [
          'Demo Synth Perpetual 2 × €59.00 €118.00',
          'Demo Verb Monthly Billed every month Price before discount: €10.00 €7.50 Launch week',
        ]);
        assert.deepEqual(await totalsOf(page), ['Subtotal €125.50', 'VAT (19%) €23.85', 'Total €149.35']);
        await page.getByRole('heading', { name: 'Test mode' }).waitFor();
        await page.getByText('No money moves and no card is needed.').waitFor();
        await check('open');
      }));

    it('is in the language of the shop, or the browser, or the account, and writes amounts as it does', () =>
      visit(async ({ page, api, open, check }) => {
        const language = () => page.locator('html').getAttribute('lang');
        await open();
        await page.getByRole('button', { name: '€ 149,35 zahlen' }).waitFor();
        assert.equal(await language(), 'de-AT');
        assert.equal(await page.title(), 'Kasse – Demo Audio');
        await page.locator('[type=submit]').click();
        await page.getByText('Geben Sie Ihren Namen ein.').waitFor();
        await check('german');

        await open(`${CHECKOUT_PATH}?locale=en`);
        await payButton(page).waitFor();
        assert.equal(await language(), 'en');

        api.readsAnswer(ok(order({ locale: 'de' })));
        await open(`${CHECKOUT_PATH}?locale=fr`);
        await page.getByRole('heading', { name: 'Ihre Bestellung' }).waitFor();
      }, 'de-AT'));

    it('names the seller and leads to the vendor’s pages, and back to the shop without a payment', () =>
      visit(async ({ page, open }) => {
        await open();
        const footer = page.getByRole('contentinfo');
        await footer.getByText('Demo Audio GmbH, Hafenstraße 1, 20457 Hamburg, Germany').waitFor();
        const links = footer.getByRole('navigation').getByRole('link');
        await eventually(() => links.allInnerTexts(), ['Blog', 'Terms', 'Privacy', 'Refunds', 'Imprint']);
        await footer.getByText('Made in Hamburg').waitFor();
        const back = page.getByRole('link', { name: 'Back to the shop' });
        await eventually(() => back.getAttribute('href'), SHOP_URL);
      }));

    it('follows no return address that runs a script', () =>
      visit(async ({ page, api, open }) => {
        api.readsAnswer(ok({ ...PAID, returnUrl: 'javascript:document.body.remove()' }));
        await open();
        await page.getByRole('heading', { name: 'Thank you, Ada Lovelace' }).waitFor();
        await page.clock.runFor(60_000);
        await eventually(() => page.getByRole('link', { name: 'Return to' }).count(), 0);
        await eventually(() => page.locator('a[href^="javascript"]').count(), 0);
        assert.equal(page.url(), web.origin + CHECKOUT_PATH);
      }));

    it('says plainly that a link leads to no order', () =>
      visit(async ({ page, api, open, check }) => {
        await open(`/checkout/${ORDER_ID}/wrong`);
        await page.getByRole('heading', { level: 1, name: 'We cannot find this order' }).waitFor();
        await page.getByRole('link', { name: 'Return to Demo Audio' }).waitFor();
        assert.equal(await page.title(), 'We cannot find this order – Demo Audio');
        await check('unknown');

        await open(`/checkout/${ORDER_ID}`);
        await page.getByRole('heading', { level: 1, name: 'We cannot find this order' }).waitFor();
        assert.equal(api.reads(), 0);
      }));

    it('says that a link has expired, or that the cart is another buyer’s, and leads back to the shop', () =>
      visit(async ({ page, api, open, check }) => {
        const back = page.getByRole('link', { name: 'Return to Demo Audio' });
        api.readsAnswer(problem(404, { errorType: 'CheckoutLinkExpired', title: 'Expired' }));
        await open();
        await page.getByRole('heading', { level: 1, name: 'This checkout link has expired' }).waitFor();
        await eventually(() => back.getAttribute('href'), SHOP_URL);
        await check('expired');

        api.readsAnswer(ok(order({ taken: true })));
        await open();
        await page.getByRole('heading', { level: 1, name: 'This order belongs to an account now' }).waitFor();
        await eventually(() => back.getAttribute('href'), RETURN_URL);
        await eventually(() => page.getByRole('main').getByRole('button').count(), 0);
        await check('taken');
      }));

    it('says that an address is no page', () =>
      visit(async ({ page, open, check }) => {
        await open('/nowhere');
        await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
        await check('no-page');
      }));

    it('sends the owner of an empty cart back to the shop', () =>
      visit(async ({ page, api, open, check }) => {
        api.readsAnswer(ok(order({ lines: [], total: undefined })));
        await open();
        await page.getByRole('heading', { level: 1, name: 'Your cart is empty' }).waitFor();
        await page.getByRole('link', { name: 'Return to Demo Audio' }).waitFor();
        await check('empty');
      }));

    it('says that a shop without a payment provider takes no money', () =>
      visit(async ({ page, api, open, check }) => {
        api.readsAnswer(ok(order({ payment: { provider: 'none' } })));
        await open();
        await page.getByRole('heading', { name: 'Payment is not possible yet' }).waitFor();
        await eventually(() => page.locator('[type=submit]').count(), 0);
        await check('no-payments');
      }));

    it('says that a payment buys for the account that owns the cart, before it and after it', () =>
      visit(async ({ page, api, open, check }) => {
        const changes = { forOwner: true, buyer: { name: null, email: null, locked: false } };
        api.readsAnswer(ok(order(changes)));
        await open();
        await page.getByText('What you pay for here goes to that account').waitFor();
        await page.getByText('The receipt goes to the account.').waitFor();
        await payButton(page).waitFor();
        await check('for-owner');

        api.readsAnswer(ok(order({ ...changes, buyer: { ...BUYER, locked: false }, status: 'Completed' })));
        await open();
        await page.getByText('went to the account that owns this cart').waitFor();
        await eventually(() => page.getByText(BUYER.email).count(), 0);
        await check('paid-for-owner');
      }));

    it('takes no payment for a cart that somebody has taken over since', () =>
      visit(async ({ page, api, open, check }) => {
        api.readsAnswer(ok(order({ taken: true })));
        await open();
        await page.getByRole('heading', { level: 1, name: 'This order belongs to an account now' }).waitFor();
        await eventually(() => payButton(page).count(), 0);
        await page.getByRole('link', { name: 'Return to Demo Audio' }).waitFor();
        await check('taken');
      }));

    it('says that the order is being paid on another page, and lets this one pay when that fails', () =>
      visit(async ({ page, api, open, check }) => {
        api.readsAnswer(ok(order({ status: 'PaymentProcessing', taken: true })));
        await open();
        const heading = { level: 1, name: 'This order is being paid on another page' } as const;
        await page.getByRole('heading', heading).waitFor();
        await eventually(() => page.getByRole('main').getByRole('button').count(), 0);
        await check('paid-elsewhere');

        api.readsAnswer(ok(order()));
        await page.clock.runFor(10_000);
        await payButton(page).waitFor();
      }));

    it('says that a paid order was cancelled, waits for nothing more, and leads back to the shop', () =>
      visit(async ({ page, api, open, check }) => {
        api.readsAnswer(ok(order({ status: 'Paid' })));
        await open();
        await page.getByRole('heading', { level: 1, name: 'Preparing your licenses' }).waitFor();
        api.readsAnswer(ok(order({ status: 'Paid', cancelledAt: '2026-03-01T10:00:00.000Z' })));
        await page.clock.runFor(10_000);
        await page.getByRole('heading', { level: 1, name: 'Your order was cancelled' }).waitFor();
        await page.getByText('refund goes to your original payment method').waitFor();
        await page.getByRole('link', { name: 'Return to Demo Audio' }).waitFor();
        const reads = api.reads();
        await page.clock.runFor(60_000);
        assert.equal(api.reads(), reads);
        await check('cancelled');
      }));

    it('starts with what the shop says about the bill, and asks for the fields of the country', () =>
      visit(async ({ page, api, open, check }) => {
        const address = {
          countryCode: 'NO',
          streetAddress1: 'Storgata 1',
          streetAddress2: null,
          postCode: '0155',
          locality: 'Oslo',
          region: null,
        };
        const billing = { businessName: 'Lovelace AS', taxId: 'NO123', phone: '+47 1', address };
        api.readsAnswer(ok(order({ buyer: { ...BUYER, locked: false, billing } })));
        api.paymentsAnswer(ok(PAID));
        await open();
        await eventually(() => page.getByLabel('Business name').inputValue(), 'Lovelace AS');
        await check('business');
        await page.getByLabel('I’m buying as a business').uncheck();
        await page.getByLabel('Country').selectOption('US');
        await page.getByRole('group', { name: 'Billing address' }).getByLabel('State').waitFor();
        await page.getByLabel('ZIP code').fill('ninety');
        await payButton(page).click();
        await page.getByText('Enter your state.').waitFor();
        assert.equal(
          await messageBeside(page, 'ZIP code'),
          'Check your ZIP code. It should look like 95014.',
        );
        await check('address');

        await page.getByLabel('ZIP code').fill('95014');
        await page.getByLabel('State').selectOption('California');
        await payButton(page).click();
        await page.getByRole('heading', { name: 'Thank you, Ada Lovelace' }).waitFor();
        const home = { countryCode: 'US', streetAddress1: 'Storgata 1', postCode: '95014' };
        const place = { ...home, locality: 'Oslo', region: 'CA' };
        const bill = { address: place, phone: '+47 1', businessName: '', taxId: '' };
        const payment = { ...BUYER, ...SUMMARY, locale: 'en-US', sandboxOutcome: 'Succeed' };
        assert.deepEqual(api.payments, [{ ...payment, billing: bill }]);
      }));

    it('asks for the consent to immediate delivery beside it, and for an address if the buyer wants one', () =>
      visit(async ({ page, open, check }) => {
        await open();
        await page.getByLabel('Name').fill(BUYER.name);
        await page.getByLabel('Email').fill(BUYER.email);
        await payButton(page).click();
        await page.getByText('Please agree, so that').waitFor();
        assert(await hasFocus(page, 'input[type="checkbox"]'));
        await check('consent');
        await page.getByRole('button', { name: 'Add a billing address' }).click();
        await page.getByLabel('Country').selectOption('AT');
        await page.getByRole('button', { name: 'Remove the billing address' }).click();
        await page.getByLabel('Country').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Add a billing address' }).click();
        await eventually(() => page.getByLabel('Country').inputValue(), 'AT');
      }));

    it('says why an order cannot be paid before anybody tries, and takes no payment of it', () =>
      visit(async ({ page, api, open, check }) => {
        const refusal =
          'Each customer can get 1 free license of Demo Synth. This order would go beyond that.';
        api.readsAnswer(ok(order({ checkoutRefusals: [refusal] })));
        await open();
        await page.getByRole('alert').getByText(refusal).waitFor();
        await eventually(() => payButton(page).isDisabled(), true);
        await page.getByLabel('Email').press('Enter');
        assert.deepEqual(api.payments, []);
        await check('not-payable');
      }));

    it('says at the very line what is no longer available, and what cannot be completed', () =>
      visit(async ({ page, api, open, check }) => {
        const checkoutRefusals = ['Each customer can get 1 free license of Demo Gift.'];
        const [first, second] = [
          line('Demo Pack', { total: { original: 59, discount: 0, subtotal: 59, due: 59 } }),
          line('Demo Gift', {
            unitPrice: 0,
            total: { original: 0, discount: 0, subtotal: 0, due: 0 },
            refusals: checkoutRefusals,
          }),
        ];
        const withdrawnLines = [{ id: 'gone', name: 'Demo Verb', position: 1 }];
        api.readsAnswer(
          ok(order({ lines: [first, second], withdrawnLines, checkoutRefusals, total: totalOf(59) })),
        );
        await open();
        await page.getByText('Demo Verb is no longer available').waitFor();
        assert.deepEqual(await linesOf(page), [
          'P Demo Pack Perpetual €59.00',
          'Demo Verb is no longer available and was removed from your order.',
          'G Demo Gift Perpetual €0.00 Each customer can get 1 free license of Demo Gift.',
        ]);
        await eventually(() => page.getByRole('button', { name: 'Pay €70.21' }).isDisabled(), true);
        await check('withdrawn');

        const many = Array.from({ length: 12 }, (_, index) => ({ ...first, id: `pack ${index}` }));
        api.readsAnswer(
          ok(
            order({
              lines: many,
              withdrawnLines: [{ ...withdrawnLines[0], position: 12 }],
              total: totalOf(708),
            }),
          ),
        );
        await page.reload();
        await page.getByText('Demo Verb is no longer available').waitFor();

        api.readsAnswer(ok(order({ lines: [], withdrawnLines, total: undefined })));
        await page.reload();
        await page.getByRole('heading', { level: 1, name: 'Your cart is empty' }).waitFor();
        await page.getByText('Demo Verb is no longer available and was removed from your order.').waitFor();
        await check('withdrawn-all');
      }));

    it('names what was withdrawn while the buyer was typing', () =>
      visit(async ({ page, api, open }) => {
        await open();
        await fillIn(page);
        const withdrawnLines = [{ id: 'gone', name: 'Demo Verb', position: 1 }];
        const line2 = line('Demo Synth', { total: { original: 59, discount: 0, subtotal: 59, due: 59 } });
        const total = { ...TOTAL, due: { currency: 'EUR', amount: 59 } };
        api.readsAnswer(ok(order({ lines: [line2], withdrawnLines, total })));
        api.paymentsAnswer(problem(409, { errorType: 'PriceChanged', title: 'The price has changed' }));
        await payButton(page).click();
        await page.getByText('Demo Verb is no longer available and was removed from your order.').waitFor();
        assert.deepEqual(await enteredIn(page), BUYER);
      }));

    it('shows no confirmation for an order that another link has completed', () =>
      visit(async ({ page, api, open, check }) => {
        api.readsAnswer(ok(order({ status: 'Completed' })));
        await open();
        await page.getByRole('heading', { level: 1, name: 'This order is complete' }).waitFor();
        await page.getByText('We emailed the receipt to the buyer').waitFor();
        await check('completed-by-another');
      }));

    it('folds a long order', () =>
      visit(async ({ page, api, open, check }) => {
        const total = { original: 59, discount: 0, subtotal: 59, due: 59 };
        const lines = Array.from({ length: 12 }, (_, index) => line(`Demo Pack ${index + 1}`, { total }));
        api.readsAnswer(ok(order({ lines, total: totalOf(708) })));
        await open();
        const all = page.getByRole('button', { name: 'Show all 12 items' });
        await all.waitFor();
        assert.equal((await linesOf(page)).length, window.name === 'narrow' ? 0 : 4);
        await all.click();
        assert.equal((await linesOf(page)).length, 12);
        await check('long');
      }));

    it('shows that it loads, says when the shop fails, and tries again when asked', () =>
      visit(async ({ page, api, open, check }) => {
        const answers = Promise.withResolvers<undefined>();
        api.readsAnswer(async (route) => {
          await answers.promise;
          await problem(500, { title: 'Internal error', traceId: 'trace-17' })(route);
        });
        await open();
        await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
        await check('loading');

        answers.resolve(undefined);
        await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
        await page.getByText('trace-17').waitFor();
        await check('broken');

        api.readsAnswer(ok(order()));
        await page.getByRole('button', { name: 'Try again' }).click();
        await payButton(page).waitFor();
      }));
  });
}

describe('the checkout page on the smallest phones', () => {
  const window = { name: 'smallest', viewport: { width: 320, height: 640 } };

  it('fits', () =>
    visitCheckout({ ...web, window, locale: 'en-US' }, async ({ page, api, open, check }) => {
      await open();
      await payButton(page).waitFor();
      await check('open');

      api.readsAnswer(ok(PAID));
      await open();
      await page.getByRole('heading', { name: 'Thank you, Ada Lovelace' }).waitFor();
      await check('completed');
    }));
});
