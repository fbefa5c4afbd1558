import type { MergeTexts } from './en.ts';

export const de: MergeTexts = {
  dateLocale: 'de',
  consent: {
    subject: (vendor) => `Ihre zwei Konten bei ${vendor} zusammenführen?`,
    heading: 'Ihre zwei Konten zusammenführen?',
    text: (vendor, other) =>
      `Sie haben anscheinend zwei Konten bei ${vendor}: eines mit dieser E\u2011Mail-Adresse und eines mit ${other}. ${vendor} möchte daraus eines machen.`,
    effect:
      'Wenn Sie zustimmen, gehört alles, was Sie gekauft haben, zum anderen Konto, auch Ihre Abonnements mit ihren Zahlungsmitteln. Ihre Geräte funktionieren weiter. Sie melden sich nur noch mit der anderen Adresse an, und niemand kann das rückgängig machen. Bis Sie zustimmen, ändert sich nichts.',
    label: 'Zustimmen oder ablehnen',
    until: (date) => `Der Link funktioniert bis ${date}.`,
    otherwise:
      'Um zuzustimmen, geben Sie die ganze andere Adresse ein. Wenn Sie sie nicht kennen, lehnen Sie ab: Sonst bekäme deren Inhaber, was Ihnen gehört.',
  },
  merged: {
    subject: (vendor) => `Ihre zwei Konten bei ${vendor} sind jetzt eines`,
    heading: 'Ihre zwei Konten sind jetzt eines',
    text: (vendor, other) =>
      `Das Konto bei ${vendor} mit dieser E\u2011Mail-Adresse wurde mit dem von ${other} zusammengeführt.`,
    effect:
      'Alles, was gekauft wurde, gehört zu jenem Konto, auch Abonnements mit ihren Zahlungsmitteln. Geräte funktionieren weiter. Mit dieser Adresse kann sich niemand mehr anmelden.',
    unexpected: (vendor) =>
      `Wenn Sie das nicht erwartet haben oder die andere Adresse nicht Ihre ist, wenden Sie sich sofort an ${vendor}.`,
    shop: (vendor) => `Zu ${vendor}`,
  },
};
