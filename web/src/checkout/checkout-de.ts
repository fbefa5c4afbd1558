import type { AmountLimit, Texts } from './checkout-en.ts';
import { sharedDe } from '@latchkey/ui/texts/shared-de.ts';

export const de: Texts = {
  ...sharedDe,
  checkout: {
    title: 'Kasse',
    titleOf: (title, vendor) => `${title} – ${vendor}`,
    close: 'Schließen',
    closeCheckout: 'Kasse schließen',
    backToShop: (vendor) => `Zurück zu ${vendor}`,
    backToTheShop: 'Zurück zum Shop',
    noPayments: 'Bezahlen ist noch nicht möglich',
    noPaymentsText: (vendor) =>
      `${vendor} hat noch keine Zahlungen eingerichtet. Bitte fragen Sie im Shop nach und laden Sie diese Seite dann neu.`,
  },
  summary: {
    upgrades: {
      Upgrade: (license) => `Aktualisiert Ihre Lizenz für ${license}`,
      Renewal: (license) => `Verlängert Ihre Lizenz für ${license}`,
    },
    heading: 'Ihre Bestellung',
    contains: (names) => `Enthält ${names}`,
    remove: 'Entfernen',
    removeOf: (name) => `${name} entfernen`,
    more: (name) => `${name}: eins mehr`,
    fewer: (name) => `${name}: eins weniger`,
    showAll: (count) => `Alle ${count} Artikel anzeigen`,
    times: (quantity, price) => `${quantity} × ${price}`,
    priceBefore: 'Preis vor Rabatt:',
    discount: 'Rabatt',
    tax: () => 'MwSt.',
    taxRate: (rate) => `MwSt. (${rate})`,
    taxIncluded: (tax, rate) => `Enthält ${tax} MwSt. (${rate}).`,
    taxIncludedLater: 'Die Preise enthalten MwSt. Der Betrag hängt von Ihrem Land ab.',
    taxLater: () => 'Die MwSt. kommt hinzu, sobald Sie Ihr Land wählen.',
    notCharged: 'MwSt. nicht berechnet (Reverse Charge)',
    taxEstimated: 'Nach Ihrem Standort geschätzt.',
    reverseCharge: 'Reverse Charge: Sie schulden die MwSt. als Leistungsempfänger.',
    dueToday: 'Heute fällig',
    freeDays: 'Kostenlose Tage',
    totalWithoutTax: () => 'Gesamt ohne MwSt.',
    beforeChange: 'Vor der Änderung:',
    currency: 'Währung',
    withdrawn: (name) => `${name} ist nicht mehr verfügbar und wurde aus Ihrer Bestellung entfernt.`,
    terms: {
      Daily: 'Zahlung jeden Tag',
      Weekly: 'Zahlung jede Woche',
      Monthly: 'Zahlung jeden Monat',
      Quarterly: 'Zahlung alle drei Monate',
      Yearly: 'Zahlung jedes Jahr',
    },
  },
  details: {
    heading: 'Ihre Angaben',
    continueAs: (email) => `Weiter als ${email}`,
    email: 'E\u2011Mail',
    name: 'Name',
    emailOfAccount: 'Die Adresse Ihres Kontos.',
    emailForOwner: 'Nur für die Zahlung. Der Beleg geht an das Konto.',
    emailOfGuest: 'Für Ihren Beleg und damit Sie Ihre Lizenzen später finden.',
    haveAccount: 'Sie haben ein Konto?',
    signIn: 'Anmelden',
    asGuest: 'Als Gast fortfahren',
    signInReason: 'Die Lizenzen gehen dann direkt an Ihr Konto.',
    signUpReason: 'Ihre Lizenzen gehen an das neue Konto.',
    signingIn: 'Der Warenkorb wird in Ihr Konto übernommen.',
    cartElsewhere:
      'Dieser Warenkorb gehört zu einem anderen Konto. Melden Sie sich dort an oder füllen Sie im Shop einen neuen.',
    ownerTitle: 'Dieser Kauf geht an ein Konto',
    ownerText:
      'Als dieser Warenkorb gefüllt wurde, war jemand angemeldet. Was Sie hier bezahlen, geht an dieses Konto: Es erhält die Lizenzen und den Beleg. Wenn es nicht Ihres ist, füllen Sie im Shop einen neuen Warenkorb.',
  },
  address: {
    heading: 'Rechnungsadresse',
    add: 'Rechnungsadresse angeben',
    remove: 'Rechnungsadresse entfernen',
    confirm: (country) => `Ja, das ist mein Land: ${country}`,
    confirmBusiness: (country) => `Ja, mein Unternehmen hat hier seinen Sitz: ${country}`,
    confirmReason: (connection) =>
      `Ihre Verbindung kommt anscheinend aus einem anderen Land (${connection}). Die MwSt. richtet sich nach Ihrem Land. Bitte bestätigen Sie es.`,
    thisCountry: 'das ausgewählte',
    confirmMissing: 'Bestätigen Sie Ihr Land oder wählen Sie ein anderes.',
  },
  consent: {
    label:
      'Liefern Sie meine Lizenzen sofort. Mir ist bekannt, dass mein Widerrufsrecht mit Beginn der Lieferung erlischt.',
    missing: 'Bitte stimmen Sie zu, damit die Lizenzen sofort geliefert werden können.',
    laterMissing: 'Bitte stimmen Sie den späteren Zahlungen zu.',
    anotherMissing: 'Bitte bestätigen Sie, dass Sie ein weiteres Abonnement möchten.',
    terms: {
      before: 'Mit der Zahlung akzeptieren Sie die ',
      link: 'AGB',
      after: '.',
    },
  },
  links: {
    label: 'Über den Verkäufer',
    terms: 'AGB',
    privacy: 'Datenschutz',
    refunds: 'Widerruf und Erstattung',
    imprint: 'Impressum',
    shop: 'Zurück zum Shop',
    cart: 'Zurück zum Warenkorb',
    newTab: 'öffnet einen neuen Tab',
    taxId: (id) => `USt-IdNr. ${id}`,
  },
  pay: {
    pay: (amount) => `${amount} zahlen`,
    next: (amount) => `Weiter zur Zahlung – ${amount}`,
    plusTax: (amount) => `${amount} zzgl.\u00A0MwSt.`,
    again: (amount) => `Noch einmal versuchen: ${amount} zahlen`,
    updating: 'Der Betrag wird aktualisiert …',
    free: 'Bestellung abschließen',
    subscribe: 'Abonnieren und später zahlen',
    sending: 'Zahlung läuft …',
    sendingNext: 'Weiter zur Zahlung …',
    sendingFree: 'Wird abgeschlossen …',
    sendingText: 'Ihre Zahlung wird gesendet.',
    secure: 'Dort wählen Sie Ihre Zahlungsmethode. Vorher wird nichts abgebucht.',
    notPayable: 'Diese Bestellung kann so nicht abgeschlossen werden',
    refusals: (sentences, isFree, amount) => {
      if (sentences.length === 0) return [];
      if (isFree) return ['Das sind mehr kostenlose Lizenzen, als ein Kunde bekommen kann.'];
      return [
        amount === undefined
          ? 'Diesen Betrag kann der Zahlungsdienst des Shops nicht einziehen.'
          : AMOUNT_REFUSALS[amount.reason](amount.limit),
      ];
    },
    notPayableText: 'Ändern Sie den Warenkorb im Shop und gehen Sie dann erneut zur Kasse.',
  },
  test: {
    heading: 'Testmodus',
    text: 'Es fließt kein Geld, und Sie brauchen keine Karte.',
    keys: 'Dieser Shop nimmt Testzahlungen an: Es fließt kein Geld, und echte Karten werden abgelehnt.',
    question: 'Welches Ergebnis soll diese Zahlung haben?',
    outcomes: {
      Succeed: { label: 'Sie ist erfolgreich', description: 'Die Bestellung ist sofort abgeschlossen.' },
      Fail: { label: 'Sie schlägt fehl', description: 'Als hätte die Bank die Zahlung abgelehnt.' },
      Delay: { label: 'Sie dauert etwas', description: 'Die Zahlung dauert etwas und ist dann erfolgreich.' },
    },
  },
  notice: {
    failed: 'Die Zahlung ist fehlgeschlagen',
    declined: () => 'Die Zahlung ist nicht zustande gekommen. Es wurde nichts abgebucht.',
    again: () => 'Versuchen Sie es noch einmal, oder nehmen Sie eine andere Karte.',
    offline: 'Keine Verbindung',
    offlineText: 'Der Shop ist nicht erreichbar. Ihre Eingaben sind noch da.',
    offlineAgain:
      'Prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal. Ein neuer Versuch führt nicht zu einer doppelten Abbuchung.',
    unpaid: 'Die Bestellung konnte nicht bezahlt werden',
    priceChanged: 'Der Preis hat sich geändert',
    priceChangedText:
      'Es wurde nichts abgebucht. Sehen Sie sich den neuen Gesamtbetrag an und zahlen Sie, wenn Sie einverstanden sind.',
    orderChanged: 'Die Bestellung hat sich geändert',
    orderChangedText:
      'Es wurde nichts abgebucht. Sehen Sie sich die Artikel und den Gesamtbetrag noch einmal an und zahlen Sie, wenn Sie einverstanden sind.',
  },
};

const AMOUNT_REFUSALS: Readonly<Record<AmountLimit['reason'], (limit: string) => string>> = {
  AmountTooSmall: (limit) =>
    `Der kleinste Betrag, den dieser Shop einziehen kann, ist ${limit}. Legen Sie noch etwas in den Warenkorb.`,
  AmountTooLarge: (limit) =>
    `Der größte Betrag, den dieser Shop einziehen kann, ist ${limit}. Teilen Sie die Bestellung auf.`,
  CurrencyNotTaken: () =>
    'Dieser Shop nimmt keine Zahlungen in dieser Währung an. Wählen Sie eine andere Währung.',
};
