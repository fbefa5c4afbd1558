import type { CustomerTexts } from './customer-en.ts';

/** The German texts of what can be done for a customer. */
export const customerDe: CustomerTexts = {
  grant: 'Lizenz ausstellen',
  grantTitle: (customer) => `Eine Lizenz für ${customer} ausstellen`,
  grantText: 'Sie kostet nichts und erscheint sofort im Konto. Niemand erhält eine E\u2011Mail.',
  product: 'Produkt',
  noProducts: 'Es gibt noch kein Produkt.',
  quantity: 'Wie viele',
};
