import type { DeviceTexts } from './devices-en.ts';

export const devicesDe: DeviceTexts = {
  seats: {
    label: 'Aktivierte Geräte',
    failed: (reason) => `Ihre Geräte können nicht angezeigt werden. ${reason}`,
    none: 'Noch ist kein Gerät aktiviert.',
    question: (product) =>
      product === undefined
        ? 'Dort funktioniert es dann nicht mehr. Freigeben?'
        : `${product} funktioniert dort dann nicht mehr. Freigeben?`,
    keep: 'Behalten',
    release: 'Freigeben',
    releaseOf: (device) => `: ${device}`,
    releaseNow: (device) => `: ${device} jetzt`,
    fixed: (vendor) => `Nur ${vendor} kann dieses Gerät freigeben.`,
    fixedOffline: (vendor) => `Dieses Gerät funktioniert offline. Deshalb kann nur ${vendor} es freigeben.`,
    released: (device) => `${device} ist freigegeben.`,
    tooSoon:
      'Vor Kurzem wurde schon ein anderes Gerät dieser Lizenz freigegeben. Versuchen Sie es später noch einmal.',
    releaseFailed: 'Das Gerät wurde nicht freigegeben.',
    offline: (date) => `Offline aktiviert am ${date}`,
    runs: (version) => `Version ${version}`,
    lastUsed: (date) => `Zuletzt verwendet am ${date}`,
    activated: (date) => `aktiviert am ${date}`,
  },
  offline: {
    loading: 'Aktivierung',
    title: 'Gerät ohne Internet aktivieren',
    titleOf: (title, vendor) => `${title} – ${vendor}`,
    text: 'Speichern Sie in der Anwendung auf dem Gerät eine Gerätedatei und laden Sie sie hier hoch. Sie erhalten eine Lizenzdatei für das Gerät.',
    signIn: 'Verwenden Sie das Konto, zu dem die Lizenz gehört.',
    signUp: 'Mit einem Konto können Sie eine Lizenz erwerben.',
    choose: 'Gerätedatei auswählen',
    chooseText:
      'Bevor etwas aktiviert wird, sehen Sie, wofür die Datei ist. Die Lizenzdatei bekommen Sie sofort.',
    confirmTitle: 'Dieses Gerät aktivieren?',
    device: 'Gerät',
    product: 'Produkt',
    license: 'Lizenz',
    since: (date) => `Seit ${date}`,
    until: (date) => `Gültig bis ${date}`,
    activations: 'Aktivierungen',
    left: (free, total) => `${free} von ${total} frei`,
    keeps: 'Das verbraucht eine Aktivierung, außer wenn das Gerät schon aktiviert ist.',
    noneLeft:
      'Alle sind vergeben. Ein Gerät, das schon aktiviert ist, behält seine. Um ein anderes zu aktivieren, geben Sie zuerst ein Gerät frei.',
    activate: (product) => `${product} aktivieren`,
    otherFile: 'Andere Datei auswählen',
    drop: 'oder hier ablegen. Der Name endet auf .dt.',
    activating: 'Das Gerät wird aktiviert.',
    goTo: (vendor) => `Zu ${vendor}`,
    again: 'Noch einmal versuchen',
    doneTitle: (product) => `${product} ist aktiviert`,
    doneText:
      'Speichern Sie die Lizenzdatei, kopieren Sie sie auf das Gerät und öffnen Sie sie dort in der Anwendung. Der Link gilt eine Stunde. Wenn Sie die Gerätedatei erneut auswählen, verbraucht das keine weitere Aktivierung.',
    save: 'Lizenzdatei speichern',
    another: 'Weiteres Gerät aktivieren',
  },
  file: {
    howToSave:
      'Speichern Sie in der Anwendung eine neue Gerätedatei und wählen Sie sie hier aus. Ihr Name endet auf .dt.',
    tooLarge: 'Diese Datei ist zu groß',
    tooLargeText: 'Gerätedateien sind höchstens 8 KB groß.',
    empty: 'Diese Datei ist leer',
    unreadable: 'Diese Datei kann nicht gelesen werden',
    unreadableText: 'Wählen Sie die Datei noch einmal aus.',
    otherProduct: 'Diese Datei ist für ein anderes Produkt',
    otherProductText:
      'Es wurde nichts aktiviert. Wählen Sie die Datei auf der Seite des anderen Produkts oder auf der Seite für alle Produkte aus.',
    wrong: 'Das ist keine Gerätedatei',
    unknownProduct: 'Wir kennen dieses Produkt nicht',
    unknownProductText: (vendor) => `Die Gerätedatei ist für ein Produkt, das es bei ${vendor} nicht gibt.`,
    notAllowed: 'Dieses Produkt lässt sich nicht offline aktivieren',
    inactive: 'Dieses Produkt ist nicht verfügbar',
    notOwned: 'Sie brauchen zuerst eine Lizenz',
    noSeat: 'Keine Aktivierung mehr frei',
    noSeatText: 'Geben Sie zuerst ein Gerät frei.',
    twice: 'Ein neuer Versuch verbraucht keine weitere Aktivierung.',
  },
};
