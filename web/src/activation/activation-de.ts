import type { ActivationTexts } from './activation-en.ts';

export const activationDe: ActivationTexts = {
  loading: 'Aktivierung',
  titleOf: (title, vendor) => `${title} – ${vendor}`,
  days: (days) => (days === 1 ? '1 Tag' : `${days} Tage`),
  request: {
    title: (product) => `${product} aktivieren`,
    device: 'Gerät',
    use: 'Nutzung',
    offline: 'Ohne Internetverbindung',
    notYou: 'Haben Sie das nicht selbst gestartet?',
    cancel: 'Aktivierung abbrechen',
  },
  choice: {
    heading: 'Wie möchten Sie das Produkt nutzen?',
    running: (product) => `Auf diesem Gerät läuft eine Testphase von ${product}.`,
    text: (product) =>
      `Melden Sie sich an, wenn Sie ${product} besitzen. Zum Testen brauchen Sie kein Konto.`,
    signIn: 'Anmelden und Lizenz nutzen',
    back: 'Zurück zur Testphase',
    looking: 'Ihre Lizenzen werden gesucht.',
  },
  trial: {
    proceed: (left) => `Weiter testen (noch ${left})`,
    start: (days) => `${days} ${days === 1 ? 'Tag' : 'Tage'} kostenlos testen`,
    runningHeading: 'Ihre Testphase läuft',
    offerHeading: 'Erst testen, dann kaufen',
    running: (product, left) =>
      `Sie haben noch keine Lizenz für ${product}. Ihre Testphase auf diesem Gerät dauert noch ${left}.`,
    offer: (product, days) =>
      `Sie haben noch keine Lizenz für ${product}. Sie können es auf diesem Gerät ${days} kostenlos testen; die Testphase endet von selbst.`,
  },
  license: {
    heading: (product) => `Sie besitzen ${product}`,
    text: 'Ihre Lizenz gilt für dieses Gerät. Es bleibt aktiviert, bis Sie es freigeben.',
    offlineText: 'Ihre Lizenz gilt für dieses Gerät. Sie funktioniert dort ohne Internetverbindung.',
    activate: (product) => `${product} aktivieren`,
    activating: 'Wird aktiviert.',
  },
  lack: {
    heading: (product) => `Sie brauchen eine Lizenz für ${product}`,
    text: 'Zu diesem Konto gehört keine Lizenz dafür. Erwerben Sie eine oder verwenden Sie das Konto mit der Lizenz.',
    trialOver: (product) =>
      `Die Testphase von ${product} auf diesem Gerät ist zu Ende, und zu diesem Konto gehört keine Lizenz. Erwerben Sie eine oder verwenden Sie das Konto mit der Lizenz.`,
    get: (product) => `${product} kaufen`,
    getAnother: 'Weitere Lizenz kaufen',
    ask: (vendor) => `Fragen Sie ${vendor}, wie Sie eine Lizenz bekommen.`,
    newTab: ' (öffnet einen neuen Tab)',
    recheck: 'Ich habe jetzt eine – erneut prüfen',
    otherAccount: 'Anderes Konto verwenden',
  },
  noSeat: {
    heading: 'Keine Aktivierung mehr frei',
    offlineHeading: 'Keine Offline-Aktivierung mehr frei',
    text: (product) =>
      `Um ${product} auf diesem Gerät zu nutzen, muss zuerst ein anderes freigegeben werden.`,
    offlineText: (product) => `Ihre Lizenzen für ${product} haben keine freien Offline-Aktivierungen mehr.`,
    release: 'Wählen Sie unten eines aus.',
    offlineRelease: 'Geben Sie ein Gerät frei, das Sie nicht mehr nutzen.',
    ask: (vendor) => `Bitten Sie ${vendor}, eines freizugeben.`,
    offlineAsk: (vendor) => `Bitten Sie ${vendor} um weitere.`,
  },
  uncovered: {
    heading: (product) => `Ihre Lizenz gilt nicht für diese Version von ${product}`,
    text: (version) =>
      version === undefined
        ? 'Ein Upgrade deckt sie ab. Kommen Sie danach auf diese Seite zurück.'
        : `Sie gilt bis Version ${version}. Ein Upgrade deckt auch diese Version ab. Kommen Sie danach auf diese Seite zurück.`,
    upgrade: 'Lizenz aktualisieren',
  },
  awaited: {
    heading: (product) => `Ihre Lizenz für ${product} wartet auf Sie`,
    text: 'Sie können dieses Gerät aktivieren, sobald Ihre E\u2011Mail-Adresse bestätigt ist.',
    recheck: 'Erneut prüfen',
  },
  recheck: { checking: 'Wird geprüft.', unchanged: 'Es hat sich noch nichts geändert.' },
  signIn: {
    own: (product) => `Verwenden Sie das Konto, zu dem ${product} gehört.`,
    get: (product) => `Mit einem Konto können Sie eine Lizenz für ${product} erwerben.`,
    trialOver: 'Die Testphase auf diesem Gerät ist zu Ende.',
    orContinue: (product) =>
      `Nutzen Sie Ihre Lizenz für ${product} oder setzen Sie die Testphase auf diesem Gerät fort.`,
    thenContinue: (product) => `Danach setzen Sie die Testphase von ${product} auf diesem Gerät fort.`,
    orTry: (product, days) => `Nutzen Sie Ihre Lizenz für ${product} oder testen Sie es ${days} kostenlos.`,
    thenTry: (product, days) => `Danach testen Sie ${product} ${days} kostenlos.`,
  },
  notice: {
    twice: 'Ein neuer Versuch verbraucht keine weitere Aktivierung.',
  },
  unknown: {
    title: 'Wir finden diese Aktivierung nicht',
    text: 'Der Link ist unvollständig oder nicht mehr gültig. Gehen Sie zurück zur Anwendung und starten Sie die Aktivierung dort neu.',
  },
  expired: {
    title: 'Diese Aktivierung ist abgelaufen',
    text: 'Zu Ihrer Sicherheit gelten diese Links nur eine Stunde. Gehen Sie zurück zur Anwendung und starten Sie die Aktivierung dort neu.',
  },
  cancelled: {
    title: 'Aktivierung abgebrochen',
    text: (product) =>
      `Es wurde nichts aktiviert, und Sie können diese Seite schließen. Wenn Sie es sich anders überlegen, starten Sie die Aktivierung in ${product} neu.`,
  },
  inactive: (vendor) => `Schreiben Sie ${vendor}, damit es wieder verfügbar wird.`,
  approved: {
    almost: 'Fast fertig',
    title: (product) => `${product} ist aktiviert`,
    trialTitle: (product) => `Ihre Testphase von ${product} läuft`,
    goBack: (product, device) => `Machen Sie in ${product} auf „${device}“ weiter.`,
    left: (days) => `Noch ${days}.`,
    ready: (product) => `${product} ist bereit. Sie können diese Seite schließen.`,
    waiting: (product) => `${product} ruft gleich die Lizenz ab …`,
    slow: (product) =>
      `${product} hat die Lizenz noch nicht abgerufen. Prüfen Sie, ob die Anwendung läuft und mit dem Internet verbunden ist.`,
    offline: 'Die Verbindung ist unterbrochen. Es wird automatisch weiter versucht.',
    missed: (product) =>
      `${product} hat die Lizenz nicht rechtzeitig abgerufen. Starten Sie die Aktivierung dort neu; das verbraucht keine weitere Aktivierung.`,
  },
};
