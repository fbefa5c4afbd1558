import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page, Request } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { WINDOWS } from './page-check.ts';
import { hasFocus } from './reading.ts';
import { type Answer, isApi } from './replies.ts';
import { alterStorefront, type Item, type ShopVisit, visitShop } from './shop-visit.ts';

const opened = new AsyncDisposableStack();
let shop: DemoShop;
let browser: Browser;

before(async () => {
  shop = await openDemoShop();
  opened.defer(shop.close);
  browser = await openBrowser();
  opened.defer(() => closeBrowser(browser));
});

after(() => opened.disposeAsync());

for (const window of WINDOWS) {
  const visit = (walk: (visit: ShopVisit) => Promise<void>, locale?: string) =>
    visitShop({ browser, shop, window, ...(locale !== undefined && { locale }) }, walk);

  describe(`the shop in a ${window.name} window`, () => {
    it('can be bought in with the keyboard alone, from the shop to the checkout', () =>
      visit(async ({ page, open }) => {
        await open('/shop');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.emulateMedia({ forcedColors: 'active' });
        const [own, other] = await page.evaluate<string[]>(`['/shop', '/account'].map((path) =>
          getComputedStyle(document.querySelector('nav a[href="' + path + '"]')).borderBottomColor)`);
        assert.notEqual(own, other, 'the page of the visitor is underlined, and no other');
        await page.emulateMedia({ forcedColors: null });
        await page.keyboard.press('Tab');
        assert.equal(await focusedText(page), 'Skip to content');
        await page.keyboard.press('Enter');
        assert(await hasFocus(page, 'main'));
        await page.getByRole('heading', { level: 3, name: 'Demo Synth' }).waitFor();
        assert.equal(
          await page.getByRole('heading', { name: 'Demo App' }).count(),
          1,
          'it is large, above them',
        );
        await tabTo(page, 'Discover');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: 'Demo App' }).waitFor();
        assert(await hasFocus(page, 'main'), 'the new page is read from its top');
        await tabTo(page, 'Add to cart');
        await page.keyboard.press('Enter');
        await tabTo(page, 'Go to the cart');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor();
        await tabTo(page, '+');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Check out – €98.00' }).waitFor();
        await tabTo(page, 'Remove');
        await page.keyboard.press('Enter');
        assert.equal(await focusedText(page), 'Undo');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Check out – €98.00' }).waitFor();
        await tabTo(page, 'Check out – €98.00');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: 'Your order' }).waitFor();
      }));

    it('explains an empty shop, a missing product and a lost connection; and offers a search for many items', () =>
      visit(async ({ page, open, check }) => {
        await alterStorefront(page, (storefront) => ({
          ...storefront,
          products: [],
          bundles: [],
          offers: [],
        }));
        await open('/shop');
        await page.getByRole('heading', { name: 'Nothing is for sale yet' }).waitFor();
        await check('empty');
        await alterStorefront(page, ({ products, ...storefront }) => ({
          ...storefront,
          products: Array.from({ length: 12 }, (_, index) =>
            products.map((item) => many(item, index)),
          ).flat(),
          promotions: [PROMOTION],
          estimatedTax: { rate: 0.19, mode: 'Inclusive', countryCode: 'DE' },
        }));
        await open('/shop');
        await page.getByLabel('Search products').fill('demo VERB 11');
        await page.getByText('1 product', { exact: true }).waitFor();
        await eventually(() => page.getByRole('heading', { level: 3 }).count(), 1);
        await eventually(() => taxNotes(page), ['Prices include 19% VAT (Germany).']);
        const above = page.getByRole('region', { name: /^(Demo App|Launch week)$/ });
        await eventually(() => above.count(), 0, 'the results are first');
        await check('search');
        await page.getByLabel('Search products').fill('nothing like it');
        await page.getByRole('button', { name: 'Clear search' }).click();
        await page.getByRole('heading', { level: 3, name: 'Demo Verb 1', exact: true }).waitFor();
        await eventually(() => above.count(), 2);
        await eventually(
          () => page.evaluate<boolean>(IS_SEARCH_IN_SIGHT),
          true,
          'it has not moved out of sight',
        );
        await alterStorefront(page, ({ bundles, ...storefront }) => ({
          ...storefront,
          bundles: bundles.map((bundle) => ({
            ...bundle,
            products: Array.from({ length: 40 }, (_, index) => ({
              id: `m${index}`,
              name: `Member ${index}`,
              included: true,
            })),
          })),
        }));
        await open('/shop');
        await page.getByText('Contains Member 0, Member 1, Member 2, and 37 more products').waitFor();
        await alterStorefront(page, ({ bundles: [bundle], ...storefront }) => ({
          ...storefront,
          bundles: [{ ...bundle, partial: true, defaultVariation: DEAR, variations: [DEAR] }],
        }));
        await open('/shop');
        await page.getByRole('heading', { level: 3, name: 'Demo Verb', exact: true }).waitFor();
        await eventually(
          () => page.getByRole('heading', { name: 'Demo Bundle' }).count(),
          0,
          'the rest is cheaper',
        );

        await alterStorefront(page, (storefront) => ({ ...storefront, taxMode: 'Inclusive' }));
        await open('/shop');
        await eventually(() => taxNotes(page), ['Prices include all taxes.'], 'the country is not known');
        const heights = await Promise.all(
          [page.getByText('Prices include'), page.getByRole('heading', { level: 3 }).first()].map((part) =>
            part.boundingBox(),
          ),
        );
        assert((heights[0]?.y ?? 0) < (heights[1]?.y ?? 0), 'it is said before the first price');
        await page.getByRole('button', { name: 'Add to cart: Demo Verb' }).click();
        await page.getByRole('link', { name: 'Go to the cart' }).click();
        await page.getByRole('heading', { level: 1, name: 'Cart' }).waitFor();
        await eventually(() => taxNotes(page), ['Prices include all taxes.'], 'in the cart, too');
        await alterStorefront(page, (storefront) => ({
          ...storefront,
          taxMode: 'Inclusive',
          estimatedTax: { rate: 0.19, mode: 'Inclusive', countryCode: 'DE', varies: true },
        }));
        await open('/shop');
        await eventually(() => taxNotes(page), ['Prices include all taxes.'], 'the rate is not that of all');
        await alterStorefront(page, (storefront) => ({
          ...storefront,
          taxMode: 'Exclusive',
          estimatedTax: { rate: 0.19, mode: 'Exclusive', countryCode: 'DE', varies: true },
        }));
        await open('/shop');
        await eventually(() => taxNotes(page), ['VAT is calculated at checkout.']);
        await alterStorefront(page, (storefront) => ({
          ...storefront,
          taxMode: 'Exclusive',
          estimatedTax: { rate: 0.19, mode: 'Exclusive', countryCode: 'DE' },
        }));
        await open('/shop');
        const plus = 'Plus 19% VAT (Germany), estimated from your location.';
        await eventually(() => taxNotes(page), [plus]);
        await open('/shop/products/demo-app');
        await eventually(() => taxNotes(page), [plus]);
        await page.getByRole('button', { name: 'Buy now for €58.31 including VAT' }).waitFor();
        await open('/shop/products/no-such-product');
        await page.getByRole('heading', { name: 'This product is no longer available' }).waitFor();
        await check('gone');
        await alterStorefront(page, undefined);
        await page.route(isApi, (route) => route.abort('internetdisconnected'));
        await open('/shop');
        const offline = page.getByRole('alert').getByRole('heading', { level: 1, name: 'No connection' });
        await offline.waitFor();
        await check('offline');
        await open('/shop/products/demo-verb');
        await offline.waitFor();
        await page.unroute(isApi);
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('heading', { level: 1, name: 'Demo Verb' }).waitFor();
        await page.getByRole('banner').getByText('Demo Audio').waitFor();
      }));

    it('shows variations, volume prices, discounts and what is owned, in the language and currency of the visitor', () =>
      visit(async ({ page, open, check }) => {
        await alterStorefront(page, ({ products: [first, ...rest], ...storefront }) => ({
          ...storefront,
          products: [...(first === undefined ? [] : [reduced(first)]), ...rest],
          taxMode: 'Exclusive',
          estimatedTax: undefined,
        }));
        await page.route(isProduct, async (route) => {
          const response = await route.fetch();
          const product: Item = await response.json();
          await route.fulfill({ response, json: { ...reduced(product), details: DETAILS } });
        });
        await open('/shop');
        await page.getByText('Besitzen Sie bereits').waitFor();
        await page.getByText(/^Einzeln 257,00.€$/).waitFor();
        await eventually(() => page.locator('html').getAttribute('lang'), 'de-DE');
        await page.getByRole('link', { name: 'Demo App ansehen' }).click();
        await page.getByRole('heading', { name: 'Systemanforderungen' }).waitFor();
        await page.getByRole('img', { name: 'Das Mischpult' }).waitFor();
        await page.getByRole('textbox', { name: 'Menge' }).fill('7');
        await page.getByRole('button', { name: /Jetzt kaufen für 210,00.€ zzgl\. MwSt\.$/ }).waitFor();
        await page.getByRole('button', { name: 'In den Warenkorb' }).first().click();
        await page.getByRole('link', { name: 'Zum Warenkorb' }).waitFor();
        await page.getByRole('textbox', { name: 'Menge' }).fill('6');
        await page.getByRole('button', { name: 'In den Warenkorb' }).first().waitFor();
        await page.getByText('Zum Warenkorb').waitFor({ state: 'detached' });
        await page.getByRole('link', { name: /^Warenkorb, / }).click();
        await page.getByRole('button', { name: 'Gutscheincode eingeben' }).click();
        await page.getByLabel('Gutscheincode').fill('NOTHING');
        await page.getByRole('button', { name: 'Einlösen' }).click();
        await page.getByText('Diesen Gutschein gibt es nicht.').waitFor();
        await page.goBack();
        await page.getByRole('radio', { name: /Abo/ }).check();
        await page.getByRole('button', { name: /Jetzt kaufen für 5,00/ }).waitFor();
        await check('german-product');
        await page.getByLabel('Währung').selectOption('USD');
        await page.getByRole('button', { name: /Jetzt kaufen für 55,00/ }).waitFor();
        await page.getByRole('button', { name: 'English' }).click();
        await page.getByRole('heading', { name: 'System requirements' }).waitFor();
        await page.reload();
        await page.getByRole('heading', { name: 'System requirements' }).waitFor();
      }, 'de-DE'));

    it('loses no choice of its visitor, however late the answers are', () =>
      visit(async ({ page, open }) => {
        await open('/shop');
        await page.getByRole('link', { name: 'Demo Synth', exact: true }).click();
        await page.getByRole('radio', { name: /Monthly/ }).check();
        await page.getByRole('textbox', { name: 'Quantity' }).fill('3');
        await page.getByRole('button', { name: 'Buy now for €29.70' }).waitFor();
        await page.getByLabel('Currency').selectOption('USD');
        await page.getByRole('button', { name: 'Buy now for $32.70' }).waitFor();
        await page.getByLabel('Currency').selectOption('EUR');
        await page.getByRole('radio', { name: /Perpetual/ }).check();
        await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click();
        await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();

        const german = await holdBack(page, GERMAN_TEXTS);
        await page.getByRole('button', { name: 'Deutsch' }).click();
        await german.arrival;
        await page.getByRole('button', { name: 'English' }).click();
        await german.letGo();
        const change = await holdBack(page, ORDERS);
        await page.getByLabel('Currency').selectOption('USD');
        await change.arrival;
        await page.getByRole('button', { name: 'Buy now for $139.00' }).waitFor();
        await eventually(() => page.locator('html').getAttribute('lang'), 'en-US', 'the last choice counts');
        await page.getByRole('button', { name: 'Deutsch' }).click();
        await page.getByRole('button', { name: /Jetzt kaufen für 139,00.\$/ }).waitFor();
        await change.letGo();
        await page.getByRole('link', { name: /^Warenkorb, / }).click();
        await page.getByRole('button', { name: /^Zur Kasse – 139,00.\$/ }).waitFor();
      }));
  });
}

for (const window of WINDOWS.slice(-1)) {
  it('covers neither the footer of a phone nor a finger on it with the bar of the price', () =>
    visitShop({ browser, shop, window }, async ({ page, open }) => {
      await open('/shop/products/demo-synth');
      await page.getByRole('heading', { name: 'System requirements' }).waitFor();
      const bar = page.getByRole('region', { name: 'Total' });
      await page.evaluate(`document.querySelector('#about').scrollIntoView()`);
      await bar.waitFor();
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await bar.waitFor({ state: 'detached' });
    }));
}

/** Dearer than what it is in. */
const DEAR = {
  id: 'dear',
  name: 'Perpetual license',
  recurrence: { type: 'OneOff' },
  price: { EUR: 9_000 },
  originalPrice: { EUR: 9_000 },
  hasDiscount: false,
};

const PROMOTION = {
  id: 'launch',
  name: 'Launch week',
  description: 'All instruments for less.',
  display: ['Banner'],
  targets: [],
  discount: { type: 'PercentageOffDiscount', name: 'Launch', isExclusive: false, percentage: 0.2 },
  validUntil: '2099-01-01T00:00:00.000Z',
  cta: { url: 'https://shop.example.com/launch', label: 'See how it was made' },
};

const IS_SEARCH_IN_SIGHT = `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(
  document.querySelector('input[type=search]').getBoundingClientRect())`;

const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"%3E%3Crect width="1600" height="1000" fill="%23428cdb"/%3E%3C/svg%3E';

/** Wider than any page: a word, a line of code and a table. */
const WIDE = [
  `<p>${'Mehrspuraufnahmegeräte'.repeat(10)}</p>`,
  `<pre><code>${'latchkey --ausgabe '.repeat(20)}</code></pre>`,
  `<table><tr>${'<td>Abtastrate</td>'.repeat(20)}</tr></table>`,
];

const DETAILS = {
  longDescriptionHtml: `<h3>Klingt gut</h3><p>Und sieht <strong>gut</strong> aus.</p>${WIDE.join('')}`,
  systemRequirementsHtml: '<ul><li>macOS 14</li></ul>',
  images: [
    { url: PICTURE, alt: 'Das Mischpult', width: 1600, height: 1000, smaller: [] },
    { url: `${PICTURE}#2`, alt: '', width: 1600, height: 1000, smaller: [] },
  ],
  media: [],
};

/** What the page says about the taxes in its prices. */
function taxNotes(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .getByText(/\b(?:VAT \(|VAT is|taxes\.)/)
    .allInnerTexts();
}

/** One of many products. */
function many(item: Item, index: number): Item {
  return index === 0 ? item : { ...item, id: `${item.id}-${index}`, name: `${item.name} ${index}` };
}

/** An owned product with a discount, volume prices and a subscription. */
function reduced(item: Item): Answer {
  const [first] = item.variations;
  const tier = { minQuantity: 5, price: { EUR: 30 }, originalPrice: { EUR: 40 } };
  const perpetual = { ...first, price: { EUR: 39, USD: 55 }, hasDiscount: true, pricingTiers: [tier] };
  const monthly = {
    ...first,
    id: 'monthly',
    name: 'Abo',
    price: { EUR: 5 },
    originalPrice: { EUR: 5 },
    recurrence: { type: 'Recurring', cycleLength: 'Monthly' },
  };
  return { ...item, owned: true, variations: [perpetual, monthly], defaultVariation: perpetual };
}

const GERMAN_TEXTS = /\/assets\/[\w-]+-de-[\w-]+\.js$/;

const ORDERS = /\/api\/customer\/orders\//;

/** Keeps requests from the server until the visitor has chosen something else. */
async function holdBack(page: Page, address: RegExp): Promise<HeldRequests> {
  const arrival = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const requests: Request[] = [];
  await page.route(address, async (route) => {
    requests.push(route.request());
    arrival.resolve();
    await end.promise;
    await route.continue();
  });
  const letGo = async () => {
    end.resolve();
    for (const request of requests) await (await request.response())?.finished();
    await page.unroute(address);
  };
  return { arrival: arrival.promise, letGo };
}

interface HeldRequests {
  /** The page waits for the first of them. */
  readonly arrival: Promise<void>;
  /** Until all have their answers. */
  readonly letGo: () => Promise<void>;
}

function isProduct(url: URL): boolean {
  return url.pathname.startsWith('/api/customer/storefront/products/');
}

/** Moves the focus forward until it is on the element with this text. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab');
    if ((await focusedText(page)) === text) return;
  }
  assert.fail(`The focus never gets to “${text}”.`);
}

function focusedText(page: Page): Promise<string> {
  return page.evaluate<string>('(document.activeElement.textContent ?? "").trim()');
}
