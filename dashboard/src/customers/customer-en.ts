/** The texts of what can be done for a customer; `customer-de.ts` has the same keys. */
export const customerEn = {
  grant: 'Grant a license',
  grantTitle: (customer: string) => `Grant ${customer} a license`,
  grantText: 'It is free, and appears in the account at once. Nobody gets a mail.',
  product: 'Product',
  noProducts: 'There is no product yet.',
  quantity: 'How many',
};

/** The texts in one language. */
export type CustomerTexts = typeof customerEn;
