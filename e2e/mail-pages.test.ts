import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { button, heading } from './activation-page.ts';
import { openBuiltWeb } from './built-web.ts';
import { eventually } from './eventually.ts';
import { intercept } from './interception.ts';
import { WINDOWS } from './page-check.ts';
import { API, noAnswer, ok, problem, type Reply } from './replies.ts';
import { until } from './until.ts';
import { type Visit as VisitOf, visit } from './visit.ts';

const EMAIL = 'ada@example.com';
const CODE = 'c0de-from-a-mail';
const LINK = `#email=ada%40example.com&code=${CODE}`;
const PASSWORD = 'Violet-42-tram';
/** What the page of a new password asks first. */
const CHECK = 'POST identity/reset-password/check';
const EXPIRED = problem(400, { errorType: 'InvalidCode', title: 'The code is wrong or has expired' });
const EMPTY: Reply = (route) => route.fulfill({ status: 200, body: '' });
const HELP = 'help@demo-audio.example';
const IDENTITY = { id: 'c-1', name: 'Ada', email: EMAIL, accessToken: 'a.b.c', refreshToken: 'r' };

interface MailApi {
  /** Requests so far, with method and path. */
  readonly calls: string[];
  /** All URLs that the page has requested. */
  readonly urls: string[];
  readonly answers: (call: string, reply: Reply) => void;
}

type Visit = VisitOf<MailApi>;

async function interceptMails(page: Page): Promise<MailApi> {
  const replies = new Map<string, Reply>();
  const calls: string[] = [];
  const urls: string[] = [];
  page.on('request', (request) => urls.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
  await intercept(page, [API], async (route) => {
    const { pathname } = new URL(route.request().url());
    const call = `${route.request().method()} ${pathname.replace('/api/customer/', '')}`;
    if (pathname === '/api/public/vendors/current') {
      const shop = 'https://shop.example';
      return ok({ id: 'demo', name: 'Demo Audio', logoUrl: null, shopUrl: shop, email: HELP })(route);
    }
    calls.push(call);
    return (replies.get(call) ?? problem(500, {}))(route);
  });
  return { calls, urls, answers: (call, reply) => void replies.set(call, reply) };
}

/** The field, not the button in it that reveals the password. */
const passwordField = (page: Page) => page.getByRole('textbox', { name: /password/i });

const web = openBuiltWeb();

for (const window of WINDOWS) {
  const visitPage = (path: string, walk: (visit: Visit) => Promise<void>) =>
    visit(
      { ...web, window, locale: 'en-US' },
      { name: `mail${path.replaceAll('/', '-')}`, path: path + LINK, intercept: interceptMails },
      walk,
    );
  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  describe(`the pages of mails in a ${window.name} window`, () => {
    it('choose a new password, with all rules at once, and keep the code to themselves', () =>
      visitPage('/account/reset-password', async ({ page, api, open, check }) => {
        await open();
        await title(page, 'Choose a new password');
        await until(page, "document.title === 'Choose a new password – Demo Audio'");
        assert.equal(page.url(), `${web.origin}/account/reset-password`, 'the code is not in the address');
        await eventually(() => page.evaluate('history.length'), 2, 'the page before and this one');
        assert.deepEqual(api.calls, [CHECK], 'opening the link uses nothing up');
        await passwordField(page).fill('short');
        await button(page, 'Save the new password').click();
        await page.getByText('at least 8 characters, an upper-case letter, a digit, and a symbol').waitFor();
        await check('weak');
        api.answers(
          'POST identity/reset-password',
          problem(400, {
            errorType: 'InvalidInput',
            errors: { body: ['The password must not be a common password.'] },
          }),
        );
        await passwordField(page).fill(PASSWORD);
        await button(page, 'Save the new password').click();
        await page.getByText('must not be a common password').waitFor();
        api.answers('POST identity/reset-password', noAnswer());
        await button(page, 'Save the new password').click();
        await page.getByText('No connection').waitFor();
        await check('offline');
        api.answers('POST identity/reset-password', EMPTY);
        api.answers('POST identity/sign-in', ok(IDENTITY));
        await button(page, 'Save the new password').click();
        await title(page, 'Your password was changed');
        await page.getByText('You are signed in here').waitFor();
        await page.getByRole('link', { name: 'Go to my products' }).waitFor();
        await check('done');
        const leaks = api.urls.filter(
          (url) => url.includes(CODE) && !url.includes('/api/customer/identity/reset-password'),
        );
        assert.deepEqual(leaks, []);
        assert(api.urls.every((url) => url.startsWith(web.origin) && !url.includes('reset-password#')));
        const storage = await page.evaluate<string>('JSON.stringify([sessionStorage, localStorage])');
        assert(!storage.includes(CODE) && !storage.includes(PASSWORD));
      }));

    it('say that a link no longer works, and mail a new one', () =>
      visitPage('/account/reset-password', async ({ page, api, open, check }) => {
        api.answers('POST identity/reset-password', EXPIRED);
        api.answers('POST identity/forgot-password', EMPTY);
        await open();
        await passwordField(page).fill(PASSWORD);
        await button(page, 'Save the new password').click();
        await title(page, 'This link no longer works');
        await check('expired');
        await button(page, 'Send me a new link').click();
        await page.getByText('Check your email').waitFor();
        await check('sent');
        api.answers(CHECK, EXPIRED);
        await page.goto('about:blank');
        await open();
        await title(page, 'This link no longer works');
        await eventually(() => passwordField(page).count(), 0, 'nobody types a password in vain');
        await button(page, 'Send me a new link').waitFor();
      }));

    it('say that a link is incomplete, as after a reload', () =>
      visitPage('/account/confirm', async ({ page, open, check }) => {
        await open('/account/confirm');
        await title(page, 'This link is incomplete');
        await page.getByRole('link', { name: 'Go to Demo Audio' }).waitFor();
        await check('incomplete');
      }));

    it('confirm an account by its password', () =>
      visitPage('/account/confirm', async ({ page, api, open, check }) => {
        await open();
        await title(page, 'Confirm your email address');
        await check('open');
        const wrong = problem(400, { errorType: 'InvalidCredentials' });
        api.answers('POST identity/confirm-account', wrong);
        await passwordField(page).fill('wrong');
        await button(page, 'Confirm').click();
        await page.getByText('password is wrong').waitFor();
        api.answers('POST identity/confirm-account', ok({ ...IDENTITY, status: 'SignedIn' }));
        await button(page, 'Confirm').click();
        await title(page, 'Your email address is confirmed');
        await check('done');
      }));

    it('confirm an email by its password, and by the code alone', () =>
      visitPage('/account/confirm-email', async ({ page, api, open, check }) => {
        await open();
        await title(page, 'Confirm your email address');
        assert.equal(page.url(), `${web.origin}/account/confirm-email`, 'the code is not in the address');
        assert.deepEqual(api.calls, [], 'opening the link uses nothing up');
        await check('open');
        api.answers('POST identity/confirm-email', EMPTY);
        await passwordField(page).fill(PASSWORD);
        await button(page, 'Confirm').click();
        await title(page, 'Your email address is confirmed');
        await check('done');

        await page.goto('about:blank');
        await open();
        await button(page, 'I have no password, or don’t know it').click();
        await title(page, 'Confirm without a password');
        await button(page, 'Confirm my address').click();
        await page.getByText('a password, which still works').waitFor();
        api.answers('POST identity/forgot-password', EMPTY);
        await button(page, 'Send me a link for a new password').click();
        await page.getByText('Check your email').waitFor();
        await check('unchanged');

        api.answers(
          'POST identity/confirm-email',
          ok({ status: 'PasswordSetupRequired', resetPasswordToken: 'next' }),
        );
        await page.goto('about:blank');
        await open();
        await button(page, 'I have no password, or don’t know it').click();
        await button(page, 'Confirm my address').click();
        await title(page, 'Choose a new password');

        api.answers('POST identity/confirm-email', EXPIRED);
        await page.goto('about:blank');
        await open();
        await passwordField(page).fill(PASSWORD);
        await button(page, 'Confirm').click();
        await title(page, 'This link no longer works');
        await check('expired');
      }));

    it('confirm an account without its password, and set one', () =>
      visitPage('/account/confirm', async ({ page, api, open, check }) => {
        api.answers(
          'POST identity/confirm-account',
          ok({ ...IDENTITY, status: 'PasswordSetupRequired', resetPasswordToken: 'next' }),
        );
        api.answers('POST identity/reset-password', EMPTY);
        await open();
        await button(page, 'I have no password, or don’t know it').click();
        await title(page, 'Confirm without a password');
        await check('replace');
        await button(page, 'Confirm my address').click();
        await title(page, 'Choose a new password');
        await passwordField(page).fill(PASSWORD);
        await button(page, 'Save the new password').click();
        await title(page, 'Your password was changed');
        await page.getByText('You could not be signed in just now.').waitFor();
        await page.goto('about:blank');
        await page.goto(`${web.origin}/account/confirm${LINK}&first=true`);
        await page.getByText(/^Confirm that .* is your address, then choose a password/).waitFor();
        await check('first');
        await button(page, 'Confirm and choose a password').click();
        await title(page, 'Choose a password');
        await passwordField(page).fill(PASSWORD);
        api.answers('POST identity/sign-in', noAnswer());
        await button(page, 'Save the password').click();
        await page.getByText(`Sign in with ${EMAIL} and this password`).waitFor();
        await page.getByText('You could not be signed in just now.').waitFor();
        await page.goto('about:blank');
        await page.goto(`${web.origin}/account/confirm${LINK}&first=true`);
        await button(page, 'Confirm and choose a password').click();
        await passwordField(page).fill(PASSWORD);
        api.answers('POST identity/sign-in', ok(IDENTITY));
        await button(page, 'Save the password').click();
        await page.getByText('Your address is confirmed, and you are signed in.').waitFor();
        await page.getByRole('link', { name: 'Go to my products' }).waitFor();
        await check('first-done');
        api.answers('POST identity/confirm-account', ok({ ...IDENTITY, status: 'SignedIn' }));
        await page.goto('about:blank');
        await page.goto(`${web.origin}/account/confirm${LINK}&first=true`);
        await button(page, 'Confirm and choose a password').click();
        await page.getByText(`${EMAIL} is confirmed. Thank you!`).waitFor();
        api.answers('POST identity/confirm-account', EXPIRED);
        await page.goto('about:blank');
        await page.goto(`${web.origin}/account/confirm${LINK}&first=true`);
        await button(page, 'Confirm and choose a password').click();
        await page.getByText('If you have not chosen a password yet').waitFor();
        await button(page, 'Send me a link to choose a password').waitFor();
        await check('first-expired');
      }));

    it('confirm a new email once its customer has signed in', () =>
      visitPage('/account/confirm-email-change', async ({ page, api, open, check }) => {
        api.answers('POST identity/sign-in', ok({ ...IDENTITY, email: 'old@example.com' }));
        api.answers('POST identity/confirm-email-change', EMPTY);
        await open();
        await heading(page, 'Sign in').waitFor();
        await check('sign-in');
        await page.getByLabel('Email').fill('old@example.com');
        await passwordField(page).fill(PASSWORD);
        await button(page, 'Sign in').click();
        await button(page, 'Use this email address').waitFor();
        await check('open');
        await button(page, 'Use this email address').click();
        await title(page, 'Your email address was changed');
      }));

    it('undo a change of the email, and ask for a new password', () =>
      visitPage('/account/undo-email-change', async ({ page, api, open, check }) => {
        api.answers('POST identity/undo-email-change', ok({ email: EMAIL, resetPasswordToken: 'next' }));
        await open();
        await title(page, 'Undo the change of your email address');
        assert.deepEqual(api.calls, []);
        await check('open');
        await button(page, 'Undo the change').click();
        await title(page, 'Choose a new password');
        await check('password');
        await page.goto('about:blank');
        api.answers('POST identity/undo-email-change', problem(400, { errorType: 'InvalidCode' }));
        await open();
        await button(page, 'Undo the change').click();
        await page.getByText('contact the shop').getByRole('link', { name: HELP }).waitFor();
        await check('too-late');
      }));

    it('remove an account that somebody else made, or keep it', () =>
      visitPage('/account/not-me', async ({ page, api, open, check }) => {
        await open();
        await title(page, 'Remove this account?');
        const choices = page.getByRole('main').getByRole('button');
        await eventually(
          () => choices.allInnerTexts(),
          ['Remove the account', 'It was me: keep the account'],
          'the safe choice is a button of its own, below the other',
        );
        await check('open');
        await button(page, 'It was me: keep the account').click();
        await title(page, 'You kept the account');
        assert.deepEqual(api.calls, []);
        await page.goto('about:blank');
        const owns = { errorType: 'AccountOwnsPurchases', title: 'This account has purchases' };
        api.answers('POST identity/deny-account', problem(409, owns));
        await open();
        await button(page, 'Remove the account').click();
        await title(page, 'This account has purchases');
        await check('owns');
        await page.goto('about:blank');
        api.answers('POST identity/deny-account', EMPTY);
        await open();
        await button(page, 'Remove the account').click();
        await title(page, 'The account was removed');
        await check('done');
      }));

    it('merge an account into another one, or keep both', () =>
      visitPage('/account/merge', async ({ page, api, open, check }) => {
        await open();
        await title(page, 'Merge your two accounts?');
        assert.deepEqual(api.calls, [], 'opening the link agrees to nothing');
        await check('open');
        api.answers('POST identity/decline-merge', EMPTY);
        await button(page, 'Decline: keep both accounts').click();
        await title(page, 'Both accounts stay as they are');
        await page.goto('about:blank');
        api.answers(
          'POST identity/agree-to-merge',
          problem(409, { errorType: 'MergeRefused', title: 'These customers cannot be merged now' }),
        );
        await open();
        const other = page.getByLabel('Email of the other account');
        await button(page, 'Merge the accounts').click();
        await page.getByText('Enter the email of your other account.').waitFor();
        await other.fill('other@example.com');
        await button(page, 'Merge the accounts').click();
        await title(page, 'The accounts cannot be merged now');
        await check('refused');
        await page.goto('about:blank');
        const issues = { otherEmail: ['is not the email of the other account'] };
        api.answers(
          'POST identity/agree-to-merge',
          problem(400, { errorType: 'InvalidInput', title: 'The request is not valid', errors: issues }),
        );
        await open();
        await other.fill('stranger@example.com');
        await button(page, 'Merge the accounts').click();
        await page.getByText('That is not the email of the other account.').waitFor();
        await check('wrong');
        api.answers('POST identity/agree-to-merge', EMPTY);
        await other.fill('other@example.com');
        await button(page, 'Merge the accounts').click();
        await title(page, 'Your two accounts are one now');
        assert.deepEqual(api.calls, [
          'POST identity/decline-merge',
          'POST identity/agree-to-merge',
          'POST identity/agree-to-merge',
          'POST identity/agree-to-merge',
        ]);
        await check('done');
      }));

    it('confirm an email, a newsletter and its end, each once a button was pressed', async () => {
      const choice = { email: EMAIL, newsletter: true, productUpdates: false };
      const pages = [
        ['/newsletter/confirm', 'communications/confirm', 'Yes, send them', 'You get our emails'],
        ['/newsletter/unsubscribe', 'communications/unsubscribe', 'Unsubscribe', 'You are unsubscribed'],
      ] as const;
      for (const [path, call, label, done] of pages) {
        await visitPage(path, async ({ page, api, open, check }) => {
          await open();
          await button(page, label).waitFor();
          assert.deepEqual(api.calls, []);
          await check('open');
          api.answers(`POST ${call}`, EXPIRED);
          await button(page, label).click();
          await title(page, 'This link no longer works');
          await check('expired');
          api.answers(`POST ${call}`, ok(choice));
          await page.goto('about:blank');
          await open();
          await button(page, label).click();
          await title(page, done);
          await check('done');
        });
      }
    });

    it('show and change the mail preferences of an address', () =>
      visitPage('/newsletter/preferences', async ({ page, api, open, check }) => {
        const choice = { email: EMAIL, newsletter: true, productUpdates: false };
        api.answers('GET communications/preferences', ok(choice));
        api.answers('POST communications/preferences', ok({ ...choice, productUpdates: true }));
        await open();
        await title(page, 'Choose what we send you');
        await page.getByLabel('Product updates').check();
        await button(page, 'Save').click();
        await page.getByText('Saved.').waitFor();
        await check('saved');
      }));
  });
}
