import { attribute, isForCart, type Look, purchaseOf } from './attributes.ts';
import { pageUrl } from './host.ts';
import { cartId, checkoutOf } from './orders.ts';
import { type ElementKind, PageElement } from './page-element.ts';

const KINDS: Readonly<Record<string, ElementKind>> = {
  'latchkey-buy': {
    label: (texts, element) => (isForCart(element) ? texts.add : texts.buy),
    title: (texts) => texts.checkout,
    page: async (element, look) => withLook(await checkoutOf(purchaseOf(element)), look),
  },
  'latchkey-cart': {
    label: (texts) => texts.cart,
    title: (texts) => texts.cart,
    page: (_element, look) => pageUrl('/cart', { cart: cartId(), ...look }),
    hasCount: true,
  },
  'latchkey-account': {
    label: (texts) => texts.account,
    title: (texts) => texts.account,
    page: (element, look) => {
      const page = attribute(element, 'page');
      return pageUrl(page === 'orders' ? '/account/orders' : '/account', { ...look });
    },
  },
  'latchkey-redeem': {
    label: (texts) => texts.redeem,
    title: (texts) => texts.redeem,
    page: (element, look) => pageUrl('/redeem', { code: attribute(element, 'code'), ...look }),
  },
};

for (const [name, kind] of Object.entries(KINDS)) {
  if (customElements.get(name) === undefined) {
    customElements.define(
      name,
      class extends PageElement {
        override readonly kind = kind;
      },
    );
  }
}

function withLook(url: string, look: Look): string {
  return pageUrl(url, { ...look });
}
