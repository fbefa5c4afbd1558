import type { PaymentMailTexts } from './en.ts';

export const de: PaymentMailTexts = {
  failed: {
    subject: (shop) => `Ihre Zahlung an ${shop} ist nicht angekommen`,
    heading: 'Ihre Zahlung ist nicht angekommen',
    explanation: () => 'Ihre Bank hat nicht gezahlt. Es wurde nichts abgebucht und nichts geliefert.',
  },
  undue: {
    subject: (shop) => `${shop} hat eine Zahlung erhalten, die nicht fällig war`,
    heading: 'Wir haben eine Zahlung erhalten, die nicht fällig war',
    explanation: (amount) =>
      `Wir haben ${amount} erhalten. Das ist nicht der fällige Betrag, deshalb wurde die Zahlung Ihrer Bestellung nicht zugerechnet. Sie bekommen das Geld zurück.`,
  },
  payAgain:
    'Ihre Bestellung bleibt erhalten, und Sie können sie noch einmal bezahlen. Der Link gilt 14 Tage.',
  isPaid: 'Ihre Bestellung ist bereits mit einer anderen Zahlung bezahlt. Sie müssen nichts tun.',
  pay: 'Noch einmal bezahlen',
  order: (id) => `Bestellung ${id}`,
};
