import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ADA, activation, owned } from './activation-api.ts';
import { ACTIVATION_PATH, heading, visitActivation } from './activation-page.ts';
import { openBuiltWeb } from './built-web.ts';
import { BUYER } from './checkout-page.ts';
import { CHECKOUT_PATH, visitCheckout } from './checkout-visit.ts';
import { eventually } from './eventually.ts';
import type { Window } from './page-check.ts';
import { ok } from './replies.ts';
import { until } from './until.ts';

const web = openBuiltWeb();
const DESK: Window = { name: 'keyboard', viewport: { width: 1280, height: 800 } };

/** Windows of 1440 and 1280 pixels at 200 %, in CSS pixels. */
const ZOOMED = [720, 640].map((width) => ({ name: `zoom-${width}`, viewport: { width, height: 450 } }));

const MOST_STOPS = 40;

/** Presses Tab until the focus is on the element with this name, like a person without a pointer. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const stops: string[] = [];
  while (stops.length < MOST_STOPS) {
    await page.keyboard.press('Tab');
    const { label, isVisible } = await page.evaluate<{ label: string; isVisible: boolean }>(`(() => {
      const element = document.activeElement;
      const { outlineStyle, outlineWidth, borderTopColor } = getComputedStyle(element);
      const idle = getComputedStyle(document.documentElement).getPropertyValue('--lk-control-edge');
      const label = element.labels?.[0]?.innerText ?? element.ariaLabel ?? element.innerText ?? '';
      return {
        label: label.trim(),
        isVisible: (outlineStyle !== 'none' && outlineWidth !== '0px') || borderTopColor !== idle,
      };
    })()`);
    assert.ok(isVisible, `the focus on “${label}” is visible`);
    if (name.test(label)) return;
    stops.push(label);
  }
  assert.fail(`no way by keyboard to ${name}: ${stops.join(' | ')}`);
}

describe('with the keyboard alone', () => {
  it('an order can be paid', () =>
    visitCheckout({ ...web, window: DESK, locale: 'en-US' }, async ({ page, api, open }) => {
      await open();
      await page.getByRole('button', { name: 'Pay €149.35' }).waitFor();
      await tabTo(page, /^Name/);
      await page.keyboard.type(BUYER.name);
      await tabTo(page, /^Email/);
      await page.keyboard.type(BUYER.email);
      await tabTo(page, /^Deliver my licenses at once/);
      await page.keyboard.press('Space');
      await tabTo(page, /^Pay €149.35/);
      await page.keyboard.press('Enter');
      await until(page, 'document.activeElement.matches("h1, [role=alert]")');
      assert.equal(api.payments.length, 1);
      assert.match(JSON.stringify(api.payments), /"email":"ada@example.org"/);
    }));

  it('a device can be activated', () =>
    visitActivation({ ...web, window: DESK, locale: 'en-US' }, async ({ page, api, open }) => {
      api.shows(activation({ trialEligibility: undefined }), owned());
      api.answers('POST /license', ok(owned({ status: 'Completed', fulfillmentType: 'License' })));
      await open();
      await page.getByLabel('Email').waitFor();
      await tabTo(page, /^Email/);
      await page.keyboard.type(ADA.email);
      await tabTo(page, /^Password/);
      await page.keyboard.type(ADA.password);
      await page.keyboard.press('Enter');
      await heading(page, 'You own Demo App').waitFor();
      await tabTo(page, /^Activate Demo App/);
      await page.keyboard.press('Enter');
      await heading(page, 'Demo App is activated').waitFor();
      await eventually(() => page.evaluate('document.activeElement.tagName'), 'H1');
    }));
});

describe('at 200 %', () => {
  for (const window of ZOOMED) {
    it(`nothing scrolls sideways in a window of ${window.viewport.width * 2} pixels`, async () => {
      const visitor = { ...web, window, locale: 'de-DE' };
      await visitCheckout(visitor, async ({ page, open }) => {
        await open(CHECKOUT_PATH);
        await page.getByRole('button', { name: /zahlen/ }).waitFor();
        await assertFits(page);
      });
      await visitActivation(visitor, async ({ page, api, open }) => {
        api.shows(owned());
        await open(ACTIVATION_PATH);
        await heading(page, 'Demo App aktivieren').waitFor();
        await assertFits(page);
        for (const path of ['/activate', '/account/reset-password#email=a%40b.example&code=x', '/nowhere']) {
          await open(path);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await assertFits(page);
        }
      });
    });
  }
});

async function assertFits(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate<{ scrollWidth: number; clientWidth: number }>(
    '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
  );
  assert.equal(scrollWidth, clientWidth, page.url());
}
