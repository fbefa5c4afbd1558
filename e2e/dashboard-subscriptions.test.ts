import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { asVendor, subscribe as subscribeByApi } from './dashboard-sales.ts';
import { heading, inWindow, signInToDashboard } from './dashboard-window.ts';
import { type DemoShop, newShopper, openDemoShop, signUp } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { expectSound, WINDOWS } from './page-check.ts';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  const path = '/api/products/demo-synth/variations/demo-synth-yearly/archive';
  const { status, text } = await shop.send('POST', path, { apiKey: shop.demo.apiKey });
  assert.equal(status, 200, text);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});
after(() => opened.disposeAsync());

/** Subscribes a customer, by default a new one, to Demo Synth by the month. Returns the access token of the customer. */
async function subscribe(page: Page, customer?: string): Promise<string> {
  const accessToken = customer ?? (await signUp(shop, newShopper('Grace Hopper')));
  const item = {
    type: 'Product',
    productId: 'demo-synth',
    variationId: 'demo-synth-rent-to-own',
    quantity: 1,
  };
  const { status, text } = await shop.send('PATCH', `/api/customer/orders/${randomUUID()}?checkout=true`, {
    accessToken,
    body: { currency: 'EUR', items: [item] },
  });
  assert.equal(status, 200, text);
  const { checkoutUrl }: { checkoutUrl: string } = JSON.parse(text);
  await page.goto(checkoutUrl);
  await page.getByLabel('I agree that my payment method is saved and charged').check();
  await page.getByLabel('Deliver my licenses at once').check();
  if (customer !== undefined) await page.getByLabel('Yes, I want another subscription to').check();
  await page.getByRole('button', { name: 'Pay €11.90' }).click();
  await heading(page, 'Thank you').waitFor();
  return accessToken;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Asks for the list from its other end, where there is a choice instead of headers, and goes back by a header. */
async function sortByStart(page: Page, viewport: { readonly width: number; readonly height: number }) {
  const rows = page.waitForResponse((answer) => /\/api\/subscriptions\?.*sort=createdAt/.test(answer.url()));
  await page.setViewportSize({ ...viewport, width: 360 });
  await page.getByLabel('Sort by').selectOption('Started, ascending');
  assert.equal((await rows).status(), 200);
  await page.setViewportSize({ ...viewport, width: 1024 });
  const header = page.getByRole('columnheader', { name: 'Started' });
  await eventually(() => header.getAttribute('aria-sort'), 'ascending');
  await header.getByRole('button').click();
  await eventually(() => header.getAttribute('aria-sort'), 'descending');
  await page.setViewportSize(viewport);
}

for (const { name, viewport } of WINDOWS) {
  describe(`a subscription in the dashboard in a ${name} window`, () => {
    it('is found by its state, extended with a reason, changed, paused, cancelled, resumed, and ended', () =>
      inWindow(browser, { viewport }, async (page) => {
        await subscribe(page);
        await signInToDashboard(page, shop, '/subscriptions');
        await heading(page, 'Subscriptions').waitFor();
        await page.getByText('€11.90 a month').first().waitFor();
        await page.getByRole('cell', { name: 'Grace Hopper' }).first().waitFor();
        await sortByStart(page, viewport);
        await expectSound(page, `dashboard-subscriptions-${name}`);
        await page.getByRole('button', { name: 'Announce a price' }).click();
        const announce = dialog(page, 'Announce a price');
        await announce.getByLabel('Item').selectOption('Demo Synth');
        await announce.getByLabel('Plan').selectOption('Yearly subscription (no longer sold)');
        await announce.getByLabel('Plan').selectOption({ value: 'demo-synth-rent-to-own' });
        await announce.getByLabel(/New price/).fill('12.90');
        await announce.getByLabel('First day').fill('2020-01-01');
        await announce.getByRole('button', { name: 'Preview' }).click();
        await announce.getByText('more than 30 days ahead').waitFor();
        await announce.getByLabel('First day').fill('2100-01-01');
        await announce.getByRole('button', { name: 'Preview' }).click();
        await announce.getByRole('button', { name: /^Send \d+ mails?$/ }).waitFor();
        await expectSound(page, `dashboard-announce-price-${name}`);
        await announce.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('combobox', { name: 'Payment' }).selectOption('Held for you');
        await page.getByText('Nothing matches these filters').waitFor();
        await page.getByRole('button', { name: 'Clear filters' }).click();
        await page.getByRole('link', { name: 'demo-synth' }).first().click();
        await heading(page, 'Demo Synth').waitFor();
        await page.getByText('Period 1').waitFor();
        await page.getByText('The renewal is due').waitFor();
        await page.getByText('Subscription started').waitFor();
        await expectSound(page, `dashboard-subscription-${name}`);

        await page.getByRole('button', { name: 'Extend' }).click();
        const extend = dialog(page, 'Extend');
        await extend.getByLabel('Days').fill('0');
        await extend.getByLabel('Reason').fill('An outage');
        await extend.getByRole('button', { name: 'Extend' }).click();
        await extend.locator('[aria-invalid="true"]').waitFor();
        await expectSound(page, `dashboard-extend-${name}`);
        await extend.getByLabel('Days').fill('7');
        await extend.getByRole('button', { name: 'Extend' }).click();
        await extend.waitFor({ state: 'detached' });

        await page.getByRole('button', { name: 'Change the plan' }).click();
        const change = dialog(page, 'Change the plan');
        await change.getByLabel('Quantity').fill('2');
        await change.getByRole('button', { name: 'Preview' }).click();
        await change.getByText('Due now, with tax').waitFor();
        await expectSound(page, `dashboard-change-plan-${name}`);
        await change.getByLabel('When it begins').selectOption('With the next renewal');
        await change.getByRole('button', { name: 'Preview' }).click();
        await change.getByText('costs nothing before').waitFor();
        await change.getByRole('button', { name: 'Change the plan' }).click();
        await change.waitFor({ state: 'detached' });
        await page.getByText('2 × Rent to own, with the next renewal').waitFor();
        await page.getByRole('button', { name: 'Change the plan' }).click();
        await change.getByRole('button', { name: 'Preview' }).click();
        await change.getByText('The change that was agreed is dropped').waitFor();
        await change.getByRole('button', { name: 'Cancel' }).click();

        await page.getByRole('button', { name: 'Pause' }).click();
        await dialog(page, 'Pause').getByRole('button', { name: 'Pause' }).click();
        await page.getByRole('button', { name: 'Resume' }).click();
        await dialog(page, 'Resume').getByRole('button', { name: 'Resume' }).click();
        await page.getByRole('button', { name: 'Give periods' }).waitFor();

        await page.getByRole('button', { name: 'Cancel the subscription' }).click();
        const cancel = dialog(page, 'Cancel the subscription');
        await cancel.getByText(/It ends with the paid period/).waitFor();
        await cancel.getByRole('button', { name: 'Cancel the subscription' }).click();
        await page.getByText('Cancelled', { exact: true }).waitFor();
        await page.getByRole('button', { name: 'Resume' }).click();
        await dialog(page, 'Resume').getByRole('button', { name: 'Resume' }).click();
        await page.getByText('Active', { exact: true }).waitFor();

        await page.getByRole('button', { name: 'Cancel the subscription' }).click();
        await cancel.getByLabel('When it ends').selectOption('Now, with a refund');
        await cancel.getByText('goes back to the buyer').waitFor();
        await expectSound(page, `dashboard-end-now-${name}`);
        await cancel.getByRole('button', { name: 'Cancel the subscription' }).click();
        await page.getByText('Ended', { exact: true }).waitFor();
      }));

    it('shows the newest events first, and older ones on request', () =>
      inWindow(browser, { viewport }, async (page) => {
        await subscribe(page);
        const { apiKey } = shop.demo;
        const list = await shop.send('GET', '/api/subscriptions?pageSize=1', { apiKey });
        const [subscription]: { id: string }[] = JSON.parse(list.text).items;
        const path = `/api/subscriptions/${subscription?.id ?? ''}`;
        for (let index = 0; index < 13; index += 1) {
          for (const step of ['cancel', 'resume']) {
            const { status, text } = await shop.send('POST', `${path}/${step}`, { apiKey, body: {} });
            assert.equal(status, 200, text);
          }
        }
        await signInToDashboard(page, shop, path.replace('/api', ''));
        const events = page.getByRole('listitem').filter({ hasText: /Subscription (resumed|started)/ });
        await events.first().waitFor();
        assert.match((await events.first().textContent()) ?? '', /resumed/);
        assert.equal(await page.getByText('Subscription started').count(), 0);
        await expectSound(page, `dashboard-subscription-events-${name}`);
        await page.getByRole('button', { name: 'Show older' }).click();
        await page.getByText('Subscription started').waitFor();
        assert.match((await events.last().textContent()) ?? '', /started/);
        assert.equal(await page.getByRole('button', { name: 'Show older' }).count(), 0);
      }));

    it('takes over the payments for another one of the same customer', () =>
      inWindow(browser, { viewport }, async (page) => {
        const customer = await subscribe(page);
        await signInToDashboard(page, shop, '/subscriptions');
        await page.getByRole('link', { name: 'demo-synth' }).first().click();
        await page.getByRole('button', { name: 'Merge' }).click();
        const none = dialog(page, 'Merge');
        await none.getByText('This customer has no other subscription to this plan').waitFor();
        await none.getByRole('button', { name: 'Close' }).click();

        await subscribe(page, customer);
        await page.goto(`${shop.demo.dashboard.url}/subscriptions`);
        await page.getByRole('link', { name: 'demo-synth' }).first().click();
        await page.getByRole('button', { name: 'Merge' }).click();
        const merge = dialog(page, 'Merge');
        await merge.getByLabel('The other subscription').selectOption({ index: 1 });
        await merge.getByLabel('Reason').fill('Bought twice');
        await merge.getByText('If the other one runs, it ends with its paid period').waitFor();
        await expectSound(page, `dashboard-merge-${name}`);
        await merge.getByRole('button', { name: 'Merge' }).click();
        await merge.waitFor({ state: 'detached' });
        await page.goto(`${shop.demo.dashboard.url}/subscriptions`);
        await page.getByRole('link', { name: 'demo-synth' }).nth(1).click();
        await heading(page, 'Demo Synth').waitFor();
        await page.getByText('Cancelled', { exact: true }).waitFor();
        await page.getByRole('link', { name: 'another subscription' }).click();
        await page.getByText('Active', { exact: true }).waitFor();
      }));

    it('shows the newest period first, and older ones on request', () =>
      inWindow(browser, { viewport }, async (page) => {
        const { subscriptionId } = await subscribeByApi(shop, 'Penny Periods');
        await asVendor(shop, 'POST', '/api/dev/clock', { advance: 'P70D' });
        await page.route(/\/periods\?/, (route) =>
          route.continue({ url: route.request().url().replace('pageSize=25', 'pageSize=2') }),
        );
        await signInToDashboard(page, shop, `/subscriptions/${subscriptionId}`);
        const periods = page.getByRole('region', { name: 'Periods' }).getByRole('listitem');
        await eventually(() => periods.count(), 2);
        assert.match((await periods.first().textContent()) ?? '', /^Period 3/);
        await expectSound(page, `dashboard-subscription-periods-${name}`);
        await page.getByRole('button', { name: 'Show older' }).click();
        await eventually(() => periods.count(), 3);
        assert.match((await periods.last().textContent()) ?? '', /^Period 1/);
        assert.equal(await page.getByRole('button', { name: 'Show older' }).count(), 0);
      }));
  });
}
