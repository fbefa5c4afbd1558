import type { RedeemTexts } from './redeem-en.ts';

export const redeemDe: RedeemTexts = {
  title: 'Code einlösen',
  intro: 'Geben Sie den Code ein, der auf Ihrer Karte, in der E\u2011Mail oder auf der Verpackung steht.',
  label: 'Code',
  enter: 'Geben Sie Ihren Code ein.',
  look: 'Weiter',
  looking: 'Der Code wird gesucht.',
  gives: 'Dieser Code enthält',
  times: (quantity, name) => (quantity === 1 ? name : `${quantity} × ${name}`),
  contains: (names) => `Enthält ${names}`,
  owned: 'Sie besitzen dieses Produkt schon. Mit dem Code erhalten Sie eine weitere Lizenz.',
  redeem: 'Einlösen',
  redeeming: 'Der Code wird eingelöst.',
  toAccount: (email) => `Die Lizenzen gehen an ${email}.`,
  otherCustomer: 'Sie sind jetzt mit einem anderen Konto angemeldet',
  otherCustomerText: (before, now) =>
    `Beim Öffnen dieser Seite waren Sie als ${before} angemeldet, jetzt sind Sie als ${now} angemeldet. Es wurde nichts eingelöst. Wenn Sie noch einmal auf „Einlösen“ klicken, gehen die Lizenzen an ${now}.`,
  another: 'Anderen Code eingeben',
  signInReason: 'Melden Sie sich an, um den Code einzulösen. Die Lizenzen gehen an dieses Konto.',
  signUpReason: 'Die Lizenzen gehen an Ihr neues Konto.',
  done: 'Code eingelöst',
  doneText: (names) => `${names} ist jetzt in Ihrem Konto.`,
  doneTextMany: (names) => `${names} sind jetzt in Ihrem Konto.`,
  already: 'Diesen Code haben Sie bereits eingelöst',
  unknown: 'Diesen Code kennen wir nicht',
  unknownText:
    'Prüfen Sie ihn auf Tippfehler. Groß- und Kleinschreibung, Leerzeichen und Striche spielen keine Rolle.',
  taken: 'Dieser Code wurde bereits verwendet',
  takenText:
    'Jemand anderes hat ihn eingelöst. Fragen Sie die Person, die ihn Ihnen geschenkt oder verkauft hat.',
  takenByWhom: 'Dieser Code wurde bereits eingelöst',
  takenByWhomText:
    'Wenn Sie ihn eingelöst haben, melden Sie sich an: Dort sehen Sie, was Sie dafür erhalten haben. Wenn nicht, fragen Sie die Person, von der Sie ihn haben.',
  expired: 'Dieser Code ist abgelaufen',
  expiredText: 'Sein letzter Gültigkeitstag ist vorbei. Fragen Sie die Person, von der Sie ihn haben.',
  withdrawn: 'Dieser Code kann nicht eingelöst werden',
  withdrawnText: 'Der Anbieter hat ihn oder einen Teil des Inhalts zurückgezogen. Fragen Sie den Anbieter.',
  tooMany: 'Zu viele Versuche',
};
