import { embedDe } from './embed-de.ts';
import { type EmbedTexts, embedEn } from './embed-en.ts';
import type { Purchase } from './orders.ts';

/** The attributes of an element for its pages. */
export interface Look {
  readonly locale: string | undefined;
  readonly theme: string | undefined;
}

/** The item that the element sells, from its attributes. */
export function purchaseOf(element: HTMLElement): Purchase {
  const bundle = attribute(element, 'bundle');
  const quantity = Number(attribute(element, 'quantity') ?? 1);
  return {
    type: bundle === undefined ? 'Product' : 'Bundle',
    itemId: bundle ?? attribute(element, 'product') ?? '',
    variationId: attribute(element, 'variation'),
    quantity: Number.isInteger(quantity) && quantity > 0 ? quantity : 1,
    coupon: attribute(element, 'coupon'),
  };
}

/** Whether the element fills the cart instead of opening the checkout. */
export function isForCart(element: HTMLElement): boolean {
  return attribute(element, 'to') === 'cart';
}

/** The text of an attribute; undefined if it is blank. */
export function attribute(element: HTMLElement, name: string): string | undefined {
  const text = element.getAttribute(name)?.trim();
  return text === '' ? undefined : text;
}

/** The language and the theme of its pages, by its attributes. */
export function lookOf(element: HTMLElement): Look {
  return { locale: attribute(element, 'locale'), theme: attribute(element, 'theme') };
}

/** The language of the element, of the page around it, or of the browser. */
export function textsOf(element: HTMLElement): EmbedTexts {
  const language = attribute(element, 'locale') ?? (document.documentElement.lang || navigator.language);
  return language.toLowerCase().startsWith('de') ? embedDe : embedEn;
}
