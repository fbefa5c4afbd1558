import type { AccountTexts } from './account-en.ts';

export const accountDe: AccountTexts = {
  common: {
    products: 'Produkte',
    cancel: 'Abbrechen',
    save: 'Speichern',
    saving: 'Wird gespeichert.',
    saved: 'Gespeichert.',
    toShop: 'Zum Shop',
    redeem: 'Code einlösen',
    more: 'Mehr anzeigen',
    loadingMore: 'Weitere werden geladen.',
    copy: 'Kopieren',
    copied: 'Kopiert.',
  },
  session: {
    signIn: 'Anmelden',
    signUp: 'Konto anlegen',
    reason: 'Dann sehen Sie Ihre Produkte, Lizenzen und Bestellungen.',
    signUpReason: 'Dann finden Sie Produkte, Lizenzen und Bestellungen an einem Ort.',
    endedText:
      'Ihre Sitzung ist zu Ende. Melden Sie sich wieder an: Ihre Eingaben auf dieser Seite sind noch da.',
    signedOutText:
      'Sie haben sich in einem anderen Tab abgemeldet. Melden Sie sich wieder an, um fortzufahren.',
    guest: 'Ohne Konto gekauft?',
    guestText:
      'Wählen Sie „Passwort vergessen?“ und geben Sie die E\u2011Mail-Adresse ein, mit der Sie gekauft haben. Wir senden Ihnen einen Link, mit dem Sie ein Passwort wählen.',
  },
  products: {
    title: 'Meine Produkte',
    search: 'Meine Produkte durchsuchen',
    noMatch: (text) => `Kein Produkt passt zu „${text}“.`,
    matches: (count) => (count === 1 ? '1 Produkt' : `${count} Produkte`),
    empty: 'Sie haben noch keine Produkte.',
    emptyText: 'Was Sie kaufen oder einlösen, erscheint hier mit Downloads und Lizenzen.',
    licenses: (count) => (count === 1 ? '1 Lizenz' : `${count} Lizenzen`),
    seats: (active, total) => `${active} von ${total} Geräten`,
    trial: 'Testphase',
    ended: 'Lizenz beendet',
    version: (version) => `Version ${version}`,
    update: (count, version) =>
      count === 1
        ? `1 Gerät kann auf ${version} aktualisiert werden`
        : `${count} Geräte können auf ${version} aktualisiert werden`,
    download: (system) => `Für ${system} herunterladen`,
    noDownload: 'Noch kein Download.',
    open: (name) => `Lizenzen und Geräte von ${name}`,
    manage: 'Lizenzen und Geräte',
    anySystem: 'alle Systeme',
  },
  product: {
    back: 'Meine Produkte',
    unknown: 'Wir finden dieses Produkt nicht',
    unknownText: 'Der Link ist falsch, oder das Produkt gibt es nicht mehr.',
    notOwned: (name) => `Sie haben keine Lizenz für ${name}.`,
    notOwnedText: 'Kaufen Sie eine im Shop oder melden Sie sich mit dem Konto an, zu dem sie gehört.',
    tried: (name) => `${name} nach der Testphase behalten`,
    triedText: (days) =>
      days === undefined
        ? 'Wenn die Testphase endet, brauchen Sie eine Lizenz.'
        : `Eine Testphase läuft auf jedem Gerät ${days === 1 ? '1 Tag' : `${days} Tage`}. Danach brauchen Sie eine Lizenz.`,
    buy: (amount) => `Für ${amount} kaufen`,
    look: 'Im Shop ansehen',
    download: 'Download',
    downloadFailed: 'Der Download konnte nicht starten',
    version: (version) => `Version ${version}`,
    file: (name, size) => `${name}, ${size}`,
    noFileHere: (system) => `Für ${system} gibt es keine Datei.`,
    otherSystems: 'Andere Systeme',
    onComputer: 'Öffnen Sie diese Seite auf Ihrem Computer, um dort herunterzuladen.',
    notes: (version) => `Neu in ${version}`,
    noFiles: 'Noch kein Download.',
    ownersOnly: 'Downloads sind Lizenzinhabern vorbehalten.',
    activate: 'So aktivieren Sie',
    activateText: (name) =>
      `Installieren und öffnen Sie ${name}, starten Sie dort die Aktivierung und melden Sie sich mit diesem Konto an.`,
    license: 'Lizenz',
    ofBundle: (bundle) => `Aus ${bundle}`,
    ofOrder: (number) => `Bestellung ${number}`,
    since: (date) => `Seit ${date}`,
    renews: (date) => `Verlängert sich am ${date}`,
    expires: (date) => `Gültig bis ${date}`,
    expired: (date) => `Abgelaufen am ${date}`,
    expiredText: 'Geräte mit dieser Lizenz funktionieren nicht mehr.',
    coversMajor: (major) => `Gilt bis einschließlich Version ${major}`,
    updatesUntil: (date) => `Enthält alle Versionen bis ${date}`,
    updatesEnded: (date, version) =>
      version === undefined
        ? `Die Updates endeten am ${date}`
        : `Die Updates endeten am ${date}: Die Lizenz gilt bis Version ${version}`,
    upgrade: {
      Upgrade: (name, amount) => `Upgrade auf ${name} für ${amount}`,
      Renewal: (name, amount) => `Mit ${name} verlängern für ${amount}`,
    },
    revoked: 'Zurückgezogen',
    revokedText:
      'Diese Lizenz wurde zurückgezogen, zum Beispiel nach einer Erstattung. Geräte mit dieser Lizenz funktionieren nicht mehr.',
    key: 'Lizenzschlüssel',
    seats: (active, total) => `Auf ${active} von ${total} Geräten aktiviert`,
    full: 'Diese Lizenz ist auf so vielen Geräten aktiviert, wie sie erlaubt. Um ein weiteres zu nutzen, geben Sie eines frei, das Sie nicht mehr brauchen.',
    devicesFailed: 'Ihre Geräte können nicht angezeigt werden.',
    update: (version) => `Update auf ${version} verfügbar`,
    offlineTitle: 'Ein Gerät ohne Internet aktivieren',
    offlineText:
      'Speichern Sie auf dem Gerät in der Anwendung eine Gerätedatei und laden Sie sie hier hoch. Die Lizenzdatei erhalten Sie sofort.',
    offlinePage: 'Auf einer eigenen Seite öffnen',
  },
};
