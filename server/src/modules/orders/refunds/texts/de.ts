import type { RefundTexts } from './en.ts';

/** The same in German. */
export const de: RefundTexts = {
  subject: (shop) => `Ihre Erstattung von ${shop}`,
  heading: 'Ihr Geld ist auf dem Weg zurück',
  order: 'Bestellung',
  date: 'Datum',
  reason: 'Grund',
  tax: 'Steuer',
  refund: 'Erstattung',
  item: 'Artikel',
  part: (title) => `Teilbetrag für ${title}`,
  delay:
    'Das Geld geht auf das Zahlungsmittel zurück, mit dem Sie bezahlt haben. Je nach Bank dauert es fünf bis zehn Tage, bis es ankommt.',
  visitShop: 'Zum Shop',
};
