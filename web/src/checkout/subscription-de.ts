import type { SubscriptionTexts } from './subscription-en.ts';

/** The German texts about what is paid for again and again. */
export const subscriptionDe: SubscriptionTexts = {
  heading: 'Was Sie später zahlen',
  item: (name, variation) => (variation === '' ? name : `${name}, ${variation}`),
  every: {
    Daily: (amount) => `${amount} jeden Tag`,
    Weekly: (amount) => `${amount} jede Woche`,
    Monthly: (amount) => `${amount} jeden Monat`,
    Quarterly: (amount) => `${amount} alle drei Monate`,
    Yearly: (amount) => `${amount} jedes Jahr`,
  },
  withTax: (tax) => `einschließlich ${tax} MwSt.`,
  nextOn: (day) => `das nächste Mal am ${day}`,
  firstOn: (day, days) => `zum ersten Mal am ${day}, nach ${days} kostenlosen Tagen`,
  atMost: (payments) => `höchstens ${payments} Zahlungen, danach gehören Ihnen die Lizenzen`,
  kept: (payments) =>
    payments === 1
      ? 'wenn es endet, behalten Sie die Versionen, die bei Ihrer letzten Zahlung erschienen waren'
      : `wenn es nach ${payments} Zahlungen in Folge endet, behalten Sie die Versionen, die bei der ersten davon erschienen waren`,
  from: (amount, payment) => `ab der ${payment}. Zahlung ${amount}`,
  cancel: 'In Ihrem Konto können Sie jederzeit kündigen, zum Ende des bezahlten Zeitraums.',
  another: (names) => `Ja, ich möchte ein weiteres Abonnement von ${names}.`,
  anotherReason: (names) => `Sie haben bereits ein Abonnement von ${names}.`,
  testQuestion: 'Was soll mit späteren Zahlungen geschehen?',
  testMethods: {
    Succeeds: { label: 'Sie gelingen', description: 'Jede Verlängerung wird ohne Sie bezahlt.' },
    NeedsBuyer: {
      label: 'Sie brauchen den Käufer',
      description: 'Als ob die Bank jedes Mal eine Bestätigung verlangt.',
    },
    DeclinesSoftly: {
      label: 'Sie werden vorerst abgelehnt',
      description: 'Als ob das Geld nicht reicht: Sie werden wiederholt.',
    },
    DeclinesForGood: {
      label: 'Sie werden endgültig abgelehnt',
      description: 'Als ob die Karte als verloren gemeldet ist.',
    },
  },
};
