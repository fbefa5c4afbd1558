import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../server/test/waiting.ts';
import { openBuiltWeb } from './built-web.ts';
import { order, RETURN_URL } from './checkout-api.ts';
import { BUYER } from './checkout-page.ts';
import { CHECKOUT_PATH, type Visit, visitCheckout } from './checkout-visit.ts';
import { eventually } from './eventually.ts';
import { WINDOWS } from './page-check.ts';
import { hasFocus } from './reading.ts';
import { ok } from './replies.ts';

const PAID = order({ status: 'Completed', buyer: { ...BUYER, locked: false } });
const FILES = [
  {
    product: 'Demo App',
    name: 'demo-app.zip',
    platform: 'Universal',
    sizeBytes: 1_000,
    url: 'https://shop.example.com/demo-app.zip',
  },
];

const web = openBuiltWeb();

for (const window of WINDOWS) {
  const visit = (walk: (visit: Visit) => Promise<void>) =>
    visitCheckout({ ...web, window, locale: 'en-US' }, walk);

  describe(`the way back to the shop in a ${window.name} window`, () => {
    it('confirms an order that was paid before, and goes back to the shop by itself', () =>
      visit(async ({ page, api, open }) => {
        api.readsAnswer(ok(PAID));
        await open();
        const next = page.getByRole('region', { name: 'What to do next' });
        await next.getByText('Open your email.').waitFor();
        await next.getByRole('link', { name: 'Return to Demo Audio' }).waitFor();
        await page.getByText('We’ll take you back to Demo Audio in 10 seconds.').waitFor();
        await page.getByText('Install and open the application').scrollIntoViewIfNeeded();
        await page.clock.runFor(9_000);
        await page.getByText('We’ll take you back to Demo Audio in 1 second.').waitFor();
        await page.clock.runFor(1_000);
        await page.waitForURL(RETURN_URL);
      }));

    it('goes back to the shop although there are files, once they were on screen', () =>
      visit(async ({ page, api, open }) => {
        api.readsAnswer(ok({ ...PAID, files: FILES }));
        await open();
        await page
          .getByRole('link', { name: /^Download Demo App/ })
          .first()
          .waitFor();
        await page.getByText('We’ll take you back to Demo Audio in 10 seconds.').waitFor();
        await page.getByText('Install and open the application').scrollIntoViewIfNeeded();
        // The browser tells the page a moment later what is on the screen.
        const isWaiting = async () => {
          await page.clock.runFor(1_000);
          return page.getByText('in 10 seconds').count();
        };
        await eventually(isWaiting, 0, 'the seconds are not counted');
        await page.clock.runFor(10_000);
        await page.waitForURL(RETURN_URL);
      }));

    it('stays with the files where it comes from the hosted shop, and says which products have none', () =>
      visit(async ({ page, api, open }) => {
        const returnUrl = `${web.origin}/shop`;
        api.readsAnswer(ok({ ...PAID, buyer: { ...BUYER, locked: true }, files: FILES, returnUrl }));
        await open();
        await page.getByRole('link', { name: 'Return to Demo Audio' }).waitFor();
        await page
          .getByText('Demo Synth: not released yet. The license is in your account, and the download')
          .waitFor();
        assert.equal(await page.getByText('Demo App: not released yet').count(), 0);
        assert.equal(await page.getByText('We’ll take you back').count(), 0);
        await page.clock.runFor(60_000);
        assert.equal(page.url(), web.origin + CHECKOUT_PATH);
      }));

    let x = 0;
    const activities: readonly [name: string, act: (page: Visit['page']) => Promise<void>][] = [
      ['scrolls', (page) => page.mouse.wheel(0, 20)],
      ['moves the mouse', (page) => page.mouse.move((x += 1), 20)],
    ];
    for (const [name, act] of activities)
      it(`sends nobody away who ${name}`, () =>
        visit(async ({ page, api, open }) => {
          api.readsAnswer(ok({ ...PAID, files: FILES }));
          await open();
          await page.getByText('We’ll take you back to Demo Audio').waitFor();
          // On a slow machine, the page would go away before the visitor is busy.
          await page.clock.pauseAt(Date.now() + 1_000);
          const notice = page.getByText('We’ll take you back to Demo Audio');
          // A page that is busy itself may miss the first turn of the wheel.
          await until('the notice to go', async () => {
            await act(page);
            return (await notice.count()) === 0;
          });
          await page.clock.runFor(60_000);
          assert.equal(page.url(), web.origin + CHECKOUT_PATH);
          await page.clock.resume();
        }));

    it('stays when asked to', () =>
      visit(async ({ page, api, open }) => {
        api.readsAnswer(ok(PAID));
        await open();
        await page.getByRole('button', { name: 'Stay on this page' }).click();
        await page.getByText('We’ll take you back to Demo Audio').waitFor({ state: 'detached' });
        assert(await hasFocus(page, 'a'));
        await page.clock.runFor(60_000);
        assert.equal(page.url(), web.origin + CHECKOUT_PATH);
        await page.getByRole('link', { name: 'Return to Demo Audio' }).click();
        await page.waitForURL(RETURN_URL);
      }));
  });
}
