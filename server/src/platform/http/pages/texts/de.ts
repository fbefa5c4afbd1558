import type { PageTexts } from './en.ts';

/** The German texts. */
export const de: PageTexts = {
  notFound: () => ({
    heading: 'Seite nicht gefunden',
    text: 'Unter dieser Adresse gibt es keine Seite. Prüfen Sie den Link oder gehen Sie zur vorherigen Seite zurück.',
  }),
  linkExpired: {
    heading: 'Dieser Link funktioniert nicht mehr',
    text: 'Er ist abgelaufen oder unvollständig. Melden Sie sich im Shop an: Dort finden Sie alles bei Ihren Bestellungen.',
  },
  busy: (seconds) => ({
    heading: 'Der Shop ist ausgelastet',
    text: `Es liegt nicht an Ihnen. Bitte versuchen Sie es ${waitOf(seconds)} noch einmal.`,
  }),
  tooMany: (seconds) => ({
    heading: 'Zu viele Anfragen',
    text: `Von Ihrer Verbindung kamen zu viele Anfragen. Bitte versuchen Sie es ${waitOf(seconds)} noch einmal.`,
  }),
  failed: {
    heading: 'Etwas ist schiefgegangen',
    text: 'Im Shop ist ein Fehler aufgetreten. Bitte versuchen Sie es gleich noch einmal.',
  },
  refused: () => ({
    heading: 'Diese Seite lässt sich nicht öffnen',
    text: 'Der Shop hat die Anfrage abgelehnt. Prüfen Sie die Adresse.',
  }),
  start: 'Zur Startseite',
  toShop: 'Zum Shop',
  orders: 'Zu meinen Bestellungen',
  again: 'Noch einmal versuchen',
  reference: 'Kennung',
  frame: {
    main: 'Hauptmenü',
    shop: 'Shop',
    products: 'Meine Produkte',
    orders: 'Bestellungen',
    account: 'Konto',
    cart: 'Warenkorb',
    about: 'Über den Verkäufer',
    language: 'Sprache',
    legal: { terms: 'AGB', privacy: 'Datenschutz', refunds: 'Widerruf und Erstattung', imprint: 'Impressum' },
    withdraw: 'Vertrag hier widerrufen',
    soldBy: (vendor) => `Verkauf durch ${vendor}.`,
  },
};

function waitOf(seconds: number | undefined): string {
  if (seconds === undefined || seconds <= 1) return 'gleich';
  return seconds < 90 ? `in ${seconds} Sekunden` : `in ${Math.ceil(seconds / 60)} Minuten`;
}
