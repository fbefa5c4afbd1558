import type { SiteTexts } from './site-en.ts';

export const siteDe: SiteTexts = {
  titleOf: (page, vendor) => `${page} – ${vendor}`,
  skip: 'Zum Inhalt springen',
  main: 'Hauptmenü',
  shop: 'Shop',
  products: 'Meine Produkte',
  cart: 'Warenkorb',
  cartWith: (count) => `Warenkorb, ${count} Artikel`,
  account: 'Konto',
  accountOf: (email) => `Konto von ${email}`,
  orders: 'Bestellungen',
  subscriptions: 'Abonnements',
  details: 'Meine Daten',
  redeem: 'Code einlösen',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  close: 'Schließen',
  language: 'Sprache',
  about: 'Über den Verkäufer',
  terms: 'AGB',
  privacy: 'Datenschutz',
  refunds: 'Widerruf und Erstattung',
  imprint: 'Impressum',
  withdraw: 'Vertrag hier widerrufen',
  view: {
    label: 'Ansicht ohne Änderungen',
    banner: (email, viewer, until) =>
      `Sie sehen das Konto von ${email} als ${viewer} bis ${until}. Nichts kann geändert werden.`,
    end: 'Beenden',
    opening: 'Das Konto wird geöffnet',
    openingText: 'Einen Moment.',
    over: 'Diese Ansicht ist beendet',
    overText: 'Sie können diesen Tab schließen.',
    refused:
      'Der Link funktioniert einmal, zwei Minuten lang. Öffnen Sie das Konto im Dashboard noch einmal.',
  },
  ownWindow: {
    title: 'Öffnen Sie diese Seite in einem eigenen Fenster',
    text: 'Zu Ihrer Sicherheit kann sie nicht in einer anderen Website angezeigt werden.',
    open: 'In neuem Fenster öffnen',
  },
};
