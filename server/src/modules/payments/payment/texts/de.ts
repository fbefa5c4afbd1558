import type { VendorMailTexts } from './en.ts';

export const de: VendorMailTexts = {
  failed: {
    subject: 'Eine Bank hat nicht gezahlt',
    heading: 'Eine Bank hat nicht gezahlt',
    text: (due) =>
      `Eine Zahlung über ${due} ist fehlgeschlagen, nachdem der Käufer die Seite verlassen hatte. Die Bestellung ist wieder offen, und der Käufer hat eine E-Mail mit einem Link zum Bezahlen bekommen.`,
  },
  undue: {
    subject: 'Geld ist eingegangen, das nicht fällig ist',
    heading: 'Geld ist eingegangen, das nicht fällig ist',
    text: (received, due) =>
      `Mit einer Zahlung über ${due} sind ${received} eingegangen: Der Betrag weicht ab, oder die Bestellung war schon bezahlt. Mit dieser Zahlung ist nichts bezahlt, und der Käufer weiß davon.`,
  },
  returned: 'Das Geld wird jetzt an den Käufer zurückgezahlt.',
  refund: (paymentId) =>
    `Zahlen Sie das Geld zurück: mit „latchkey payments refund ${paymentId}“ oder über die Core API. Mit der Einstellung returnsUndueMoney geschieht das von selbst.`,
  about: (orderId, paymentId) => `Bestellung ${orderId}, Zahlung ${paymentId}`,
};
