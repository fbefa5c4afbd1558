import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ADA, activation, owned, trial } from './activation-api.ts';
import { type Visit, button, heading, passwordField, signIn, visitActivation } from './activation-page.ts';
import { openBuiltWeb } from './built-web.ts';
import { eventually } from './eventually.ts';
import { WINDOWS } from './page-check.ts';
import { focusedField, hasFocus, messageBeside } from './reading.ts';
import { noAnswer, ok, problem } from './replies.ts';

const IDENTITY = '/api/customer/identity';
const NEEDS_ACCOUNT = activation({ trialEligibility: trial({ requiresAccount: true }) });

const web = openBuiltWeb();

for (const window of WINDOWS) {
  /** A visit of a page that requires a customer; Ada owns the product. */
  const visit = (walk: (visit: Visit) => Promise<void>) =>
    visitActivation({ ...web, window, locale: 'en-US' }, async (visited) => {
      visited.api.shows(NEEDS_ACCOUNT, owned());
      await visited.open();
      await walk(visited);
    });

  describe(`signing in on the activation page in a ${window.name} window`, () => {
    it('names every field that is wrong beside it, and moves to the first', () =>
      visit(async ({ page, api, check }) => {
        await button(page, 'Sign in').click();
        assert.equal(await messageBeside(page, 'Email'), 'Enter your email address.');
        assert.equal(await focusedField(page), 'username');
        assert(!api.calls.some((call) => call.includes('sign-in')));
        await check('sign-in-invalid');
      }));

    it('says when email or password is wrong, keeps the email, and sends the password as it is', () =>
      visit(async ({ page, api, check }) => {
        api.answers('POST identity/sign-in', problem(400, { errorType: 'InvalidCredentials' }));
        await signIn(page, ' wrong ');
        await page.getByRole('alert').getByText('Email or password is wrong').waitFor();
        assert(await hasFocus(page, '[role=alert]'));
        assert.equal(api.bodies.get(`POST ${IDENTITY}/sign-in`), ' wrong ');
        assert.equal((await page.getByRole('textbox', { name: 'Email' }).inputValue()).trim(), ADA.email);
        await check('sign-in-refused');

        api.answers('POST identity/sign-in', problem(429, {}));
        await button(page, 'Sign in').click();
        await page.getByRole('alert').getByText('Too many attempts').waitFor();

        api.answers('POST identity/sign-in', noAnswer());
        await button(page, 'Sign in').click();
        await page.getByRole('alert').getByText('No connection').waitFor();
      }));

    it('makes an account, and says beside its fields what the server refuses', () =>
      visit(async ({ page, api, check }) => {
        await page.getByLabel('Email').fill(ADA.email);
        await button(page, 'New to Demo Audio? Create an account').click();
        assert(await hasFocus(page, 'h2'));
        await eventually(() => page.getByLabel('Email').inputValue(), ADA.email, 'typed once');
        await button(page, 'Create account').click();
        assert.equal(await messageBeside(page, 'Name'), 'Enter your name.');
        assert.equal(await focusedField(page), 'name');

        await page.getByLabel('Name').fill(` ${ADA.name} `);
        await passwordField(page).fill(ADA.password);
        api.answers('POST identity/sign-up', problem(409, { errorType: 'EmailInUse' }));
        await button(page, 'Create account').click();
        await page.getByText('An account with this address already exists. Sign in instead.').waitFor();
        assert.equal(await focusedField(page), 'username');
        await check('sign-up-refused');

        const errors = { password: ['must not be a common password'] };
        api.answers('POST identity/sign-up', problem(400, { errors }));
        await button(page, 'Create account').click();
        await page.getByText('Must not be a common password.').waitFor();
        assert.deepEqual(JSON.parse(api.bodies.get(`POST ${IDENTITY}/sign-up`) ?? ''), ADA);

        const pending = { status: 'activation_pending', email: ADA.email };
        api.answers('POST identity/sign-up', ok(pending));
        await button(page, 'Create account').click();
        await heading(page, 'Confirm your email address').waitFor();
        assert(await hasFocus(page, 'h2'));
        await check('confirm');
        await button(page, 'Back to sign in').click();
        await signIn(page);
        await heading(page, 'You own Demo App').waitFor();
      }));

    it('has a link for a new password mailed, without telling who has an account', () =>
      visit(async ({ page, api, check }) => {
        await button(page, 'Forgot your password?').click();
        await page.getByLabel('Email').fill('somebody@example.org');
        await check('forgot');
        await button(page, 'Email me a link').click();
        await heading(page, 'Check your email').waitFor();
        await page.getByText('If somebody@example.org has an account at Demo Audio').waitFor();
        assert(api.calls.includes(`POST ${IDENTITY}/forgot-password`));
        await check('mail-sent');
      }));

    it('shows what was typed as a password only when asked', () =>
      visit(async ({ page }) => {
        await passwordField(page).fill('secret');
        await eventually(() => passwordField(page).getAttribute('type'), 'password');
        await button(page, 'Show password').click();
        await eventually(() => passwordField(page).getAttribute('type'), 'text');
      }));

    it('can be done with the keyboard alone', () =>
      visit(async ({ page, api }) => {
        api.answers('POST /license', ok(owned({ status: 'Fulfilled', fulfillmentType: 'License' })));
        await page.getByLabel('Email').focus();
        await page.keyboard.type(ADA.email);
        await page.keyboard.press('Tab');
        await page.keyboard.type(ADA.password);
        await page.keyboard.press('Enter');
        await heading(page, 'You own Demo App').waitFor();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await heading(page, 'Almost done').waitFor();
      }));
  });

  describe(`a session on the activation page in a ${window.name} window`, () => {
    it('outlives a reload, and is renewed once when its token has expired', () =>
      visit(async ({ page, api }) => {
        await signIn(page);
        await heading(page, 'You own Demo App').waitFor();
        await page.reload();
        await heading(page, 'You own Demo App').waitFor();

        api.expireToken();
        api.answers('POST /license', ok(owned({ status: 'Fulfilled', fulfillmentType: 'License' })));
        await button(page, 'Activate Demo App').click();
        await heading(page, 'Almost done').waitFor();
        const renewals = api.calls.filter((call) => call === `POST ${IDENTITY}/refresh`);
        assert.equal(renewals.length, 1);
        const approvals = api.calls.filter((call) => call.includes('/license'));
        assert.equal(approvals.length, 2);
        assert.match(approvals.at(-1) ?? '', /\(Ada\)$/);
      }));

    it('asks to sign in again when it cannot be renewed, and does nothing anonymously meanwhile', () =>
      visit(async ({ page, api, check }) => {
        await signIn(page);
        await heading(page, 'You own Demo App').waitFor();
        api.expireToken();
        api.answers('POST identity/refresh', problem(403, { errorType: 'RefreshRefused' }));
        await button(page, 'Activate Demo App').click();
        await page
          .getByRole('alert')
          .getByText('Your session has ended. Sign in again to continue.')
          .waitFor();
        assert.equal(api.calls.filter((call) => call.includes('/license')).length, 1);
        const session = await page.evaluate("localStorage.getItem('latchkey.session')");
        assert.equal(session, '{"endedBy":"Server"}');
        await check('signed-out');
        await signIn(page);
        await heading(page, 'You own Demo App').waitFor();
        await eventually(() => page.getByRole('alert').count(), 0);
      }));

    it('ends here and on the server when its owner signs out', () =>
      visit(async ({ page, api }) => {
        await signIn(page);
        await heading(page, 'You own Demo App').waitFor();
        await page.evaluate("localStorage.setItem('latchkey.cart', 'o-1')");
        const ended = page.waitForRequest((request) => request.method() === 'DELETE');
        await button(page, 'Sign out').click();
        await heading(page, 'Sign in').waitFor();
        assert.equal(new URL((await ended).url()).pathname, `${IDENTITY}/sessions/s-1`);
        await eventually(() => page.evaluate("localStorage.getItem('latchkey.session')"), null);
        await eventually(() => page.evaluate("localStorage.getItem('latchkey.cart')"), null);
        await page.reload();
        await heading(page, 'Sign in').waitFor();
        assert(!(api.calls.at(-1) ?? '').endsWith('(Ada)'));
      }));
  });
}
