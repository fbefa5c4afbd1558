/** The heading and the text of a page. */
export interface Message {
  readonly heading: string;
  readonly text: string;
}

/** The texts of error pages; `de.ts` has the same keys. */
export const en = {
  /** `detail` is the server's own sentence. */
  notFound: (detail: string | undefined): Message => ({
    heading: 'Page not found',
    text: detail ?? 'There is no page at this address. Check the link, or go back to the previous page.',
  }),
  linkExpired: {
    heading: 'This link no longer works',
    text: 'It has expired or is incomplete. Sign in to the shop: everything is there, in your orders.',
  } satisfies Message,
  busy: (seconds: number | undefined): Message => ({
    heading: 'The shop is busy',
    text: `Nothing is wrong on your side. Please try again ${waitOf(seconds)}.`,
  }),
  tooMany: (seconds: number | undefined): Message => ({
    heading: 'Too many requests',
    text: `Too many requests came from your connection. Please try again ${waitOf(seconds)}.`,
  }),
  failed: {
    heading: 'Something went wrong',
    text: 'The shop ran into a problem. Please try again in a moment.',
  } satisfies Message,
  refused: (title: string, detail: string | undefined): Message => ({
    heading: title,
    text: detail ?? 'The shop refused the request.',
  }),
  start: 'Go to the start page',
  toShop: 'Go to the shop',
  orders: 'Go to my orders',
  again: 'Try again',
  reference: 'Reference',
  frame: {
    main: 'Main',
    shop: 'Shop',
    products: 'My products',
    orders: 'Orders',
    account: 'Account',
    cart: 'Cart',
    about: 'About the seller',
    language: 'Language',
    legal: { terms: 'Terms', privacy: 'Privacy', refunds: 'Refunds', imprint: 'Imprint' },
    withdraw: 'Withdraw from contract here',
    soldBy: (vendor: string) => `Sold by ${vendor}.`,
  },
};

function waitOf(seconds: number | undefined): string {
  if (seconds === undefined || seconds <= 1) return 'in a moment';
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}

/** The texts of one language. */
export type PageTexts = typeof en;
