import type { Texts } from './checkout-en.ts';
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
    heading: 'Ihre Bestellung',
    contains: (names) => `Enthält ${names}`,
    showAll: (count) => `Alle ${count} Artikel anzeigen`,
    times: (quantity, price) => `${quantity} × ${price}`,
    priceBefore: 'Preis vor Rabatt:',
    discount: 'Rabatt',
    subtotal: 'Zwischensumme',
    tax: 'Steuer',
    taxRate: (rate) => `Steuer (${rate})`,
    taxIncluded: (tax, rate) => `Enthält ${tax} Steuer (${rate}).`,
    taxIncludedLater: 'Die Preise enthalten die Mehrwertsteuer; ihre Höhe hängt von Ihrem Land ab.',
    taxLater: 'Die Steuer kommt hinzu, sobald Sie Ihr Land wählen.',
    notCharged: 'MwSt. nicht berechnet (Reverse Charge)',
    taxEstimated: 'Nach Ihrem Standort geschätzt.',
    reverseCharge: 'Reverse Charge: Die Steuer schulden Sie als Leistungsempfänger.',
    totalWithoutTax: 'Gesamt ohne Steuer',
    beforeChange: 'Vor der Änderung:',
    currency: 'Währung',
    withdrawn: (name) => `${name} ist nicht mehr verfügbar und wurde aus Ihrer Bestellung entfernt.`,
    terms: {
      Daily: 'Für einen Tag',
      Weekly: 'Für eine Woche',
      Monthly: 'Für einen Monat',
      Quarterly: 'Für drei Monate',
      Yearly: 'Für ein Jahr',
    },
  },
  details: {
    heading: 'Ihre Angaben',
    continueAs: (email) => `Weiter als ${email}`,
    email: 'E\u2011Mail',
    name: 'Name',
    emailOfAccount: 'Die Adresse Ihres Kontos.',
    emailForOwner: 'Nur für die Zahlung. Der Beleg geht an das Konto.',
    emailOfGuest: 'Für Ihren Beleg, und um Ihre Lizenzen später zu finden.',
    haveAccount: 'Sie haben ein Konto?',
    signIn: 'Anmelden',
    asGuest: 'Als Gast fortfahren',
    signInReason: 'Die Lizenzen gehen dann sofort an Ihr Konto.',
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
    city: 'Ort',
    phone: 'Telefon (optional)',
    optional: (label) => `${label} (optional)`,
    add: 'Rechnungsadresse angeben',
    remove: 'Rechnungsadresse weglassen',
    business: 'Ich kaufe als Unternehmen',
    businessName: 'Name des Unternehmens',
    enterBusinessName: 'Geben Sie den Namen des Unternehmens ein.',
    taxId: 'USt-IdNr. oder Steuernummer (optional)',
    taxNotice: (_sentence, reason) =>
      reason === 'NotRegistered'
        ? 'Diese Nummer ist nicht für den Handel in der EU registriert (VIES), deshalb wird Steuer berechnet.'
        : 'Diese Nummer kann gerade nicht geprüft werden, deshalb wird Steuer berechnet. Versuchen Sie es in einigen Minuten noch einmal, um ohne Steuer zu kaufen.',
    wrongTaxId: (country) =>
      `Das ist keine gültige Steuernummer in ${country}. Prüfen Sie sie oder lassen Sie das Feld leer.`,
    confirm: (country) => `Ja, mein Land ist ${country}.`,
    confirmBusiness: (country) => `Ja, mein Unternehmen hat seinen Sitz in: ${country}.`,
    confirmReason: (connection) =>
      `Ihre Verbindung kommt anscheinend aus: ${connection}. Die Steuer richtet sich nach Ihrem Land, bitte bestätigen Sie es deshalb.`,
    thisCountry: 'dieses Land',
    confirmMissing: 'Bestätigen Sie Ihr Land oder wählen Sie ein anderes.',
  },
  consent: {
    label:
      'Liefern Sie meine Lizenzen sofort. Mir ist bekannt, dass mein Widerrufsrecht mit Beginn der Lieferung erlischt.',
    missing: 'Bitte stimmen Sie zu, damit die Lizenzen sofort geliefert werden können.',
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
    newTab: 'öffnet einen neuen Tab',
    taxId: (id) => `USt-IdNr. ${id}`,
  },
  pay: {
    pay: (amount) => `${amount} zahlen`,
    again: (amount) => `Noch einmal versuchen: ${amount} zahlen`,
    free: 'Bestellung abschließen',
    sending: 'Zahlung läuft …',
    sendingFree: 'Wird abgeschlossen …',
    sendingText: 'Ihre Zahlung wird gesendet.',
    secure: 'Sie zahlen auf der Seite des Zahlungsdienstes und kommen dann hierher zurück.',
    notPayable: 'Diese Bestellung kann so nicht abgeschlossen werden',
    refusals: (sentences, isFree) => {
      const refusal = isFree
        ? 'Das sind mehr kostenlose Lizenzen, als ein Kunde bekommen kann.'
        : 'Diesen Betrag kann der Zahlungsdienst des Shops nicht einziehen.';
      return sentences.length === 0 ? [] : [refusal];
    },
    notPayableText: 'Ändern Sie den Warenkorb im Shop und gehen Sie dann erneut zur Kasse.',
  },
  test: {
    heading: 'Testmodus',
    text: 'Es fließt kein Geld, und Sie brauchen keine Karte.',
    question: 'Wie soll diese Zahlung ausgehen?',
    outcomes: {
      Succeed: { label: 'Sie ist erfolgreich', description: 'Die Bestellung ist sofort abgeschlossen.' },
      Fail: { label: 'Sie schlägt fehl', description: 'Als hätte die Bank die Zahlung abgelehnt.' },
      Delay: { label: 'Sie dauert etwas', description: 'Die Zahlung dauert etwas und ist dann erfolgreich.' },
    },
  },
  notice: {
    failed: 'Die Zahlung ist fehlgeschlagen',
    declined: () => 'Die Zahlung ist nicht zustande gekommen. Es wurde nichts abgebucht.',
    again: 'Sie können es noch einmal versuchen.',
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
  progress: {
    processing: 'Ihre Zahlung wird bearbeitet',
    preparing: 'Ihre Lizenzen werden vorbereitet',
    text: 'Bitte lassen Sie diese Seite offen. Es geht automatisch weiter, sobald die Bestellung abgeschlossen ist.',
    lost: 'Die Verbindung ist unterbrochen. Diese Seite versucht es weiter.',
    slow: 'Es dauert länger als üblich. Sie können diese Seite schließen; der Beleg kommt per E\u2011Mail.',
    arrived: 'Die Zahlung ist eingegangen.',
    waiting: 'Die Bestätigung der Zahlung steht noch aus.',
    continueText:
      'Ihre Bank oder Ihr Zahlungsdienst verlangt noch einen Schritt. Machen Sie dort weiter und kommen Sie dann zurück.',
    continue: 'Zahlung fortsetzen',
    giveUp: 'Anders bezahlen',
    notStopped: 'Die Zahlung konnte nicht gestoppt werden. Bitte versuchen Sie es gleich noch einmal.',
    elsewhere: 'Diese Bestellung wird auf einer anderen Seite bezahlt',
    elsewhereText:
      'Auf dieser Seite wurde nichts abgebucht. Wenn Sie in einem anderen Fenster zahlen, gehen Sie dorthin zurück. Schlägt die andere Zahlung fehl, können Sie hier zahlen.',
    giveUpElsewhere: 'Die andere Zahlung abbrechen',
    elsewhereWaiting: 'Die andere Zahlung läuft noch.',
  },
  embedded: {
    title: 'Zahlung abschließen',
    text: 'Wählen Sie, wie Sie zahlen möchten. Ihre Kartendaten gehen nur an den Zahlungsdienst.',
    loading: 'Das Zahlungsformular wird geladen.',
    failed: 'Das Zahlungsformular konnte nicht geladen werden',
    failedText: 'Sie können stattdessen auf der Seite des Zahlungsdienstes zahlen.',
    elsewhere: 'Zur Zahlungsseite',
  },
  dead: {
    unknown: 'Wir finden diese Bestellung nicht',
    unknownText:
      'Der Link ist unvollständig, oder die Bestellung gibt es nicht mehr. Gehen Sie zurück zum Shop und dort erneut zur Kasse.',
    expired: 'Dieser Link zur Kasse ist abgelaufen',
    expiredText:
      'Links zur Kasse gelten 24 Stunden. Ihr Warenkorb ist noch da: Gehen Sie zurück zum Shop und dort erneut zur Kasse.',
    taken: 'Diese Bestellung gehört jetzt zu einem Konto',
    takenText:
      'Jemand hat sich angemeldet und diesen Warenkorb übernommen, deshalb können Sie ihn mit diesem Link nicht bezahlen. Es wurde nichts abgebucht. Wenn Sie das waren, gehen Sie im Shop, wo Sie angemeldet sind, erneut zur Kasse. Wenn nicht, füllen Sie dort einen neuen Warenkorb.',
    cancelled: 'Ihre Bestellung wurde storniert',
    cancelledText:
      'Sie konnte nicht geliefert werden, und Ihr Geld geht an Sie zurück. Es kommt auf dem Weg zurück, auf dem Sie bezahlt haben. Das kann einige Tage dauern. Wenn Sie erneut kaufen möchten, füllen Sie im Shop einen neuen Warenkorb.',
    cancelledElsewhere: 'Diese Bestellung wurde storniert',
    cancelledElsewhereText:
      'Auf dieser Seite wurde nichts abgebucht. Wenn Sie erneut kaufen möchten, füllen Sie im Shop einen neuen Warenkorb.',
    empty: 'Ihr Warenkorb ist leer',
    emptyText: 'Legen Sie im Shop etwas hinein und kommen Sie dann zum Bezahlen zurück.',
  },
  done: {
    title: 'Bestellung abgeschlossen',
    thanks: 'Vielen Dank',
    thanksTo: (name) => `Vielen Dank, ${name}`,
    complete: 'Diese Bestellung ist abgeschlossen',
    forOwner:
      'Ihre Bestellung ist abgeschlossen. Die Lizenzen und der Beleg gingen an das Konto, dem dieser Warenkorb gehört.',
    byAnother: 'Der Beleg ging per E\u2011Mail an den Käufer. Darin steht, wo die Lizenzen sind.',
    toCustomer: (email) =>
      `Ihre Bestellung ist abgeschlossen. Die Lizenzen sind in Ihrem Konto, und der Beleg ging an ${email}.`,
    toGuest: (email) =>
      `Ihre Bestellung ist abgeschlossen. Der Beleg ging an ${email}. Darin steht, wie Sie Ihre Lizenzen erhalten.`,
    order: 'Bestellung',
    date: 'Datum',
    documents: { Receipt: 'Beleg', Invoice: 'Rechnung' },
    receipt: 'Als PDF ansehen',
    next: 'So geht es weiter',
    guestStep:
      'Öffnen Sie den Beleg in Ihrer E\u2011Mail. Falls Sie Ihre E\u2011Mail-Adresse noch bestätigen oder ein Passwort wählen müssen, enthält er einen Link dafür.',
    downloadStep: (vendor) => `Laden Sie Ihren Kauf aus Ihrem Konto bei ${vendor} herunter.`,
    downloadOwnerStep: (vendor) => `Laden Sie Ihren Kauf aus diesem Konto bei ${vendor} herunter.`,
    activateStep:
      'Installieren und öffnen Sie die Anwendung, starten Sie dort die Aktivierung, und melden Sie sich mit demselben Konto an.',
    toProducts: 'Zu meinen Produkten',
    downloadFor: (product, platform) => `${product} für ${platform} herunterladen`,
    otherDownloads: 'Für andere Systeme',
    anySystem: 'alle Systeme',
    back: (vendor) => `Sie werden automatisch zu ${vendor} weitergeleitet.`,
    stay: 'Auf dieser Seite bleiben',
  },
};
