import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { closeBrowser, openBrowser } from './browser.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { eventually } from './eventually.ts';
import { ALL_WINDOWS, TABLET } from './page-check.ts';
import {
  alterPage,
  alterStorefront,
  type Item,
  type ItemPage,
  type ShopVisit,
  type Storefront,
  visitShop,
} from './shop-visit.ts';

// Shops of every size, as buyers see them: `npm run e2e -- shop-sizes --long` saves what they look like.

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

const CATEGORIES = ['Instruments', 'Effects', 'Utilities'];
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** One product without any picture; the server shows it first. */
function single({ products: [first], ...storefront }: Storefront) {
  const plain = first && { ...first, image: undefined, iconUrl: null };
  return { ...storefront, products: [plain], bundles: [], offers: [], featuredProductId: first?.id };
}

/** Sixty products in three categories, with pictures where the demo shop has them. */
function sixty({ products, ...storefront }: Storefront) {
  const many = Array.from({ length: 60 }, (_, index) => {
    const item = products[index % products.length];
    const properties = { category: CATEGORIES[index % CATEGORIES.length] };
    return (
      item && { ...item, ...(index > 3 && { id: `p${index}`, name: `${item.name} ${index}` }), properties }
    );
  });
  return { ...storefront, products: many };
}

/** The page of one of these sixty. */
function pathOf(index: number): string {
  return `/shop/products/p${index}`;
}

/** Names, sentences and categories that do not fit anywhere. */
function long({ products, bundles, ...storefront }: Storefront) {
  const longer = (item: Item) => ({
    ...item,
    name: `${item.name} ${LONG}`,
    tagline: `${LONG} und ${LONG}`,
    properties: { category: LONG, formats: `VST3, ${LONG}` },
  });
  return {
    ...storefront,
    products: [...products, ...products.map((item) => ({ ...item, id: `${item.id}-2` }))].map(longer),
    bundles: bundles.map(longer),
  };
}

/** Texts of cards that are wider than their place. */
const CUT_TEXTS = `[...document.querySelectorAll('main li p')]
  .filter((text) => text.getBoundingClientRect().right > text.closest('li').getBoundingClientRect().right)
  .map((text) => text.textContent)`;

/** How large the pictures of a collage are, as multiples of the smallest; none where there is a gap. */
const COLLAGE = `[...document.querySelectorAll('main [data-parts="3"], main [data-parts="4"]')].flatMap((collage) => {
  const widths = [...collage.children].map((part) => part.getBoundingClientRect().width);
  const areas = [...collage.children].map((part) => part.clientWidth * part.clientHeight);
  const isFull = areas.reduce((sum, area) => sum + area) > 0.95 * collage.clientWidth * collage.clientHeight;
  return isFull ? widths.map((width) => Math.round(width / Math.min(...widths))) : [];
})`;

/** The cards whose picture is not as wide as all are: 16 to 10. */
const PORTRAITS = `[...document.querySelectorAll('main li > [data-parts="1"]')]
  .filter((cover) => Math.abs(cover.clientWidth / cover.clientHeight - 1.6) > 0.1 && cover.parentElement.nextElementSibling)
  .map((cover) => cover.parentElement.textContent)`;

/** Of the two pictures of a collage: the share of its width and height that they span, and of a picture that is hidden. */
const OVERLAP = `[...document.querySelectorAll('main [data-parts="2"]')].map((collage) => {
  const { width, height } = collage.getBoundingClientRect();
  const [back, front] = [...collage.children].map((part) => part.getBoundingClientRect());
  const hidden = (back.right - front.left) * (back.bottom - front.top) / (back.width * back.height);
  const spans = [(front.right - back.left) / width, (front.bottom - back.top) / height];
  return [...spans.map((share) => share > 0.8 && share < 1), hidden > 0 && hidden < 0.3];
})`;

/** Two bundles, of two and of four products. */
function twoBundles({ products, bundles: [bundle], ...storefront }: Storefront) {
  const withFirst = (count: number) =>
    bundle && {
      ...bundle,
      id: `b${count}`,
      name: `Bundle of ${count}`,
      products: products.slice(0, count).map((product) => ({ ...product, included: true })),
    };
  return { ...storefront, products, bundles: [withFirst(2), withFirst(4)] };
}

const LICENSES = [
  'Unbefristete Lizenz für Unternehmen',
  'Abonnement',
  'Jahresabonnement mit Aktualisierungen',
  'Miete',
];

/** A product whose licenses have long names. */
function longLicenses(item: ItemPage) {
  const variations = item.variations.map((variation, index) => ({ ...variation, name: LICENSES[index] }));
  return { ...item, variations };
}

/** Of each license in the choice of one: whether its price is beside its name. */
const ARE_PRICES_BESIDE = `[...document.querySelectorAll('label:has([name=variation])')].map((row) => {
  const [name, price] = [...row.children].slice(1).map((part) => part.getBoundingClientRect());
  return price.left >= name.right && price.top < name.bottom && name.top < price.bottom;
})`;

/** The height below the picture of the large product, in pixels. */
function emptySpace(hero: {
  readonly clientHeight: number;
  readonly firstElementChild: { readonly clientHeight: number } | null;
}) {
  return hero.clientHeight - (hero.firstElementChild?.clientHeight ?? 0);
}

const SOUND = 'Sixteen steps, with the filter opening';

/** A film of this server, whose bytes do not matter, and a picture that leads to one of another server. */
function withFilms(item: ItemPage) {
  const { images, media } = item.details;
  const [first] = images;
  const trailer = { ...first, url: `${first?.url}?trailer`, alt: 'The trailer' };
  const elsewhere = { ...trailer, videoUrl: 'https://video.example/watch?v=1' };
  const film = { ...media[0], url: `${media[0]?.url}?film`, kind: 'Video', title: 'A film' };
  return { ...item, details: { ...item.details, images: [...images, elsewhere], media: [...media, film] } };
}

/** How many cards of the section of products stand in its first row. */
const FIRST_ROW = `(([first, ...others]) => 1 + others.filter((card) => card.offsetTop === first.offsetTop).length)(
  [...document.querySelector('main section > ul').children])`;

it('three products share one row of a tablet', () =>
  visitShop({ browser, shop, window: TABLET }, async ({ page, open }) => {
    await open('/shop');
    await page.getByRole('heading', { level: 3, name: 'Demo Verb', exact: true }).waitFor();
    await eventually(() => page.evaluate<number>(FIRST_ROW), 3);
  }));

for (const window of ALL_WINDOWS) {
  const visit = (walk: (visit: ShopVisit) => Promise<void>, locale?: string) =>
    visitShop({ browser, shop, window, ...(locale !== undefined && { locale }) }, walk);

  describe(`shops in a ${window.name} window`, () => {
    it('show one product without pictures large, and nothing below it', () =>
      visit(async ({ page, open, check }) => {
        await alterStorefront(page, single);
        await open('/shop');
        const hero = page.getByRole('region', { name: 'Demo App' });
        await hero.getByText('€49.00').waitFor();
        await hero.getByRole('link', { name: 'Try free' }).waitFor();
        await page.getByRole('contentinfo').getByText('Sold by').waitFor();
        assert.equal(await page.getByRole('main').getByRole('listitem').count(), 0);
        assert.equal(await page.getByLabel('Search products').count(), 0);
        await check('single');
      }));

    it('are filtered by category and sorted by price where there are sixty products', () =>
      visit(async ({ page, open, check }) => {
        await alterStorefront(page, sixty);
        await open('/shop');
        await page.getByRole('region', { name: 'Demo App' }).getByText('Try free').waitFor();
        const last = window.name === 'wide' ? 24 : 12;
        await page.locator(`h3 [href="${pathOf(last)}"]`).waitFor();
        await eventually(
          () => page.evaluate<string[]>(PORTRAITS),
          [],
          'all pictures are landscapes, also in rows',
        );
        const order = page.locator(
          'section:has(> h2:text-is("Bundles")) ~ section:has(> h2:text-is("Products"))',
        );
        await order.waitFor();
        await check('sixty');
        await page.getByRole('button', { name: 'Effects' }).click();
        // Twenty, and the bundle with one of them.
        await page.getByText('21 products', { exact: true }).waitFor();
        await page.getByLabel('Sort by').selectOption('Price, low to high');
        await page.getByRole('heading', { level: 3 }).first().getByText('Demo Synth').waitFor();
        await page.getByRole('button', { name: 'All' }).click();
        await page.getByText('21 products', { exact: true }).waitFor({ state: 'detached' });
      }));

    it('show some of many cards, more of them on request, and the same ones on the way back', () =>
      visit(async ({ page, open, check }) => {
        const [first, second] = window.name === 'wide' ? [24, 48] : [12, 24];
        const cards = page.getByRole('main').getByRole('heading', { level: 3 });
        await alterStorefront(page, sixty);
        await open('/shop');
        // One of the sixty is large above the cards; the bundle and the offer are cards, too.
        await page.getByRole('button', { name: `Show more (${59 - first} left)` }).click();
        await page.getByRole('status').getByText(`${second} of 59 shown`).waitFor();
        await eventually(() => page.evaluate<string>('document.activeElement.pathname'), pathOf(first + 1));
        await eventually(() => cards.count(), second + 2);
        await page.locator(`h3 [href="${pathOf(second)}"]`).click();
        await page.getByRole('heading', { name: 'This product is no longer available' }).waitFor();
        await page.goBack();
        await page.getByText(`${second} of 59 shown`).waitFor();
        await page.reload();
        await page.getByText(`${second} of 59 shown`).waitFor();
        await check('sixty-more');

        // A search begins anew, and is kept in the same way.
        await page.getByLabel('Search products').fill('demo');
        await page.getByText(`${first} of 60 shown`).waitFor();
        await page.getByRole('button', { name: 'Effects' }).click();
        await page.reload();
        await page.getByText('21 products', { exact: true }).waitFor();
        await eventually(() => page.getByLabel('Search products').inputValue(), 'demo');
        await eventually(() => cards.count(), Math.min(first, 20) + 1);
      }));

    it('hold very long German words', () =>
      visit(async ({ page, open, check }) => {
        await alterStorefront(page, long);
        await open('/shop');
        await page.getByRole('button', { name: LONG }).first().waitFor();
        await eventually(() => page.evaluate<string[]>(CUT_TEXTS), [], 'words end at the edge of their card');
        const hero = page.getByRole('region', { name: LONG });
        assert.deepEqual(
          await hero.getByRole('link').allInnerTexts(),
          ['Ansehen', 'Kostenlos testen'],
          'its buttons are short',
        );
        if (window.name === 'wide') assert.equal(await hero.evaluate(emptySpace), 0);
        await check('long');
        await alterPage(page, longLicenses);
        await open('/shop/products/demo-synth');
        await page.getByRole('radio', { name: 'Unbefristete Lizenz für Unternehmen' }).waitFor();
        await eventually(() => page.evaluate<boolean[]>(ARE_PRICES_BESIDE), [true, true, true, true]);
        await check('long-licenses');
      }, 'de-DE'));

    it('show a bundle as the same collage on its card and on its page, and say what its products cost without it', () =>
      visit(async ({ page, open, check }) => {
        await open('/shop');
        const card = page.getByRole('listitem').filter({ hasText: 'Demo Bundle' });
        await card.getByText('Worth €257.00 separately').waitFor();
        await eventually(() => page.evaluate<number[]>(COLLAGE), [2, 1, 1]);
        await card.getByRole('link', { name: 'Demo Bundle' }).click();
        await page.getByRole('heading', { level: 1, name: 'Demo Bundle' }).waitFor();
        await eventually(() => page.evaluate<number[]>(COLLAGE), [2, 1, 1]);
        const region = page.getByRole('region', { name: 'In this bundle' });
        await region.getByRole('listitem').filter({ hasText: 'Demo Verb' }).getByText('€79.00').waitFor();
        await page.getByText('You save €38.00 · Worth €257.00 separately').waitFor();
        await region.getByText('Worth €257.00 separately').waitFor();
        const badges = page.getByRole('list', { name: 'Formats and systems' }).getByRole('listitem');
        await eventually(() => badges.allInnerTexts(), ['Windows', 'macOS', 'Linux'], 'what all have');
        await check('bundle-full');
      }));

    it('fill the picture of a bundle with two or four products', () =>
      visit(async ({ page, open, check }) => {
        await alterStorefront(page, twoBundles);
        await open('/shop');
        await page.getByRole('heading', { level: 3, name: 'Bundle of 4' }).waitFor();
        await eventually(() => page.evaluate<number[]>(COLLAGE), [1, 1, 1, 1]);
        await eventually(() => page.evaluate<boolean[][]>(OVERLAP), [[true, true, true]]);
        await check('bundles');
        await alterStorefront(page, (storefront) => {
          const { bundles, ...others } = twoBundles(storefront);
          return { ...others, bundles: bundles.slice(0, 1) };
        });
        await open('/shop');
        await page.getByRole('heading', { level: 3, name: 'Bundle of 2' }).waitFor();
        await eventually(() => page.evaluate<boolean[][]>(OVERLAP), [[true, true, true]]);
        await check('bundle-of-two');
      }));

    it('play sounds and films of this server, and load nothing of another one before a click', () =>
      visit(async ({ page, open, check }) => {
        const hosts = new Set<string>();
        page.on('request', (request) => hosts.add(new URL(request.url()).host));
        await alterPage(page, withFilms);
        await open('/shop/products/demo-synth');
        const play = page.getByRole('button', { name: `Play: ${SOUND}` });
        await play.waitFor();
        const blocks = page.locator('div:has(> picture) > div > h3');
        await eventually(
          () => blocks.allInnerTexts(),
          ['Draw the wave', 'Shape it with ten knobs', 'Let it play itself'],
          'beside the pictures that begin with these words',
        );
        await check('media');
        const loads = page.waitForRequest(/\/api\/public\/media\//);
        await play.click();
        await loads;
        await page.getByText('/ 0:02').waitFor();
        await play.waitFor();
        await eventually(() => page.getByRole('slider', { name: `Position in ${SOUND}` }).isEnabled(), true);
        await page.getByRole('button', { name: 'Play: A film' }).click();
        const film = page.getByLabel('A film', { exact: true });
        await film.waitFor();
        assert.match((await film.getAttribute('src')) ?? '', /\/api\/public\/media\//);
        await page.getByRole('button', { name: 'The trailer' }).click();
        const link = page.getByRole('link', { name: 'Watch on video.example' });
        assert.deepEqual(
          [
            await link.getAttribute('href'),
            await link.getAttribute('target'),
            await link.getAttribute('rel'),
          ],
          ['https://video.example/watch?v=1', '_blank', 'noopener noreferrer'],
        );
        await check('media-elsewhere');
        assert.deepEqual([...hosts], [new URL(shop.demo.baseUrl).host]);
      }));

    it('lead from a product to its picture, its bundles and its relatives, and buy at the foot of a phone', () =>
      visit(async ({ page, open, check }) => {
        await open('/shop/products/demo-app');
        await page.getByRole('heading', { name: 'You may also like' }).waitFor();
        await page.getByRole('heading', { level: 3, name: 'Demo Bundle' }).waitFor();
        await page.getByText('3 devices').waitFor();
        await page.getByRole('list', { name: 'Formats and systems' }).getByText('Standalone').waitFor();
        await page.getByRole('heading', { name: 'Version 1.2.0' }).waitFor();
        await check('product-full');
        await page.getByRole('button', { name: 'Enlarge the picture' }).click();
        await page.getByRole('dialog').getByRole('img').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('heading', { name: 'In a bundle' }).scrollIntoViewIfNeeded();
        const bar = page.getByRole('region', { name: 'Total' });
        if (window.name === 'wide') {
          await eventually(() => bar.isVisible(), false, 'the buy box stays in sight');
          return;
        }
        await bar.getByRole('button', { name: 'Add to cart', exact: true }).click();
        await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
      }));
  });
}
