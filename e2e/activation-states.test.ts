import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SHOP_URL, activation, owned, product, seat, trial, unowned } from './activation-api.ts';
import { type Visit, button, heading, signIn, visitActivation } from './activation-page.ts';
import { openBuiltWeb } from './built-web.ts';
import { eventually } from './eventually.ts';
import { WINDOWS } from './page-check.ts';
import { hasFocus, passUntil } from './reading.ts';
import { noAnswer, ok, problem } from './replies.ts';

const NEEDS_ACCOUNT = activation({ trialEligibility: trial({ requiresAccount: true }) });
const ENDED_TRIAL = trial({ eligible: false, existing: true, numberOfDaysRemaining: 0 });

const VENDOR_WITH_ADDRESS = {
  id: 'demo',
  name: 'Demo Audio',
  shopUrl: SHOP_URL,
  email: 'help@demo.example',
};

const web = openBuiltWeb();

for (const window of WINDOWS) {
  const visit = (walk: (visit: Visit) => Promise<void>) =>
    visitActivation({ ...web, window, locale: 'en-US' }, walk);

  describe(`the activation page in a ${window.name} window`, () => {
    it('shows what asks to be activated, and offers a trial without an account', () =>
      visit(async ({ page, api, open, check }) => {
        await open();
        await page.getByRole('heading', { level: 1, name: 'Activate Demo App' }).waitFor();
        assert.equal(await page.title(), 'Activate Demo App – Demo Audio');
        await eventually(() => page.locator('dl dd').innerText(), 'Studio Mac');
        await page.getByText('Record, arrange and mix your music').waitFor();
        await check('choice');

        api.answers('POST /trial', ok(activation({ status: 'Fulfilled', fulfillmentType: 'Trial' })));
        await button(page, 'Start the 14-day trial').click();
        await page.getByRole('heading', { level: 1, name: 'Almost done' }).waitFor();
        assert.equal(await page.title(), 'Almost done – Demo Audio');
        assert(await hasFocus(page, 'h1'));
        await page
          .getByText('Return to Demo App on “Studio Mac” to continue. You have 14 days left.')
          .waitFor();
        await check('trial-running');
      }));

    it('approves with a license once its owner has signed in, and waits for the app', () =>
      visit(async ({ page, api, open, check }) => {
        api.shows(NEEDS_ACCOUNT, owned());
        api.answers('POST /license', ok(owned({ status: 'Fulfilled', fulfillmentType: 'License' })));
        await open();
        await page.getByText('Use your license for Demo App, or try it free for 14 days.').waitFor();
        await check('sign-in');
        await signIn(page);
        await heading(page, 'You own Demo App').waitFor();
        assert(await hasFocus(page, 'h2'));
        await page.getByText('ada@example.org').waitFor();
        await check('license');
        await button(page, 'Activate Demo App').click();

        await page.getByRole('heading', { level: 1, name: 'Almost done' }).waitFor();
        assert(await hasFocus(page, 'h1'));
        const progress = page.locator('main output');
        await eventually(() => progress.innerText(), 'Waiting for Demo App to pick up its license…');
        await check('approved');

        await passUntil(page, page.getByText('has not picked up its license yet'));
        api.answers('GET /completed', noAnswer());
        await passUntil(page, page.getByText('The connection was lost. This page keeps trying.'));
        api.answers('GET /completed', ok(true));
        await passUntil(page, page.getByText('Demo App is ready. You can close this page.'));
        await check('completed');
      }));

    it('says what waits for the proof of the address, mails the link again, and notices the proof', () =>
      visit(async ({ page, api, open, check }) => {
        const message = 'Confirm your email address to get Demo App.';
        const awaitsProof = { products: ['demo-app'], names: ['Demo App'], message };
        api.shows(NEEDS_ACCOUNT, unowned({ trialEligibility: trial({ requiresAccount: true }) }));
        api.answers('GET meta/user', ok({ id: 'c-1', awaitsProof }));
        api.answers('POST identity/send-confirmation', problem(429, { title: 'Too many requests' }));
        await open();
        await signIn(page);
        const notice = page.getByRole('note').filter({ hasText: message });
        await notice.waitFor();
        await heading(page, 'Your license for Demo App is waiting for you').waitFor();
        await eventually(() => page.getByRole('main').getByRole('link').count(), 0, 'nothing to buy');
        await check('proof');

        await button(page, 'Send the link again').click();
        await notice.getByText('Too many attempts').waitFor();
        api.answers('POST identity/send-confirmation', (route) => route.fulfill({ status: 200, body: '' }));
        await button(page, 'Send the link again').click();
        await notice.getByText('We sent a new link to ada@example.org.').waitFor();
        await button(page, 'Send the link again').waitFor({ state: 'detached' });
        await check('proof-mailed');

        api.answers('GET meta/user', ok({ id: 'c-1' }));
        api.shows(NEEDS_ACCOUNT, owned());
        await button(page, 'Check again').click();
        await heading(page, 'You own Demo App').waitFor();
        await notice.waitFor({ state: 'detached' });
      }));

    it('says that an offline activation needs no connection, as a license or as a trial', () =>
      visit(async ({ page, api, open, check }) => {
        const offline = { method: 'Offline' } as const;
        api.shows(activation(offline), owned(offline));
        await open();
        await page.getByText('Without an internet connection').waitFor();
        await button(page, 'Start the 14-day trial').waitFor();
        await button(page, 'Sign in to use a license').click();
        await signIn(page);
        await heading(page, 'You own Demo App').waitFor();
        await page.getByText('It works there without an internet connection.').waitFor();
        await check('license-offline');
      }));

    it('does not say that seats are taken where licenses do not work offline', () =>
      visit(async ({ page, api, open, check }) => {
        const offline = { method: 'Offline', trialEligibility: undefined } as const;
        api.shows(activation(offline), owned({ ...offline, licenseEligibility: { eligible: false } }));
        const seats = { items: [seat('Old laptop')], hasMore: false, next: null };
        api.answers('GET inventory/products/demo-app/licenses/activations', ok(seats));
        await open();
        await signIn(page);
        await heading(page, 'No offline activations left').waitFor();
        await page.getByText('Your licenses for Demo App have no offline activations left.').waitFor();
        await button(page, 'Release Old laptop').waitFor();
        await check('no-seat-offline');
      }));

    it('stops asking when the app never fetches its token', () =>
      visit(async ({ page, api, open }) => {
        api.shows(owned({ status: 'Fulfilled', fulfillmentType: 'License' }));
        await open();
        await heading(page, 'Almost done').waitFor();
        await passUntil(page, page.getByText('did not pick up its license in time'));
        const callCount = api.calls.length;
        await page.clock.runFor(60_000);
        assert.equal(api.calls.length, callCount);
      }));

    it('releases a device where no activation is free', () =>
      visit(async ({ page, api, open, check }) => {
        const full = owned({ licenseEligibility: { eligible: false }, trialEligibility: undefined });
        const SEATS = 'inventory/products/demo-app/licenses/activations';
        const RELEASE = 'POST inventory/licenses/l-1/activations/Old%20laptop/revoke';
        api.shows(NEEDS_ACCOUNT, full);
        const items = [
          seat('Old laptop'),
          seat('Live rig', { activationMethod: 'Offline', canRelease: false }),
          seat('Sold', { status: 'Revoked' }),
        ];
        api.answers(`GET ${SEATS}`, ok({ items, hasMore: false, next: null }));
        await open();
        await signIn(page);
        await heading(page, 'No activations left').waitFor();
        const devices = page.getByRole('list', { name: 'Activated devices' }).getByRole('listitem');
        await devices.first().waitFor();
        await eventually(() => devices.count(), 2);
        await page.getByText('another device must be released first. Choose one below.').waitFor();
        const ofVendor = devices.filter({ hasText: 'Live rig' });
        await ofVendor.getByText('This device works offline, so only Demo Audio can release it.').waitFor();
        await eventually(() => ofVendor.getByRole('button').count(), 0);
        await check('no-seat');

        api.answers(RELEASE, problem(409, { title: 'Too soon', detail: 'Wait until tomorrow.' }));
        await button(page, 'Release Old laptop').click();
        await page.getByText('It stops working there. Release it?').waitFor();
        await eventually(() => page.evaluate('document.activeElement.textContent'), 'Keep');
        await check('release');
        await button(page, 'Release Old laptop now').click();
        await page.getByRole('alert').getByText('Wait until tomorrow.').waitFor();

        api.answers(RELEASE, async (route) => {
          api.shows(NEEDS_ACCOUNT, owned());
          await route.fulfill({ status: 200, body: '' });
        });
        await button(page, 'Release Old laptop').click();
        await button(page, 'Release Old laptop now').click();
        await heading(page, 'You own Demo App').waitFor();
        assert(await hasFocus(page, 'h2'));
      }));

    it('sends to the vendor where no device is the customer’s to release', () =>
      visit(async ({ page, api, open, check }) => {
        const full = { licenseEligibility: { eligible: false }, trialEligibility: undefined } as const;
        const seats = { items: [seat('Old laptop', { canRelease: false })], hasMore: false, next: null };
        api.answers('GET inventory/products/demo-app/licenses/activations', ok(seats));
        api.answers('GET /api/public/vendors/current', ok(VENDOR_WITH_ADDRESS));
        api.shows(NEEDS_ACCOUNT, owned(full));
        await open();
        await signIn(page);
        await page
          .getByText('another device must be released first. Ask Demo Audio to release one.')
          .waitFor();
        await page.getByText('Only Demo Audio can release this device.').waitFor();
        const addresses = page.getByRole('link', { name: 'help@demo.example' });
        await eventually(() => addresses.first().getAttribute('href'), 'mailto:help@demo.example');
        await eventually(() => button(page, 'Release Old laptop').count(), 0);
        await check('no-seat-vendor');

        api.shows(NEEDS_ACCOUNT, owned({ ...full, method: 'Offline' }));
        await page.reload();
        await page.getByText('have no offline activations left. Ask Demo Audio for more.').waitFor();
      }));

    it('says what is missing and where to get it, and notices that it was bought', () =>
      visit(async ({ page, api, open, check }) => {
        api.shows(activation({ trialEligibility: ENDED_TRIAL }), unowned({ trialEligibility: ENDED_TRIAL }));
        await open();
        await page.getByText('The trial on this device has ended.').waitFor();
        await signIn(page);
        await heading(page, 'You need a license for Demo App').waitFor();
        const shop = page.getByRole('link', { name: 'Get Demo App (opens in a new tab)' });
        await eventually(() => shop.getAttribute('href'), SHOP_URL);
        await eventually(() => shop.getAttribute('rel'), 'noopener noreferrer');
        await check('trial-over');

        const website = 'https://shop.example.com/products/demo-app';
        api.shows(activation(), unowned({ trialEligibility: ENDED_TRIAL, product: product({ website }) }));
        await button(page, 'I have one now, check again').click();
        await page.locator(`a[href="${website}"]`, { hasText: 'Get Demo App' }).waitFor();

        api.shows(activation(), owned());
        await button(page, 'I have one now, check again').click();
        await heading(page, 'You own Demo App').waitFor();
      }));

    it('offers the trial to a customer without a license', () =>
      visit(async ({ page, api, open, check }) => {
        api.shows(NEEDS_ACCOUNT, unowned({ trialEligibility: trial({ requiresAccount: true }) }));
        await open();
        await signIn(page);
        await heading(page, 'Try before you buy').waitFor();
        await check('trial-offered');
      }));

    it('goes on with a trial that runs on the device', () =>
      visit(async ({ page, api, open, check }) => {
        const running = trial({ existing: true, numberOfDaysRemaining: 9 });
        api.shows(activation({ trialEligibility: running }), unowned({ trialEligibility: running }));
        await open();
        await button(page, 'Continue the trial (9 days left)').waitFor();
        await button(page, 'Sign in to use a license').click();
        await signIn(page);
        await heading(page, 'Your trial is running').waitFor();
        await check('trial-existing');
      }));

    it('has nowhere to send to where the vendor names no shop, or one that is no web address', () =>
      visit(async ({ page, api, open }) => {
        api.shows(
          NEEDS_ACCOUNT,
          unowned({ trialEligibility: undefined, product: product({ website: 'data:text/html,x' }) }),
        );
        api.answers(
          'GET /api/public/vendors/current',
          ok({ ...VENDOR_WITH_ADDRESS, shopUrl: 'javascript:alert(1)' }),
        );
        await open();
        await signIn(page);
        await page.getByText('Ask Demo Audio how to get one.').waitFor();
        const links = await page.getByRole('main').getByRole('link').allInnerTexts();
        assert.deepEqual(links, ['help@demo.example'], 'and no other');
      }));

    it('is cancelled, and stays so', () =>
      visit(async ({ page, api, open, check }) => {
        const cancelled = activation({ status: 'Cancelled' });
        api.answers('POST /cancel', ok(cancelled));
        await open();
        await button(page, 'Cancel the activation').click();
        await page.getByRole('heading', { level: 1, name: 'Activation cancelled' }).waitFor();
        assert(await hasFocus(page, 'h1'));
        await check('cancelled');

        api.shows(cancelled);
        await page.reload();
        await page.getByRole('heading', { level: 1, name: 'Activation cancelled' }).waitFor();
      }));

    it('expires while it is open', () =>
      visit(async ({ page, api, open, check }) => {
        await open();
        await button(page, 'Start the 14-day trial').waitFor();
        const expiry = problem(400, { title: 'Expired', errorType: 'ActivationRequestExpired' });
        api.answers('GET ', expiry);
        await page.clock.runFor(3_590_000);
        assert.equal(api.calls.filter((call) => call.startsWith('GET /api/customer/')).length, 1);
        await passUntil(page, page.getByRole('heading', { level: 1, name: 'This activation has expired' }));
        assert.equal(await page.title(), 'This activation has expired');
        await check('expired');
      }));

    it('says why an open request is not allowed any more, and goes on when it is again', () =>
      visit(async ({ page, api, open, check }) => {
        await open();
        await button(page, 'Start the 14-day trial').waitFor();
        const inactive = { title: 'The product is not available', errorType: 'ProductInactive' };
        const refusal = problem(403, { ...inactive, detail: 'Demo App is not available.' });
        api.answers('GET ', refusal);
        api.answers('POST /trial', refusal);
        await button(page, 'Start the 14-day trial').click();
        await page.getByRole('heading', { level: 1, name: 'The product is not available' }).waitFor();
        await page.getByText('Demo App is not available. Write to Demo Audio').waitFor();
        await check('not-available');
        api.answers('GET ', ok(activation()));
        await button(page, 'Try again').click();
        await button(page, 'Start the 14-day trial').waitFor();
      }));

    it('says plainly that a link leads to no activation', () =>
      visit(async ({ page, open, check }) => {
        await open('/activate/wrong');
        await page.getByRole('heading', { level: 1, name: 'We cannot find this activation' }).waitFor();
        assert.equal(await page.title(), 'We cannot find this activation');
        await check('unknown');
      }));

    it('shows that it loads, says when the shop fails, and tries again when asked', () =>
      visit(async ({ page, api, open, check }) => {
        const answers = Promise.withResolvers<undefined>();
        api.answers('GET ', async (route) => {
          await answers.promise;
          await problem(500, { title: 'Internal error', traceId: 'trace-17' })(route);
        });
        await open();
        await page.getByRole('heading', { level: 1, name: 'Activation' }).waitFor();
        await check('loading');
        const place = async () => {
          const { x, y } = (await page.locator('main > :last-child').boundingBox()) ?? {};
          return { x, y };
        };
        const whileLoading = await place();

        answers.resolve(undefined);
        // The read is retried automatically before it fails.
        await passUntil(page, page.getByRole('heading', { level: 1, name: 'Something went wrong' }));
        await page.getByText('trace-17').waitFor();
        api.answers('GET ', ok(activation()));
        await button(page, 'Try again').click();
        await button(page, 'Start the 14-day trial').waitFor();
        assert.notEqual(whileLoading.y, undefined);
        assert.deepEqual(await place(), whileLoading, 'nothing moves when the page has loaded');
      }));

    it('loses no click when the connection is gone', () =>
      visit(async ({ page, api, open, check }) => {
        api.answers('POST /trial', noAnswer());
        await open();
        await button(page, 'Start the 14-day trial').click();
        await page.getByRole('alert').getByText('No connection').waitFor();
        assert(await hasFocus(page, '[role=alert]'));
        await check('offline');
        api.answers('POST /trial', ok(activation({ status: 'Fulfilled', fulfillmentType: 'Trial' })));
        await button(page, 'Start the 14-day trial').click();
        await heading(page, 'Almost done').waitFor();
      }));

    it('shows the current state if somebody else was first', () =>
      visit(async ({ page, api, open }) => {
        await open();
        api.answers('POST /trial', async (route) => {
          api.shows(activation({ status: 'Completed', fulfillmentType: 'License' }));
          await problem(409, { errorType: 'ActivationRequestFulfilled' })(route);
        });
        await button(page, 'Start the 14-day trial').click();
        await heading(page, 'Demo App is activated').waitFor();
        await page.getByText('Demo App is ready. You can close this page.').waitFor();
      }));
  });
}

describe('the activation page on the smallest phones', () => {
  const window = { name: 'smallest', viewport: { width: 320, height: 640 } };

  it('fits, whatever the device is called', () =>
    visitActivation({ ...web, window, locale: 'en-US' }, async ({ page, api, open, check }) => {
      const deviceName = 'DESKTOP-7F3K2LQ-rendering-machine-on-the-second-floor-next-to-the-window';
      api.shows(activation({ deviceName }), owned({ deviceName, method: 'Offline' }));
      await open();
      await button(page, 'Start the 14-day trial').waitFor();
      await check('choice');
      await button(page, 'Sign in to use a license').click();
      await signIn(page);
      await heading(page, 'You own Demo App').waitFor();
      await check('license');
    }));
});
