import { type Static, Type } from '../../kernel/schema.ts';
import { escaped } from '../../platform/http/pages/escaped.ts';
import type { FirstLoad } from '../../platform/http/pages/first-load.ts';
import { readAs } from '../../platform/schema-check.ts';

const Image = Type.Object({
  url: Type.String(),
  alt: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  smaller: Type.Array(Type.Object({ width: Type.Integer(), avif: Type.String(), webp: Type.String() })),
});
const Item = Type.Object({
  id: Type.String(),
  name: Type.String(),
  tagline: Type.String(),
  image: Type.Optional(Image),
});
const Vendor = Type.Object({ name: Type.String() });
const Storefront = Type.Object({
  products: Type.Array(Item),
  featuredProductId: Type.Optional(Type.String()),
});

const LineItem = Type.Object({ name: Type.String() });
const Order = Type.Object({
  items: Type.Array(Type.Object({ product: Type.Optional(LineItem), bundle: Type.Optional(LineItem) })),
});

/** As the pages say it. A sentence is longer than any text of its page, so that nothing larger appears late. */
const WORDS = {
  en: {
    shop: 'Our software',
    cart: 'Cart',
    checkout: 'Your order',
    nextPage: 'No account needed. You pay on the next page.',
    afterPayment: 'After the payment you get your software, and a receipt by email.',
  },
  de: {
    shop: 'Unsere Software',
    cart: 'Warenkorb',
    checkout: 'Ihre Bestellung',
    nextPage: 'Ohne Konto möglich. Sie bezahlen auf der nächsten Seite.',
    afterPayment: 'Nach der Bezahlung erhalten Sie Ihre Software und einen Beleg per E\u2011Mail.',
  },
};

/** What a page is about, as responses of the API. */
interface Responses {
  readonly vendor: unknown;
  readonly storefront: unknown;
  readonly item: unknown;
  readonly order: unknown;
}

/**
 * What a page of the shop shows until its program runs, as HTML: the vendor, and the name, the sentence and the picture
 * of what it is about. It has the classes of `ui/src/theme/first.css`. Empty where there is nothing to show yet.
 */
export function firstContent(
  { vendor, storefront, item, order }: Responses,
  page: FirstLoad['page'],
  language: FirstLoad['language'],
): string {
  const owner = readAs(Vendor, vendor);
  if (owner === undefined) return '';
  const top = `<div class="first-top"><b>${escaped(owner.name)}</b></div>`;
  if (page === 'item') {
    const about = readAs(Item, item);
    return about === undefined ? '' : pageOf(top, heading(about.name), sentence(about), picture(about.image));
  }
  const words = WORDS[language];
  if (page === 'cart') return pageOf(top, heading(words.cart), paragraph(words.nextPage));
  if (page === 'checkout')
    return pageOf(
      top,
      heading(words.checkout),
      ...namesIn(order).map(paragraph),
      paragraph(words.afterPayment),
    );
  const shop = page === 'shop' ? readAs(Storefront, storefront) : undefined;
  if (shop === undefined) return '';
  const hero = shop.products.find(({ id }) => id === shop.featuredProductId);
  const about =
    hero === undefined
      ? ''
      : `${picture(hero.image)}<p class="first-name">${escaped(hero.name)}</p>${sentence(hero)}`;
  return pageOf(top, heading(words.shop), about);
}

function pageOf(top: string, ...parts: readonly string[]): string {
  return `${top}<div class="first-page">${parts.join('')}</div>`;
}

/** The names of what is ordered. */
function namesIn(order: unknown): string[] {
  const items = readAs(Order, order)?.items ?? [];
  return items.flatMap(({ product, bundle }) => product?.name ?? bundle?.name ?? []);
}

function heading(text: string): string {
  return `<p class="first-heading">${escaped(text)}</p>`;
}

function sentence({ tagline }: Static<typeof Item>): string {
  return tagline === '' ? '' : paragraph(tagline);
}

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`;
}

function picture(image: Static<typeof Image> | undefined): string {
  if (image === undefined) return '';
  const { url, width, height, smaller } = image;
  const set = (format: 'avif' | 'webp') =>
    escaped(smaller.map((form) => `${form[format]} ${form.width}w`).join(', '));
  const sizes = '(width < 60rem) 94vw, 46rem';
  return (
    `<picture><source type="image/avif" srcset="${set('avif')}" sizes="${sizes}">` +
    `<img src="${escaped(url)}" srcset="${set('webp')}" sizes="${sizes}" alt="" width="${width}" height="${height}" fetchpriority="high"></picture>`
  );
}
