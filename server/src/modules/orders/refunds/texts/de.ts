import type { RefundTexts } from './en.ts';

/** The German texts. */
export const de: RefundTexts = {
  money: {
    subject: (shop) => `Ihre Erstattung von ${shop}`,
    heading: 'Ihre Erstattung ist unterwegs',
    explanation:
      'Wir erstatten den Betrag auf Ihr ursprüngliches Zahlungsmittel. Je nach Bank dauert es fünf bis zehn Tage, bis er eingeht.',
  },
  elsewhere: {
    subject: (shop) => `Ihre Erstattung von ${shop}`,
    heading: 'Ihr Geld wurde auf anderem Weg erstattet',
    explanation:
      'Wir haben den Betrag auf einem anderen Weg als über Ihr ursprüngliches Zahlungsmittel erstattet. Der oben genannte Grund sagt, wie.',
  },
  free: {
    subject: (shop) => `Änderung Ihrer Bestellung bei ${shop}`,
    heading: 'Artikel wurden aus Ihrer Bestellung entfernt',
    explanation:
      'Die genannten Artikel waren kostenlos, daher wird kein Geld erstattet. Die zugehörigen Lizenzen sind nicht mehr gültig.',
  },
  reversed: {
    subject: (shop) => `Ihre Erstattung von ${shop} wurde storniert`,
    heading: 'Ihre Erstattung wurde storniert',
    explanation:
      'Der Betrag dieser Erstattung ist wieder bei uns: Ihre Bank hat ihn nicht angenommen oder einen Streitfall zu unseren Gunsten entschieden. Ihr Kauf gilt wie zuvor. Wenn Sie den Betrag noch erwarten, melden Sie sich bitte bei uns.',
  },
  order: 'Bestellung',
  date: 'Datum',
  reason: 'Grund',
  tax: 'MwSt.',
  refund: 'Erstattung',
  item: 'Artikel',
  part: (title) => `Teilbetrag für ${title}`,
  visitShop: 'Zum Shop',
};
