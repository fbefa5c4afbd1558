import type { MailTextTexts } from './mail-text-en.ts';

/** The German texts of the pages about texts of mails. */
export const mailTextDe: MailTextTexts = {
  mails: {
    receipt: {
      name: 'Beleg oder Rechnung',
      when: 'Nach einem Kauf, mit dem Beleg und dem Weg zu den Produkten.',
    },
    'payment-failed': {
      name: 'Zahlung fehlgeschlagen',
      when: 'Wenn eine Bank nicht gezahlt hat, nachdem der Käufer die Seite verlassen hatte.',
    },
    'payment-not-due': {
      name: 'Zahlung, die nicht fällig war',
      when: 'Wenn Geld eingeht, für das nichts offen war.',
    },
    refund: { name: 'Erstattung', when: 'Wenn Sie eine Bestellung ganz oder teilweise erstatten.' },
    'refund-elsewhere': {
      name: 'Erstattung auf anderem Weg',
      when: 'Wenn Sie eintragen, dass Sie das Geld selbst erstattet haben.',
    },
    'items-removed': {
      name: 'Kostenlose Artikel entfernt',
      when: 'Wenn Sie kostenlose Artikel zurücknehmen.',
    },
    'refund-cancelled': {
      name: 'Erstattung storniert',
      when: 'Wenn eine Erstattung nicht angekommen ist und der Kauf wieder gilt.',
    },
    withdrawal: { name: 'Widerruf eingegangen', when: 'Wenn ein Käufer einen Kauf widerruft.' },
    'withdrawal-declined': { name: 'Widerruf abgelehnt', when: 'Wenn Sie einen Widerruf ablehnen.' },
    'new-version': {
      name: 'Neue Version kostenlos',
      when: 'An alle, die kurz vor einer neuen Hauptversion gekauft haben.',
    },
    'subscription-renewal': {
      name: 'Verlängerung steht an',
      when: 'Bevor sich ein Abo verlängert, mit Betrag und Tag.',
    },
    'subscription-payment-due': { name: 'Zahlung fällig', when: 'Wenn eine Verlängerung nicht bezahlt ist.' },
    'subscription-card-expiry': {
      name: 'Karte läuft ab',
      when: 'Wenn die gespeicherte Karte bei der nächsten Zahlung nicht mehr gilt.',
    },
    'subscription-cancelled': {
      name: 'Abo gekündigt',
      when: 'Wenn ein Abo gekündigt wird, mit seinem letzten Tag.',
    },
    'subscription-resumed': {
      name: 'Abo läuft weiter',
      when: 'Wenn eine Kündigung zurückgenommen wird.',
    },
    'subscription-paused': {
      name: 'Abo unterbrochen',
      when: 'Wenn ein Abo unterbrochen wird, mit dem Tag, an dem es weiterläuft.',
    },
    'subscription-new-price': { name: 'Neuer Preis', when: 'Wenn Sie einen anderen Preis ankündigen.' },
    'subscription-price-stays': { name: 'Preis bleibt', when: 'Wenn ein angekündigter Preis nicht kommt.' },
    'subscription-plan-change': {
      name: 'Plan ändert sich',
      when: 'Wenn ein anderer Plan vereinbart ist oder zuerst bezahlt werden muss.',
    },
    'subscription-plan-changed': { name: 'Plan geändert', when: 'Wenn ein anderer Plan beginnt.' },
    'subscription-milestone': {
      name: 'Gutschein für Treue',
      when: 'Nach den Zahlungen, für die es einen Gutschein gibt.',
    },
    'subscription-paid-off': {
      name: 'Abbezahlt',
      when: 'Wenn ein Mietkauf bezahlt ist und die Lizenzen für immer bleiben.',
    },
    'subscription-ended': { name: 'Abo beendet', when: 'Am letzten Tag eines Abos.' },
    'confirm-account': {
      name: 'Konto bestätigen',
      when: 'Wenn sich jemand registriert und Konten bestätigt werden müssen.',
    },
    'confirm-email': {
      name: 'E\u2011Mail-Adresse bestätigen',
      when: 'Wenn eine Adresse noch nicht bestätigt ist.',
    },
    'change-email': {
      name: 'Neue E\u2011Mail-Adresse bestätigen',
      when: 'An die neue Adresse, wenn ein Kunde seine Adresse ändert.',
    },
    'reset-password': { name: 'Neues Passwort', when: 'Wenn ein Kunde sein Passwort vergessen hat.' },
    'first-password': { name: 'Erstes Passwort', when: 'Wenn sich ein Kunde ohne Passwort anmelden möchte.' },
    'newsletter-confirm': { name: 'Newsletter bestätigen', when: 'Wenn jemand den Newsletter abonniert.' },
    'newsletter-welcome': {
      name: 'Willkommen beim Newsletter',
      when: 'Wenn das Abonnement des Newsletters bestätigt ist.',
    },
  },
  intro:
    'Was Ihre E\u2011Mails an Kunden sagen. Artikel, Beträge, Tage, Schaltflächen und Links bleiben immer: Ihr Text steht darüber. Hinweise, die ein Konto schützen, zum Beispiel zu einem geänderten Passwort, lassen sich nicht ändern.',
  groups: {
    Purchases: 'Käufe',
    Subscriptions: 'Abos',
    Account: 'Kundenkonten',
    Newsletter: 'Newsletter',
  },
  languages: { en: 'Englisch', de: 'Deutsch' },
  languageChoice: 'Sprache der E\u2011Mail',
  unsaved: 'nicht gespeichert',
  standard: 'Standard',
  own: (languages) => `Eigener Text: ${languages}`,
  unfit: 'Muss geändert werden',
  all: 'Alle E\u2011Mails',
  words: 'Ihr Text',
  subject: 'Betreff',
  heading: 'Überschrift',
  text: 'Text',
  textText: 'Steht am Anfang der E\u2011Mail. Eine leere Zeile beginnt einen Absatz.',
  emptyText: 'Ein leeres Feld bedeutet den Standard.',
  insert: 'Einfügen',
  insertOf: (what) => `Einfügen: ${what}`,
  placeholders: {
    shop: 'Ihr Name',
    customer: 'Name des Kunden',
    order: 'Bestellnummer',
    product: 'Produkt',
    version: 'Version',
  },
  stranger: (names) =>
    `In dieser E\u2011Mail gibt es ${names} nicht. Mit den Schaltflächen unten fügen Sie ein, was es gibt.`,
  strangers: 'Nicht alles, was Sie in Klammern geschrieben haben, gibt es in dieser E\u2011Mail.',
  unfitTitle: 'Ihr Text passt nicht mehr',
  unfitText: 'Kunden erhalten die Standard-E\u2011Mail, bis Sie Ihren Text korrigieren und speichern.',
  save: 'Speichern',
  saved: 'Gespeichert. Neue E\u2011Mails haben diesen Text.',
  savedStandard: 'Gespeichert. Neue E\u2011Mails haben den Standardtext.',
  toStandard: 'Zurück zum Standardtext',
  standardShown: 'Das ist der Standardtext. Speichern Sie, um ihn zu verwenden.',
  readOnly: 'Ihre Rolle liest die Texte der E\u2011Mails und ändert sie nicht.',
  preview: 'Vorschau',
  previewText:
    'Mit dem, was in den Feldern steht, bevor Sie es speichern. Kunde, Bestellung und Beträge sind erfunden.',
  previewChoice: 'Art der Vorschau',
  forms: { html: 'E\u2011Mail', text: 'Nur Text' },
  previewPaused: 'Die Vorschau zeigt den letzten Text, der passt.',
  test: 'Testmail an mich senden',
  testSent: (email) => `Eine E\u2011Mail an ${email} ist unterwegs.`,
};
