import type { TaxTexts } from './tax-en.ts';

/** Die Texte der Seite über Steuern. */
export const taxDe: TaxTexts = {
  collection: 'Wie Sie Steuern erheben',
  mode: 'Wer sie berechnet',
  modes: {
    none: 'Niemand: Es werden keine Steuern erhoben',
    own: 'Latchkey, mit seiner Tabelle und Ihren eigenen Sätzen',
    provider: 'Der Zahlungsanbieter',
  },
  prices: 'Ihre Preise',
  priceModes: { inclusive: 'Enthalten die Steuer', exclusive: 'Die Steuer kommt dazu' },
  collectsIn: 'Wo Sie Steuern erheben',
  collectsInText:
    'Die Europäische Union steht für alle Mitgliedstaaten. Wo Sie einen eigenen Satz eintragen, wird er in jedem Fall erhoben.',
  placeShape:
    'Wählen Sie die EU oder Länder aus dieser Liste. Für andere Orte fügen Sie einen eigenen Satz hinzu.',
  needsCountry:
    'Geben Sie in den Einstellungen unter „Allgemein“ an, in welchem Land Sie sitzen. Davon hängt ab, welche Steuern Sie schulden.',
  providerSells:
    'Ihr Zahlungsanbieter verkauft im eigenen Namen und berechnet die Steuern. Wählen Sie ihn hier, oder verbinden Sie ihn neu und ohne das.',
  belowEuThreshold: 'Meine Verkäufe an Verbraucher in anderen EU-Ländern bleiben unter 10.000 € im Jahr',
  belowEuThresholdText:
    'Sie zahlen dann die Steuer Ihres eigenen Landes, wenn es in der EU liegt. Schalten Sie es aus, sobald Sie die Schwelle überschreiten.',
  vies: 'Steuernummern von Unternehmen in der EU mit VIES prüfen',
  viesText:
    'Unternehmen in anderen EU-Ländern kaufen ohne Steuer, wenn das Register ihre Nummer bestätigt: Sie schulden die Steuer selbst (Reverse Charge). Ohne die Prüfung zahlen sie Steuer wie Verbraucher.',
  standard: 'Regelsteuersätze, die Sie erheben',
  standardText: (day) => `Latchkeys Tabelle, zuletzt geprüft am ${day}.`,
  outdated: (day) =>
    `Seit dem ${day} hat niemand diese Sätze geprüft. Installieren Sie eine neuere Version von Latchkey. Oder vergleichen Sie die Sätze selbst mit denen der Finanzämter, tragen Sie falsche als eigene ein, und bestätigen Sie es hier.`,
  check: 'Ich habe sie geprüft',
  standardNone: 'Keine: Wo Sie Steuern erheben, gilt kein Satz der Tabelle.',
  standardCount: (count) => (count === 1 ? '1 Satz' : `Alle ${count} Sätze`),
  since: (day) => `seit ${day}`,
  next: (rate, day) => `${rate} ab ${day}`,
  replaced: 'Durch Ihren ersetzt',
  own: 'Ihre eigenen Sätze',
  ownText:
    'Sie gehen der Tabelle vor und gelten sofort für neue Bestellungen; bezahlte behalten ihren Satz. Der Satz einer Region geht dem ihres Landes vor.',
  none: 'Keine eigenen Sätze',
  noneText:
    'Tragen Sie einen für einen Ort ein, der in der Tabelle fehlt, oder für Produkte mit einem anderen Satz.',
  country: 'Land',
  countryShape: 'Wählen Sie ein Land.',
  region: 'Region',
  regionText:
    'Leer: das ganze Land. Sonst so, wie Käufer sie schreiben; Orte aus der Anleitung auf Englisch, zum Beispiel Canary Islands.',
  regionShape: 'Geben Sie den Namen einer Region ein: Postleitzahlen werden nicht verglichen.',
  wholeCountry: 'Das ganze Land',
  rate: 'Satz',
  percent: 'Satz in Prozent',
  percentText: 'Zum Beispiel 19 oder 8,875.',
  percentShape: 'Geben Sie einen Prozentsatz von 0 bis 100 ein, zum Beispiel 19 oder 8,875.',
  reason: 'Bezeichnung auf Belegen',
  reasons: { standard: 'Regelsatz', zero_rated: 'Nullsatz', exempt: 'Befreit' },
  items: 'Nur für diese Produkte und Pakete',
  itemsText: 'Keines: für alles, was kein anderer Ihrer Sätze nennt.',
  itemsOf: 'Für',
  everything: 'Alles',
  firstDay: 'Erster Tag',
  firstDayText: 'Leer: ab sofort.',
  lastDay: 'Letzter Tag',
  lastDayText: 'Leer: bis Sie ihn ändern.',
  lastDayShape: 'Wählen Sie einen letzten Tag, der nicht vor dem ersten liegt.',
  status: 'Status',
  statuses: { running: 'Gilt', planned: 'Geplant', over: 'Vorbei' },
  add: 'Satz hinzufügen',
  addTitle: 'Steuersatz hinzufügen',
  addSubmit: 'Satz hinzufügen',
  change: 'Ändern',
  changeOf: (place) => `Satz ändern: ${place}`,
  save: 'Speichern',
  remove: 'Entfernen',
  removeOf: (place) => `Satz entfernen: ${place}`,
  removeTitle: (rate, place) => `${rate} in ${place} entfernen?`,
  removeText:
    'Für neue Bestellungen gilt dann wieder, was er ersetzt hat: ein anderer Ihrer Sätze, der der Tabelle oder keiner. Bezahlte Bestellungen behalten ihren Satz.',
};
