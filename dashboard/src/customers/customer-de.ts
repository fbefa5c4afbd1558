import type { CustomerTexts } from './customer-en.ts';

/** The German texts of what can be done for a customer. */
export const customerDe: CustomerTexts = {
  change: 'Ändern',
  changeTitle: (customer) => `${customer} ändern`,
  fields: {
    name: 'Name',
    email: 'E\u2011Mail',
    businessName: 'Firma',
    taxId: 'Steuernummer',
    phone: 'Telefon',
    streetAddress1: 'Straße',
    streetAddress2: 'Zweite Zeile',
    postCode: 'Postleitzahl',
    locality: 'Ort',
    region: 'Bundesland oder Region',
    countryCode: 'Land, mit zwei Buchstaben',
  },
  emailText:
    'Eine andere E\u2011Mail-Adresse gilt sofort und meldet den Kunden überall ab. Die bisherige Adresse wird benachrichtigt.',
  emailForbidden: 'Ihre Rolle umfasst nicht, sie zu ändern.',
  save: 'Speichern',
  nothing: 'Es wurde noch nichts geändert.',
  trials: 'Testversionen',
  noTrials: 'Keine Testversionen.',
  trialStatuses: { Active: 'Läuft', Expired: 'Vorbei' },
  reset: 'Neu beginnen',
  resetOf: (product, device) => `Testversion von ${product} auf ${device} neu beginnen`,
  resetText: 'Sie hat wieder alle Tage, sobald die Anwendung das nächste Mal danach fragt.',
  isReset: 'Beginnt neu',
  grant: 'Lizenz ausstellen',
  grantTitle: (customer) => `Eine Lizenz für ${customer} ausstellen`,
  grantText: 'Sie kostet nichts und erscheint sofort im Konto. Niemand erhält eine E\u2011Mail.',
  product: 'Produkt',
  noProducts: 'Es gibt noch kein Produkt.',
  quantity: 'Wie viele',
};
