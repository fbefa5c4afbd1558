/** The texts of the frame of shop and account pages; `site-de.ts` has the same keys. */
export const siteEn = {
  titleOf: (page: string, vendor: string) => `${page} – ${vendor}`,
  skip: 'Skip to content',
  main: 'Main',
  shop: 'Shop',
  products: 'My products',
  cart: 'Cart',
  cartWith: (count: number) => (count === 1 ? 'Cart, 1 item' : `Cart, ${count} items`),
  account: 'Account',
  accountOf: (email: string) => `Account of ${email}`,
  orders: 'Orders',
  subscriptions: 'Subscriptions',
  details: 'My details',
  redeem: 'Redeem a code',
  signIn: 'Sign in',
  signOut: 'Sign out',
  close: 'Close',
  language: 'Language',
  about: 'About the seller',
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds',
  imprint: 'Imprint',
  withdraw: 'Withdraw from contract here',
  ownWindow: {
    title: 'Open this page in its own window',
    text: 'For your security, it cannot be shown inside another website.',
    open: 'Open in a new window',
  },
};

/** The texts of the frame in one language. */
export type SiteTexts = typeof siteEn;
