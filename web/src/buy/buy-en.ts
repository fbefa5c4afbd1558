export const buyEn = {
  opening: 'Opening the checkout …',
  signInTitle: 'Whose license is it?',
  signInText: 'This link changes a license that you own. Sign in to pay the price for owners.',
  signIn: 'Sign in',
  buyNew: 'Buy a new license instead',
  goneTitle: 'This is not for sale',
  goneText:
    'The link is incomplete, or the product is no longer sold. The shop shows everything that is for sale.',
  toShop: 'Go to the shop',
};

/** The texts of the page that buys what a link names, in one language. */
export type BuyTexts = typeof buyEn;
