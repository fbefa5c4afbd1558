import type { WithdrawalTexts } from './en.ts';

export const de: WithdrawalTexts = {
  subject: (order) => `Ihr Widerruf zur Bestellung ${order}`,
  heading: 'Ihr Widerruf ist eingegangen',
  received: 'Sie haben den Vertrag für diese Artikel widerrufen.',
  words: (statement) => `In Ihren Worten: „${statement}“`,
  refund: 'Wir erstatten den Betrag innerhalb von 14 Tagen auf Ihr ursprüngliches Zahlungsmittel.',
  decides: 'Über jede Entscheidung erhalten Sie eine E\u2011Mail.',
  order: 'Bestellung',
  at: 'Widerruf eingegangen',
  total: 'Betrag',
  waived: (at) => `Sie haben der sofortigen Lieferung am ${at} zugestimmt.`,
  waivedOnly: (at) =>
    `Sie haben der sofortigen Lieferung am ${at} zugestimmt, das Produkt aber noch nicht heruntergeladen oder aktiviert. Ihr Widerrufsrecht besteht deshalb weiter.`,
  accessed: (at) => `Zum ersten Mal heruntergeladen oder aktiviert am ${at}.`,
  entitlements: {
    Entitled: 'Sie erhalten Ihr Geld innerhalb von 14 Tagen zurück.',
    Waived: 'Ihr Widerrufsrecht ist erloschen.',
    Late: 'Die 14 Tage sind vorbei.',
    Business: 'Unternehmen haben kein Widerrufsrecht.',
    OtherCountry: 'In Ihrem Land gibt es kein Widerrufsrecht.',
  },
  sellerDecides: 'Der Verkäufer entscheidet.',
  refundReason: 'Widerruf des Vertrags',
  declinedSubject: (order) => `Zu Ihrem Widerruf der Bestellung ${order}`,
  declinedHeading: 'Wir können Ihren Widerruf nicht annehmen',
};
