import type { HomeTexts } from './home-en.ts';

/** The German texts of the start page. */
export const homeDe: HomeTexts = {
  welcome: (name) => `Hallo, ${name}`,
  today: 'Heute',
  yesterday: (value) => `gestern: ${value}`,
  month: 'Dieser Monat neben dem vorigen',
  monthBefore: (value) => `bis zu diesem Tag im vorigen Monat: ${value}`,
  gross: 'Verkäufe',
  refunded: 'Erstattungen',
  orders: 'Bestellungen',
  isTest: 'Testzahlungen: Es floss kein Geld.',
  noSales: 'In diesem und im vorigen Monat wurde nichts verkauft.',
  reports: 'Alle Berichte',
  matters: 'Braucht jemanden',
  noMatters: 'Nichts. Alles ist bezahlt, geliefert und gesendet.',
  unknown: 'Konnte nicht gelesen werden. Laden Sie die Seite neu, um es zu sehen.',
  count: (count, isAll) => `${count}${isAll ? '' : '+'}`,
  kinds: {
    broken: 'Abos, die sich widersprechen',
    held: 'Verlängerungen, die auf Sie warten',
    buyer: 'Verlängerungen, die ihren Käufer brauchen',
    undelivered: 'Bestellungen, die bezahlt und nicht geliefert sind',
    disputes: 'Zahlungen, die ein Käufer zurückfordert',
    withdrawals: 'Widerrufe, über die zu entscheiden ist',
    webhooks: 'Webhooks, die fehlschlagen',
    jobs: 'Fehlgeschlagene Arbeit im Hintergrund',
  },
  checklist: 'Bevor Sie verkaufen',
  checklistText: 'Was ein Shop vor der ersten echten Bestellung braucht.',
  isDone: 'Erledigt',
  isOpen: 'Fehlt',
  steps: {
    products: {
      title: 'Ein Produkt mit einem Preis',
      text: 'Was Ihre Kunden kaufen.',
      action: 'Anlegen',
    },
    seller: {
      title: 'Ihre Adresse',
      text: 'Rechnungen müssen sie von Gesetzes wegen nennen.',
      action: 'Eintragen',
    },
    taxes: { title: 'Steuern', text: 'Wer sie berechnet, und wo Sie sie erheben.', action: 'Wählen' },
    payments: {
      title: 'Echte Zahlungen',
      text: 'Jetzt zahlen Käufer mit Testzahlungen. „latchkey payments connect stripe“ verbindet Ihr Konto.',
      action: '',
    },
    sender: {
      title: 'Der Absender Ihrer E\u2011Mails',
      text: 'Eine Adresse Ihrer eigenen Domain.',
      action: 'Eintragen',
    },
    legal: {
      title: 'AGB und Datenschutzerklärung',
      text: 'Die Kasse verlinkt sie.',
      action: 'Eintragen',
    },
  },
  none: 'Ihre Rolle hat noch keine Seiten',
  noneText: 'Bitten Sie einen Inhaber des Kontos um eine andere Rolle.',
};
