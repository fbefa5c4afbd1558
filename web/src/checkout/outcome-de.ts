import type { OutcomeTexts } from './outcome-en.ts';

export const outcomeDe: OutcomeTexts = {
  progress: {
    processing: 'Ihre Zahlung wird bearbeitet',
    preparing: 'Ihre Lizenzen werden vorbereitet',
    text: 'Bitte lassen Sie diese Seite offen. Es geht automatisch weiter, sobald die Bestellung abgeschlossen ist.',
    lost: 'Die Verbindung ist unterbrochen. Es wird automatisch weiter versucht.',
    slow: 'Es dauert länger als üblich. Sie können diese Seite schließen; der Beleg kommt per E\u2011Mail.',
    arrived: 'Die Zahlung ist eingegangen.',
    waiting: 'Die Bestätigung der Zahlung steht noch aus.',
    continueText:
      'Ihre Bank oder Ihr Zahlungsdienst verlangt noch einen Schritt. Machen Sie dort weiter und kommen Sie dann zurück.',
    continue: 'Zahlung fortsetzen',
    giveUp: 'Anders bezahlen',
    notStopped: 'Die Zahlung konnte nicht abgebrochen werden. Bitte versuchen Sie es gleich noch einmal.',
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
      'Sie konnte nicht geliefert werden. Die Erstattung geht an Ihr ursprüngliches Zahlungsmittel und kann einige Tage dauern. Wenn Sie erneut kaufen möchten, füllen Sie im Shop einen neuen Warenkorb.',
    cancelledElsewhere: 'Diese Bestellung wurde storniert',
    cancelledElsewhereText:
      'Auf dieser Seite wurde nichts abgebucht. Wenn Sie erneut kaufen möchten, füllen Sie im Shop einen neuen Warenkorb.',
    empty: 'Ihr Warenkorb ist leer',
    emptyText: 'Legen Sie im Shop etwas hinein und kommen Sie dann zum Bezahlen zurück.',
  },
  done: {
    withdraw: 'Vertrag hier widerrufen',
    title: 'Bestellung abgeschlossen',
    thanks: 'Vielen Dank',
    thanksTo: (name) => `Vielen Dank, ${name}`,
    complete: 'Diese Bestellung ist abgeschlossen',
    completeOf: (number) =>
      number === undefined
        ? 'Ihre Bestellung ist abgeschlossen.'
        : `Ihre Bestellung ${number} ist abgeschlossen.`,
    forOwner: 'Die Lizenzen und der Beleg gingen an das Konto, dem dieser Warenkorb gehört.',
    byAnother: 'Der Beleg ging per E\u2011Mail an den Käufer. Darin steht, wo die Lizenzen sind.',
    toCustomer: (email) => `Die Lizenzen sind in Ihrem Konto, und der Beleg ging an ${email}.`,
    toGuest: (email) => `Der Beleg ging an ${email}. Darin steht, wie Sie Ihre Lizenzen erhalten.`,
    order: 'Bestellung',
    date: 'Datum',
    documents: { Receipt: 'Beleg', Invoice: 'Rechnung' },
    receipt: 'Als PDF ansehen',
    next: 'So geht es weiter',
    guestStep: 'Öffnen Sie Ihre E\u2011Mail.',
    guestStepText:
      'Der Beleg ist dort. Falls Sie Ihre E\u2011Mail-Adresse noch bestätigen oder ein Passwort wählen müssen, enthält er einen Link dafür.',
    downloadStep: (vendor) => `Laden Sie Ihren Kauf aus Ihrem Konto bei ${vendor} herunter.`,
    downloadOwnerStep: (vendor) => `Laden Sie Ihren Kauf aus diesem Konto bei ${vendor} herunter.`,
    activateStep:
      'Installieren und öffnen Sie die Anwendung, starten Sie dort die Aktivierung und melden Sie sich mit demselben Konto an.',
    toProducts: 'Zu meinen Produkten',
    downloadFor: (product, platform) => `${product} für ${platform} herunterladen`,
    otherDownloads: 'Andere Systeme',
    allDownloads: 'Alle Downloads',
    onComputer:
      'Die Installation erfolgt am Computer. Senden Sie sich den Link oder öffnen Sie dort unsere E\u2011Mail.',
    shareLink: 'Link an meinen Computer senden',
    copyLink: 'Link kopieren',
    copied: 'Der Link ist kopiert.',
    anySystem: 'alle Systeme',
    noDownload: (product) =>
      `${product}: noch nicht erschienen. Die Lizenz ist in Ihrem Konto, und dort ist später auch der Download.`,
    back: (vendor, seconds) =>
      `Sie werden in ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} zu ${vendor} weitergeleitet.`,
    stay: 'Auf dieser Seite bleiben',
  },
};
