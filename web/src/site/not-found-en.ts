/** The texts of the page that does not exist; `not-found-de.ts` has the same keys. */
export const notFoundEn = {
  title: 'Page not found',
  text: 'There is no page at this address. Check the link, or go back to the previous page.',
  toShop: 'Go to the shop',
};

/** The same in one language. */
export type NotFoundTexts = typeof notFoundEn;
