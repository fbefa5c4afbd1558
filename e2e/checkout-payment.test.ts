import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBuiltWeb } from './built-web.ts';
import { AGREED, RETURN_URL, SUMMARY, line, order, totalOf } from './checkout-api.ts';
import { agree, BUYER, enteredIn, fillIn, payButton, totalsOf } from './checkout-page.ts';
import { type Visit, visitCheckout } from './checkout-visit.ts';
import { eventually } from './eventually.ts';
import { WINDOWS } from './page-check.ts';
import { focusedField, hasFocus, messageBeside } from './reading.ts';
import { noAnswer, ok, problem } from './replies.ts';

const PAID = order({ status: 'Completed', orderNumber: 'K7QM-4T2P', buyer: { ...BUYER, locked: false } });

const web = openBuiltWeb();

for (const window of WINDOWS) {
  const visit = (walk: (visit: Visit) => Promise<void>, locale = 'en-US') =>
    visitCheckout({ ...web, window, locale }, walk);

  describe(`paying at the checkout in a ${window.name} window`, () => {
    it('names every field that is wrong beside it, moves to the first, and then takes the payment', () =>
      visit(async ({ page, api, open, check }) => {
        await open();
        await page.getByLabel('Email').fill('ada');
        await payButton(page).click();
        assert.equal(await messageBeside(page, 'Name'), 'Enter your name.');
        assert.equal(await messageBeside(page, 'Email'), 'Enter an email address like name@example.com.');
        assert.equal(await focusedField(page), 'name');
        assert.equal(api.payments.length, 0);
        await check('invalid');

        api.paymentsAnswer(problem(400, { errors: { email: ['This address receives no mail.'] } }));
        await fillIn(page);
        await payButton(page).click();
        await page.getByText('This address receives no mail.').waitFor();
        assert.equal(await messageBeside(page, 'Email'), 'This address receives no mail.');
        assert.equal(await focusedField(page), 'email');
        await check('refused');

        api.paymentsAnswer(ok(PAID));
        await payButton(page).click();
        const thanks = page.getByRole('heading', { level: 1, name: 'Thank you, Ada Lovelace' });
        await thanks.waitFor();
        assert.equal(await page.title(), 'Thank you – Demo Audio');
        assert(await hasFocus(page, 'h1'));
        await page.getByText('We sent the receipt to ada@example.org. It says how').waitFor();
        await page
          .getByText('If you still need to confirm your email address or choose a password')
          .waitFor();
        await eventually(
          () => page.getByRole('link', { name: 'Return to Demo Audio' }).getAttribute('href'),
          RETURN_URL,
        );
        assert.deepEqual(api.payments.at(-1), { ...BUYER, ...SUMMARY, ...AGREED, sandboxOutcome: 'Succeed' });
        await check('completed');
      }));

    it('sends one payment for a double click, and none for what is submitted while it is on its way', () =>
      visit(async ({ page, api, open }) => {
        const answer = Promise.withResolvers<void>();
        api.paymentsAnswer(async (route) => {
          await answer.promise;
          await ok(PAID)(route);
        });
        await open();
        await fillIn(page);
        await payButton(page).dblclick();
        await page.getByText('Sending your payment.').waitFor();
        await page.getByLabel('Name').press('Enter');
        await page.evaluate("document.querySelector('form').requestSubmit()");
        answer.resolve();
        await page.getByRole('heading', { level: 1, name: 'Thank you, Ada Lovelace' }).waitFor();
        assert.equal(api.payments.length, 1);
      }));

    it('keeps what was entered when a payment fails or the language changes, and takes the next one', () =>
      visit(async ({ page, api, open, check }) => {
        api.paymentsAnswer(ok(order({ failure: 'The card was declined.' })));
        await open();
        await fillIn(page);
        await page.getByLabel('It fails').check();
        await payButton(page).click();
        const alert = page.getByRole('alert');
        await alert.getByText('The card was declined.').waitFor();
        await alert.getByText('You have not been charged. Try again, or use another card.').waitFor();
        assert(await hasFocus(page, '[role="alert"]'));
        assert.deepEqual(await enteredIn(page), BUYER);
        assert.deepEqual(api.payments, [{ ...BUYER, ...SUMMARY, ...AGREED, sandboxOutcome: 'Fail' }]);
        await check('failed');

        api.readsAnswer(ok(order({ failure: 'The card was declined.' })));
        await page.getByRole('button', { name: 'Deutsch' }).click();
        await page.getByRole('heading', { name: 'Ihre Bestellung' }).waitFor();
        await eventually(() => page.getByLabel('E\u2011Mail').inputValue(), BUYER.email);
        assert(await page.getByLabel('Liefern Sie meine Lizenzen sofort').isChecked());
        await page.getByRole('button', { name: 'English' }).click();

        api.paymentsAnswer(ok(PAID));
        await page.getByLabel('It succeeds').check();
        await page.getByRole('button', { name: 'Try again: pay €149.35' }).click();
        await page.getByRole('heading', { name: 'Thank you, Ada Lovelace' }).waitFor();
      }));

    it('waits for a payment that takes a while, says so, and goes on by itself', () =>
      visit(async ({ page, api, open, check }) => {
        const processing = order({ status: 'PaymentProcessing' });
        api.paymentsAnswer(ok(processing));
        await open();
        await fillIn(page);
        await page.getByLabel('It takes a while').check();
        api.readsAnswer(ok(processing));
        await payButton(page).click();
        await page.getByRole('heading', { level: 1, name: 'Processing your payment' }).waitFor();
        assert(await hasFocus(page, 'h1'));
        await page.getByRole('status').getByText('Waiting for the payment to be confirmed.').waitFor();
        await check('processing');

        api.readsAnswer(noAnswer());
        await page.clock.runFor(8_000);
        await page
          .getByRole('status')
          .getByText('The connection was lost. This page keeps trying.')
          .waitFor();

        api.readsAnswer(ok(order({ status: 'Paid' })));
        await page.clock.runFor(8_000);
        await page.getByRole('heading', { level: 1, name: 'Preparing your licenses' }).waitFor();

        api.readsAnswer(ok(PAID));
        await page.clock.runFor(8_000);
        await page.getByRole('heading', { level: 1, name: 'Thank you, Ada Lovelace' }).waitFor();
        assert(await hasFocus(page, 'h1'));
      }));

    it('shows the form with its content again when a payment fails after a while', () =>
      visit(async ({ page, api, open }) => {
        api.paymentsAnswer(ok(order({ status: 'PaymentProcessing' })));
        await open();
        await fillIn(page);
        api.readsAnswer(ok(order({ failure: 'The card was declined.' })));
        await payButton(page).click();
        await page.clock.runFor(2_000);
        await page.getByRole('alert').getByText('The card was declined.').waitFor();
        assert(await hasFocus(page, '[role="alert"]'));
        assert.deepEqual(await enteredIn(page), BUYER);
      }));

    it('keeps the input when the connection is lost, and sends it again on request', () =>
      visit(async ({ page, api, open, check }) => {
        api.paymentsAnswer(noAnswer());
        await open();
        await fillIn(page);
        await payButton(page).click();
        await page.getByRole('alert').getByText('Trying again does not charge you twice.').waitFor();
        assert.deepEqual(await enteredIn(page), BUYER);
        await check('offline');

        api.paymentsAnswer(ok(PAID));
        await page.getByRole('button', { name: 'Try again: pay €149.35' }).click();
        await page.getByRole('heading', { name: 'Thank you, Ada Lovelace' }).waitFor();
      }));

    it('sends one payment for two clicks', () =>
      visit(async ({ page, api, open }) => {
        const answers = Promise.withResolvers<undefined>();
        api.paymentsAnswer(async (route) => {
          await answers.promise;
          await ok(PAID)(route);
        });
        await open();
        await fillIn(page);
        // Both in one task: the page has no time to disable the button in between.
        await page.evaluate(
          'for (let clicks = 0; clicks < 2; clicks += 1) document.querySelector("[type=submit]").click()',
        );
        await page.getByRole('status').getByText('Sending your payment.').waitFor({ state: 'attached' });
        assert(await page.locator('button[type="submit"]').isDisabled());
        await page.getByLabel('Name').press('Enter');
        answers.resolve(undefined);
        await page.getByRole('heading', { name: 'Thank you, Ada Lovelace' }).waitFor();
        assert.equal(api.payments.length, 1);
      }));

    it('shows the confirmation when the order was paid in another window', () =>
      visit(async ({ page, api, open }) => {
        api.paymentsAnswer(problem(409, { errorType: 'OrderCompleted', title: 'The order is paid' }));
        await open();
        await fillIn(page);
        api.readsAnswer(ok(PAID));
        await payButton(page).click();
        await page.getByRole('heading', { name: 'Thank you, Ada Lovelace' }).waitFor();
      }));

    it('takes no payment at a price that the buyer has not seen', () =>
      visit(async ({ page, api, open, check }) => {
        api.paymentsAnswer(problem(409, { errorType: 'PriceChanged' }));
        await open();
        await fillIn(page);
        const price = { original: 134.45, discount: 0, subtotal: 134.45, due: 134.45 };
        const lines = [line('Demo Synth', { unitPrice: 134.45, total: price })];
        api.readsAnswer(ok(order({ lines, total: totalOf(134.45) })));
        await payButton(page).click();
        await page.getByRole('alert').getByText('The price has changed').waitFor();
        assert(await hasFocus(page, '[role="alert"]'));
        assert.deepEqual(await totalsOf(page), [
          'Subtotal €134.45',
          'VAT €25.55',
          'Total Before the change: €149.35 €160.00',
        ]);
        assert.deepEqual(await enteredIn(page), BUYER);
        await check('price-changed');

        api.paymentsAnswer(ok(PAID));
        await page.getByRole('button', { name: /^Pay €160.00/ }).click();
        await page.getByRole('heading', { name: 'Thank you, Ada Lovelace' }).waitFor();
        assert.deepEqual(api.payments.at(-1), {
          ...BUYER,
          ...SUMMARY,
          ...AGREED,
          due: 160,
          sandboxOutcome: 'Succeed',
        });
      }));

    it('takes no payment for an order that the buyer has not seen, at an equal number in another currency', () =>
      visit(async ({ page, api, open, check }) => {
        api.paymentsAnswer(problem(409, { errorType: 'OrderChanged' }));
        await open();
        await fillIn(page);
        const amount = SUMMARY.due;
        const none = { currency: 'USD', amount: 0 };
        const price = { currency: 'USD', amount };
        const total = { original: price, discount: none, subtotal: price, taxes: none, due: price };
        const lines = [
          line('Junk', { total: { original: amount, discount: 0, subtotal: amount, due: amount } }),
        ];
        api.readsAnswer(ok(order({ currency: 'USD', fingerprint: 'f2', lines, total })));
        await payButton(page).click();
        await page.getByRole('alert').getByText('You have not been charged.').waitFor();
        assert(await hasFocus(page, '[role="alert"]'));
        await page.getByText('Junk', { exact: true }).waitFor();
        assert.equal((await totalsOf(page)).at(-1), 'Total Before the change: €149.35 $149.35');
        await check('order-changed');

        api.paymentsAnswer(ok(PAID));
        await page.getByRole('button', { name: /^Pay \$149.35/ }).click();
        await page.getByRole('heading', { name: 'Thank you, Ada Lovelace' }).waitFor();
        const summary = { due: amount, currency: 'USD', fingerprint: 'f2' };
        assert.deepEqual(api.payments.at(-1), { ...BUYER, ...AGREED, ...summary, sandboxOutcome: 'Succeed' });
      }));

    it('does not let an answer from before the payment hide its outcome', () =>
      visit(async ({ page, api, open }) => {
        const late = Promise.withResolvers<undefined>();
        api.paymentsAnswer(ok(PAID));
        await open();
        await fillIn(page);
        api.readsAnswer(async (route) => {
          await late.promise;
          await ok(order())(route);
        });
        await page.clock.runFor(5_000);
        const read = page.waitForRequest((request) => request.method() === 'GET');
        await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
        const stale = await read;
        await payButton(page).click();
        await page.getByRole('heading', { name: 'Thank you, Ada Lovelace' }).waitFor();
        late.resolve(undefined);
        await stale.response();
        await page.clock.runFor(1_000);
        await eventually(
          () => page.getByRole('heading', { level: 1 }).innerText(),
          'Thank you, Ada Lovelace',
        );
      }));

    it('lets a signed-in customer keep their address', () =>
      visit(async ({ page, api, open, check }) => {
        api.readsAnswer(ok(order({ buyer: { ...BUYER, locked: true } })));
        api.paymentsAnswer(ok(PAID));
        await open();
        await page.getByText('The address of your account.').waitFor();
        assert.deepEqual(await enteredIn(page), BUYER);
        assert.equal(await page.getByLabel('Email').isEditable(), false);
        await check('signed-in');
        await agree(page);
        await payButton(page).click();
        await page.getByRole('heading', { name: 'Thank you, Ada Lovelace' }).waitFor();
        assert.deepEqual(api.payments, [{ ...BUYER, ...SUMMARY, ...AGREED, sandboxOutcome: 'Succeed' }]);
      }));

    it('takes a gift without a payment method', () =>
      visit(async ({ page, api, open }) => {
        const nothing = { currency: 'EUR', amount: 0 };
        const total = {
          original: nothing,
          discount: nothing,
          subtotal: nothing,
          taxes: nothing,
          due: nothing,
        };
        api.readsAnswer(ok(order({ total, payment: { provider: 'none' } })));
        api.paymentsAnswer(ok(PAID));
        await open();
        await fillIn(page);
        await page.getByRole('button', { name: 'Complete order' }).click();
        await page.getByRole('heading', { name: 'Thank you, Ada Lovelace' }).waitFor();
        assert.deepEqual(api.payments, [{ ...BUYER, ...SUMMARY, locale: 'en-US', due: 0 }]);
      }));
  });
}
