import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { TABLET, type Window } from './page-check.ts';
import { visitShop } from './shop-visit.ts';

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

const DESK: Window = { name: 'rows-wide', viewport: { width: 1440, height: 900 } };
const PHONE: Window = { name: 'rows-narrow', viewport: { width: 360, height: 740 } };

/** For one to seven cards: the pixels that each row leaves empty at its end. */
const EMPTY_ENDS = `(() => {
  const list = document.querySelector('#related').parentElement.querySelector('ul');
  const card = list.firstElementChild;
  const empty = [];
  for (let count = 1; count <= 7; count += 1) {
    list.replaceChildren(...Array.from({ length: count }, () => card.cloneNode(true)));
    const ends = new Map();
    for (const each of list.children) {
      const { top, right } = each.getBoundingClientRect();
      ends.set(Math.round(top), Math.max(ends.get(Math.round(top)) ?? 0, right));
    }
    const { right } = list.getBoundingClientRect();
    empty.push(Math.round(Math.max(...[...ends.values()].map((end) => right - end))));
  }
  return empty;
})()`;

for (const window of [DESK, { ...TABLET, name: 'rows-middle' }, PHONE]) {
  it(`leaves no row below a bundle with an empty end, whatever the number of cards, in ${window.name}`, () =>
    visitShop({ browser, shop, window }, async ({ page, open }) => {
      await open('/shop/bundles/demo-bundle');
      await page.getByRole('heading', { name: 'You may also like' }).waitFor();
      assert.deepEqual(
        await page.evaluate<number[]>(EMPTY_ENDS),
        Array.from({ length: 7 }, () => 0),
      );
    }));
}

it('shows the two ways to try the shop beside each other, and the guide in two columns, on a phone', () =>
  visitShop({ browser, shop, window: PHONE }, async ({ page, open }) => {
    await open('/');
    const topOf = async (name: string) => (await page.getByText(name, { exact: true }).boundingBox())?.y;
    assert.equal(await topOf('Buy something'), await topOf('Activate a device'));
    const lefts = await page.evaluate<number>(
      `new Set([...document.querySelectorAll('.guides a')].slice(2).map((link) => Math.round(link.getBoundingClientRect().left))).size`,
    );
    assert.equal(lefts, 2);
  }));
