import type { RefundTexts } from './en.ts';

/** The same in German. */
export const de: RefundTexts = {
  money: {
    subject: (shop) => `Ihre Erstattung von ${shop}`,
    heading: 'Ihr Geld ist auf dem Weg zurück',
    explanation:
      'Das Geld geht auf das Zahlungsmittel zurück, mit dem Sie bezahlt haben. Je nach Bank dauert es fünf bis zehn Tage, bis es ankommt.',
  },
  free: {
    subject: (shop) => `Änderung Ihrer Bestellung bei ${shop}`,
    heading: 'Artikel Ihrer Bestellung wurden zurückgenommen',
    explanation:
      'Die genannten Artikel waren kostenlos, daher wird kein Geld erstattet. Die zugehörigen Lizenzen sind nicht mehr gültig.',
  },
  order: 'Bestellung',
  date: 'Datum',
  reason: 'Grund',
  tax: 'Steuer',
  refund: 'Erstattung',
  item: 'Artikel',
  part: (title) => `Teilbetrag für ${title}`,
  visitShop: 'Zum Shop',
};
