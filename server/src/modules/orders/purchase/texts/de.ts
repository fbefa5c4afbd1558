import type { PaymentMailTexts } from './en.ts';

export const de: PaymentMailTexts = {
  failed: {
    subject: (shop) => `Ihre Zahlung an ${shop} ist nicht angekommen`,
    heading: 'Ihre Zahlung ist nicht angekommen',
    explanation: () => 'Ihre Bank hat nicht gezahlt. Es wurde nichts abgebucht und nichts geliefert.',
  },
  undue: {
    subject: (shop) => `${shop} hat Geld erhalten, das nicht fällig ist`,
    heading: 'Wir haben Geld erhalten, das nicht fällig ist',
    explanation: (amount) =>
      `Wir haben ${amount} erhalten. Das ist nicht der fällige Betrag, deshalb ist damit nichts bezahlt. Sie bekommen das Geld zurück.`,
  },
  payAgain:
    'Ihre Bestellung bleibt erhalten, und Sie können sie noch einmal bezahlen. Der Link gilt 14 Tage.',
  isPaid: 'Ihre Bestellung ist bereits mit einer anderen Zahlung bezahlt. Sie müssen nichts tun.',
  pay: 'Noch einmal bezahlen',
  order: (id) => `Bestellung ${id}`,
};
