import type { MailTexts } from './mail-en.ts';

export const mailDe: MailTexts = {
  titleOf: (title, vendor) => `${title} – ${vendor}`,
  theShop: 'dem Shop',
  goTo: (vendor) => `Zu ${vendor}`,
  expired: 'Dieser Link funktioniert nicht mehr',
  wrong: 'Dieser Link ist unvollständig',
  wrongText:
    'Öffnen Sie den Link in Ihrer E\u2011Mail noch einmal. Wenn er über mehrere Zeilen geht, kopieren Sie ihn ganz.',
  sending: 'Wird gesendet.',
  proof: {
    title: 'E\u2011Mail-Adresse bestätigen',
    intro: (email) => `Geben Sie das Passwort Ihres Kontos ein, um ${email} zu bestätigen.`,
    confirm: 'Bestätigen',
    confirming: 'Wird bestätigt.',
    noPassword: 'Ich habe kein Passwort oder kenne es nicht',
    done: 'Ihre E\u2011Mail-Adresse ist bestätigt',
    doneText: (email) => `${email} ist bestätigt. Vielen Dank!`,
    unchangedText:
      'Das Konto hat ein Passwort, das weiterhin gilt. Wenn Sie es nicht kennen, senden wir Ihnen einen Link, mit dem Sie ein neues wählen.',
    sendReset: 'Link für ein neues Passwort senden',
    sendFirst: 'Link zum Wählen eines Passworts senden',
    expired:
      'Der Link wurde schon benutzt oder ist älter als 24 Stunden. Melden Sie sich im Shop an: Wenn die Adresse noch bestätigt werden muss, senden wir Ihnen einen neuen Link.',
    firstExpired:
      'Der Link wurde schon benutzt oder ist abgelaufen. Wenn Sie noch kein Passwort gewählt haben, senden wir Ihnen einen Link, mit dem Sie eines wählen.',
    firstText: (email) =>
      `Bestätigen Sie, dass ${email} Ihre Adresse ist, und wählen Sie dann ein Passwort für Ihr Konto.`,
    firstLabel: 'Bestätigen und Passwort wählen',
    replaceTitle: 'Ohne Passwort bestätigen',
    replaceText:
      'Wenn etwas für Ihre Adresse gekauft wurde, gilt das alte Passwort nicht mehr, alle Geräte werden abgemeldet, und Sie wählen ein neues Passwort. Damit ist auch jeder ausgesperrt, der sich mit Ihrer Adresse registriert hat. Sonst ändert sich nichts.',
    replaceLabel: 'Meine Adresse bestätigen',
  },
  change: {
    title: 'Neue E\u2011Mail-Adresse bestätigen',
    text: (email) => `Ihr Konto verwendet ab jetzt ${email}.`,
    label: 'Diese Adresse verwenden',
    done: 'Ihre E\u2011Mail-Adresse wurde geändert',
    doneText: (email) => `Melden Sie sich ab jetzt mit ${email} an.`,
    expired:
      'Der Link wurde schon benutzt, ist älter als 24 Stunden oder gehört zu einem anderen Konto. Ändern Sie die Adresse im Shop noch einmal.',
    reason: 'Melden Sie sich mit Ihrer bisherigen E\u2011Mail-Adresse an, um die neue zu verwenden.',
    undoTitle: 'Änderung Ihrer E\u2011Mail-Adresse rückgängig machen',
    undoText: (email) =>
      `Ihr Konto verwendet dann wieder ${email}. Alle Geräte werden abgemeldet, und Sie wählen ein neues Passwort.`,
    undoLabel: 'Änderung rückgängig machen',
    undoExpired:
      'Die Änderung wurde schon rückgängig gemacht oder liegt mehr als 7 Tage zurück. Wenn Sie sich nicht anmelden können, wenden Sie sich an den Shop.',
  },
  denial: {
    title: 'Dieses Konto entfernen?',
    text: (email) =>
      `Jemand hat sich mit ${email} registriert. Wenn Sie das nicht waren, entfernen Sie das Konto: Es wird überall abgemeldet, seine Daten werden gelöscht, und Ihre Adresse ist wieder frei. Das lässt sich nicht rückgängig machen.`,
    label: 'Konto entfernen',
    keep: 'Das war ich: Konto behalten',
    done: 'Das Konto wurde entfernt',
    doneText: (email) => `Kein Konto verwendet ${email} mehr. Sie können jederzeit selbst eines anlegen.`,
    kept: 'Sie behalten das Konto',
    keptText:
      'Es hat sich nichts geändert. Um Ihre Adresse zu bestätigen, öffnen Sie den anderen Link in der E\u2011Mail.',
    expired:
      'Der Link wurde schon benutzt, ist älter als 7 Tage oder wurde durch den in einer neueren E\u2011Mail ersetzt.',
    owns: 'Zu diesem Konto gehören Käufe',
    ownsText:
      'Vielleicht hat sich der Käufer bei der Adresse vertippt. Darum kann dieser Link das Konto nicht entfernen. Sie können es mit einem neuen Passwort übernehmen, dann werden alle anderen abgemeldet, oder den Shop bitten, es zu entfernen.',
    takeOver: 'Link für ein neues Passwort senden',
  },
  merge: {
    title: 'Ihre zwei Konten zusammenführen?',
    text: (email) =>
      `Das Konto mit ${email} wird Teil des Kontos, das die E\u2011Mail nennt. Alles, was Sie gekauft haben, und Ihre Abonnements mit ihren Zahlungsmitteln gehören dann zu jenem Konto. Mit ${email} melden Sie sich nicht mehr an, und niemand kann das rückgängig machen.`,
    warning:
      'Wenn das andere Konto nicht Ihres ist, lehnen Sie ab: Sonst bekommt dessen Inhaber, was Ihnen gehört.',
    other: 'E\u2011Mail-Adresse des anderen Kontos',
    otherMissing: 'Geben Sie die E\u2011Mail-Adresse Ihres anderen Kontos ein.',
    otherWrong:
      'Das ist nicht die E\u2011Mail-Adresse des anderen Kontos. Wenn Sie sie nicht kennen, lehnen Sie ab.',
    label: 'Konten zusammenführen',
    sending: 'Die Konten werden zusammengeführt.',
    decline: 'Ablehnen: beide Konten behalten',
    done: 'Ihre zwei Konten sind jetzt eines',
    doneText: 'Melden Sie sich mit der anderen E\u2011Mail-Adresse an. Ihre Geräte funktionieren weiter.',
    kept: 'Beide Konten bleiben, wie sie sind',
    keptText: 'Es hat sich nichts geändert. Wenn Sie nicht darum gebeten haben, sagen Sie es dem Shop.',
    expired:
      'Der Link wurde schon benutzt, ist älter als 7 Tage oder wurde durch den in einer neueren E\u2011Mail ersetzt.',
    refused: 'Die Konten können jetzt nicht zusammengeführt werden',
    refusedText:
      'Seit der E\u2011Mail hat sich etwas geändert. Es wurde nichts zusammengeführt: Fragen Sie den Shop.',
  },
  password: {
    title: 'Neues Passwort wählen',
    firstTitle: 'Passwort wählen',
    intro: (email) => `Für das Konto von ${email}.`,
    label: 'Neues Passwort',
    firstLabel: 'Passwort',
    save: 'Neues Passwort speichern',
    firstSave: 'Passwort speichern',
    saving: 'Das Passwort wird gespeichert.',
    done: 'Ihr Passwort wurde geändert',
    signedOut: 'Sie wurden auf allen Geräten abgemeldet.',
    signInAgain: 'Melden Sie sich mit dem neuen Passwort an.',
    signedInText: (email) =>
      `Sie sind hier angemeldet und wurden auf allen anderen Geräten abgemeldet. Verwenden Sie ab jetzt ${email} und das neue Passwort.`,
    firstDone: 'Ihr Passwort ist gespeichert',
    firstDoneText: (email) =>
      `Ihre Adresse ist bestätigt. Melden Sie sich im Shop und in der Anwendung mit ${email} und diesem Passwort an.`,
    firstSignedInText: (email) =>
      `Ihre Adresse ist bestätigt, und Sie sind angemeldet. Verwenden Sie in der Anwendung ${email} und dieses Passwort.`,
    confirmed: 'Ihre Adresse ist bestätigt.',
    otherText: (email, other) =>
      `In diesem Browser sind Sie als ${other} angemeldet. Melden Sie sich zuerst ab, um ${email} zu verwenden.`,
    notSignedIn: 'Die Anmeldung war gerade nicht möglich.',
    toProducts: 'Zu meinen Produkten',
    expired: 'Der Link wurde schon benutzt, ist älter als 30 Minuten oder wurde durch einen neueren ersetzt.',
    sendAgain: 'Neuen Link senden',
    sent: (email) => `Prüfen Sie Ihr Postfach. Wenn ${email} ein Konto hat, ist ein Link unterwegs.`,
  },
  newsletter: {
    confirmTitle: 'Unsere E\u2011Mails erhalten?',
    confirmText: (email) => `Möchten Sie E\u2011Mails von uns an ${email} erhalten?`,
    confirmLabel: 'Ja, bitte senden',
    subscribed: 'Sie erhalten unsere E\u2011Mails',
    subscribedText: (email) =>
      `Wir schreiben Ihnen an ${email}. Jede unserer E\u2011Mails enthält einen Link zum Abbestellen.`,
    confirmExpired:
      'Der Link wurde schon benutzt oder ist älter als 7 Tage. Melden Sie sich im Shop noch einmal an.',
    unsubscribe: 'Abbestellen',
    unsubscribeText: (email) => `Keine Newsletter und Produkt-Updates mehr an ${email} senden?`,
    unsubscribed: 'Sie haben die E\u2011Mails abbestellt',
    unsubscribedText: (email) =>
      `Wir senden keine Newsletter und Produkt-Updates mehr an ${email}. Belege und Sicherheitshinweise bekommen Sie weiterhin.`,
    wrongLink: 'Verwenden Sie stattdessen den Link in unserer neuesten E\u2011Mail.',
    choiceTitle: 'Wählen Sie, was wir Ihnen senden',
    emailsTo: (email) => `E\u2011Mails an ${email}`,
    newsletter: 'Newsletter',
    productUpdates: 'Produkt-Updates',
    save: 'Speichern',
    saving: 'Wird gespeichert.',
    saved: 'Gespeichert.',
  },
  subscription: {
    title: 'Ihr Abonnement',
    renews: (amount, day) => `Verlängert sich am ${day} für ${amount}.`,
    due: 'Eine Zahlung ist offen.',
    ends: (day) => `Gekündigt. Es funktioniert bis zum ${day}.`,
    ended: 'Dieses Abonnement ist beendet. Es wird nichts mehr abgebucht.',
    noMethod: 'Keine Zahlungsmethode ist gespeichert.',
    pay: 'Jetzt bezahlen',
    changeMethod: 'Andere Zahlungsmethode verwenden',
    methodSaved: 'Die neue Zahlungsmethode ist gespeichert.',
    methodTitle: 'Zahlungsmethode',
    method: (brand, last4) =>
      last4 === '' ? `Jetzt: ${brand}` : `Jetzt: ${brand} mit den letzten Ziffern ${last4}`,
    close: 'Schließen',
    back: 'Zurück',
    cancel: 'Abonnement kündigen',
    cancelTitle: 'Dieses Abonnement kündigen?',
    cancelText:
      'Es wird nichts mehr abgebucht. Was Sie haben, funktioniert bis zum Ende des bezahlten Zeitraums.',
    cancelLabel: 'Jetzt kündigen',
    keep: 'Behalten',
    resume: 'Abonnement behalten',
    renew: 'Abonnement erneuern',
    expired: 'Verwenden Sie den Link in einer neueren E\u2011Mail, oder melden Sie sich in Ihrem Konto an.',
  },
};
