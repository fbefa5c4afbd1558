import type { LegalTexts } from './en.ts';

/** The German texts. */
export const de: LegalTexts = {
  note: (setting) =>
    `Diese Seite gehört zum Demo-Shop. Ihre eigene kann auf Ihrer Website sein: Die Einstellung ${setting} führt dorthin.`,
  terms: {
    heading: 'Allgemeine Geschäftsbedingungen',
    paragraphs: [
      'Ein Kauf kommt zustande, wenn wir ihn per E‑Mail bestätigen. Lizenzen und Downloads erhalten Sie sofort.',
      'Eine Lizenz gilt für so viele Geräte, wie auf der Produktseite steht. In Ihrem Konto können Sie ein Gerät freigeben und stattdessen ein anderes verwenden.',
      'Eine dauerhafte Lizenz endet nicht. Ein Abo läuft, bis Sie es kündigen: jederzeit zum Ende des bezahlten Zeitraums.',
    ],
  },
  privacy: {
    heading: 'Datenschutzerklärung',
    paragraphs: [
      'Wir speichern, was für einen Kauf nötig ist: Ihren Namen, Ihre E‑Mail‑Adresse, Ihre Bestellungen, Ihre Lizenzen und die Namen der Geräte, die Sie aktivieren.',
      'Die Daten Ihrer Karte sehen wir nie: Sie gehen nur an den Zahlungsdienst.',
      'In Ihrem Konto können Sie alle Ihre Daten herunterladen und das Konto löschen.',
    ],
  },
  refunds: {
    heading: 'Widerruf und Erstattung',
    paragraphs: [
      'Passt es doch nicht? Schreiben Sie uns innerhalb von 14 Tagen nach dem Kauf, und wir erstatten, was Sie bezahlt haben.',
      'Das Geld geht auf dem Weg zurück, auf dem Sie bezahlt haben. Die Lizenzen enden mit der Erstattung.',
    ],
  },
  imprint: {
    heading: 'Impressum',
    paragraphs: [
      'Demo Audio ist keine wirkliche Firma. Hier wird nichts verkauft, und Testzahlungen bewegen kein Geld.',
      'In Ihrem Impressum steht, wer Sie sind, wo Sie sind und wie Kunden Sie erreichen.',
    ],
  },
};
