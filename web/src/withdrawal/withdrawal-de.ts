import type { WithdrawalTexts } from './withdrawal-en.ts';

export const withdrawalDe: WithdrawalTexts = {
  title: 'Kauf widerrufen',
  intro: 'Sie können einen Kauf 14 Tage lang widerrufen, ohne Begründung und ohne Konto.',
  number: 'Bestellnummer',
  numberHint: 'Sie steht auf Ihrem Beleg und sieht aus wie K7QM\u20114T2P.',
  enterNumber: 'Geben Sie Ihre Bestellnummer ein.',
  email: 'E\u2011Mail-Adresse',
  emailHint: 'Die Adresse, an die der Beleg ging.',
  next: 'Weiter',
  looking: 'Die Bestellung wird gesucht.',
  unknown: 'Wir finden diese Bestellung nicht',
  unknownText: 'Prüfen Sie die Bestellnummer und die Adresse. Beides steht auf Ihrem Beleg.',
  lines: 'Was möchten Sie widerrufen?',
  orderOf: (number, date) => `Bestellung ${number} vom ${date}`,
  until: (date) => `Sie können bis zum ${date} widerrufen.`,
  choose: 'Wählen Sie mindestens einen Artikel.',
  times: (quantity, title) => (quantity === 1 ? title : `${quantity} × ${title}`),
  waived: (date) => `Sie haben der sofortigen Lieferung am ${date} zugestimmt.`,
  waivedOnly: (date) =>
    `Sie haben der sofortigen Lieferung am ${date} zugestimmt, das Produkt aber noch nicht heruntergeladen oder aktiviert. Deshalb können Sie noch widerrufen.`,
  accessed: (date) => `Zum ersten Mal heruntergeladen oder aktiviert am ${date}.`,
  entitlements: {
    Entitled: 'Sie erhalten Ihr Geld innerhalb von 14 Tagen zurück.',
    Waived: 'Ihr Widerrufsrecht ist erloschen. Der Verkäufer entscheidet.',
    Late: 'Die 14 Tage sind vorbei. Der Verkäufer entscheidet.',
    Business: 'Unternehmen haben kein Widerrufsrecht. Der Verkäufer entscheidet.',
    OtherCountry: 'In Ihrem Land gibt es kein Widerrufsrecht. Der Verkäufer entscheidet.',
  },
  before: {
    Open: 'Bereits widerrufen.',
    Granted: 'Widerrufen und erstattet.',
    Declined: 'Der Verkäufer hat abgelehnt.',
  },
  refunded: 'Bereits erstattet.',
  statement: 'Nachricht an den Verkäufer (optional)',
  confirm: 'Widerruf bestätigen',
  confirmText: (email) =>
    `Lizenzen gelten bis zur Erstattung, dann enden sie. Wir bestätigen Ihren Widerruf per E\u2011Mail an ${email}.`,
  sending: 'Ihr Widerruf wird gesendet.',
  another: 'Andere Bestellung wählen',
  done: 'Ihr Widerruf ist eingegangen',
  doneText: (number, moment, email) =>
    `Sie haben die Bestellung ${number} am ${moment} widerrufen. Die Bestätigung ist unterwegs an ${email}.`,
  moneyBack: (amount, date) => `Sie erhalten ${amount} bis ${date} zurück.`,
  toShop: 'Zurück zum Shop',
  toOrders: 'Meine Bestellungen',
};
