/** The texts of the elements that other sites show; `embed-de.ts` has the same keys. */
export const embedEn = {
  buy: 'Buy now',
  add: 'Add to cart',
  added: 'Added to the cart.',
  cart: 'Cart',
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  account: 'My products',
  redeem: 'Redeem a code',
  checkout: 'Checkout',
  loading: 'Loading…',
  close: 'Close',
  failed: 'This page cannot be shown here.',
  openAlone: 'Open it in a new tab',
  unreachable: 'The shop could not be reached. Please try again.',
  notForSale: 'This item is not for sale at the moment.',
};

/** The texts in one language. */
export type EmbedTexts = typeof embedEn;
