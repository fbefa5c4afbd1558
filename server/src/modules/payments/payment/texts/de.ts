import type { VendorMailTexts } from './en.ts';

export const de: VendorMailTexts = {
  failed: {
    subject: 'Eine Zahlung ist fehlgeschlagen',
    heading: 'Eine Zahlung ist fehlgeschlagen',
    text: (due) =>
      `Eine Zahlung über ${due} ist fehlgeschlagen, nachdem der Käufer die Seite verlassen hatte. Die Bestellung ist wieder offen, und der Käufer hat eine E-Mail mit einem Link zum Bezahlen erhalten.`,
  },
  undue: {
    subject: 'Sie haben eine Zahlung erhalten, die nicht fällig war',
    heading: 'Sie haben eine Zahlung erhalten, die nicht fällig war',
    text: (received, due) =>
      `Zu einer Zahlung über ${due} sind ${received} eingegangen. Der Betrag weicht ab, oder die Bestellung war schon bezahlt. Die Zahlung wurde der Bestellung nicht zugerechnet, und der Käufer wurde informiert.`,
  },
  dispute: {
    subject: 'Ein Käufer beanstandet eine Zahlung',
    text: (amount) =>
      `Ein Käufer fordert ${amount} über seine Bank zurück. Was mit der Zahlung gekauft wurde, ist gesperrt, bis die Bank entschieden hat.`,
    answer: 'Antworten Sie bei Ihrem Zahlungsanbieter: Ohne Antwort ist das Geld verloren.',
    answerBy: (day) =>
      `Antworten Sie bis zum ${day} bei Ihrem Zahlungsanbieter: Ohne Antwort ist das Geld verloren.`,
    label: 'Antworten',
  },
  returned: 'Das Geld wird an den Käufer zurückgezahlt.',
  refund: (paymentId) =>
    `Zahlen Sie das Geld zurück: mit „latchkey payments refund ${paymentId}“ oder über die Core API. Mit der Einstellung returnsUndueMoney geschieht das automatisch.`,
  about: (orderId, paymentId) => `Bestellung ${orderId}, Zahlung ${paymentId}`,
};
