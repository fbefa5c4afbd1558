import type { LicenseTexts } from './license-en.ts';

/** The German texts of what can be done with a license. */
export const licenseDe: LicenseTexts = {
  issue: 'Lizenz ausstellen',
  issueSubmit: 'Ausstellen',
  issueText: 'Kostenlos. Wer noch kein Kunde ist, wird einer, ohne Passwort, und bekommt keine E\u2011Mail.',
  issueEmail: 'E\u2011Mail des Besitzers',
  issueName: 'Name',
  issueNameText: 'Für neue Kunden; Sie können ihn weglassen.',
  issueProduct: 'Produkt',
  issueQuantity: 'Wie viele Lizenzen',
  choose: 'Auswählen …',
  chooseProduct: 'Wählen Sie ein Produkt.',
  change: 'Ändern',
  changeTitle: (product) => `Lizenz für ${product} ändern`,
  expires: 'Endet nach diesem Tag',
  expiresText: 'Leer: Sie endet nie. Tage enden um Mitternacht, UTC.',
  updatesUntil: 'Updates bis zu diesem Tag',
  updatesUntilText: 'Leer: Updates ohne Ende.',
  seats: 'Geräte gleichzeitig',
  offline: 'Geräte ohne Netz können aktiviert werden',
  reason: 'Grund',
  reasonText: 'Nötig, wenn sie weniger Versionen umfasst als vorher. Er steht im Prüfprotokoll.',
  save: 'Speichern',
  nothing: 'Es wurde noch nichts geändert.',
  transfer: 'Übertragen',
  transferTitle: (product) => `Lizenz für ${product} übertragen`,
  transferText:
    'Alle Geräte werden freigegeben, und der neue Besitzer aktiviert die Lizenz neu. Niemand erhält eine E\u2011Mail. Die Bestellung bleibt beim Käufer.',
  newOwner: 'E\u2011Mail des neuen Besitzers',
  revoke: 'Widerrufen',
  revokeTitle: (product) => `Lizenz für ${product} widerrufen?`,
  revokeText:
    'Anwendungen funktionieren nicht mehr, sobald sie die Lizenz das nächste Mal prüfen. Sie kann wiederhergestellt werden; ihre Geräte haben dann ihre Plätze wieder.',
  restore: 'Wiederherstellen',
  restoreTitle: (product) => `Lizenz für ${product} wiederherstellen?`,
  restoreText: 'Geräte, die beim Widerruf einen Platz hatten, haben ihn wieder.',
  manyChosen: 'Ausgewählte Lizenzen ändern',
  many: 'Alle Lizenzen dieser Filter ändern',
  counting: (count) => `Wird gezählt … ${count}`,
  chosen: (count) => (count === 1 ? '1 Lizenz ist ausgewählt.' : `${count} Lizenzen sind ausgewählt.`),
  matching: (count) => (count === 1 ? '1 Lizenz passt.' : `${count} Lizenzen passen.`),
  tooMany: (most) => `Mehr als ${most} Lizenzen passen. Grenzen Sie die Filter ein.`,
  noneMatches: 'Keine Lizenz passt zu diesen Filtern.',
  action: 'Was mit jeder geschieht',
  actions: { Extend: 'Verlängern', Transfer: 'Übertragen', Revoke: 'Widerrufen' },
  manyText: {
    Extend:
      'Sie enden nach diesem Tag, UTC, wenn sie früher enden. Unbefristete Lizenzen und spätere Enden bleiben.',
    Transfer:
      'Alle gehen an diesen Kunden, und ihre Geräte werden freigegeben. Niemand erhält eine E\u2011Mail.',
    Revoke:
      'Anwendungen funktionieren nicht mehr, sobald sie die Lizenz das nächste Mal prüfen. Jede kann danach wiederhergestellt werden.',
  },
  endDay: 'Endet nach diesem Tag',
  endDayShape: 'Wählen Sie einen Tag.',
  manyReasonText: 'Für das Protokoll.',
  start: (action, count) => `${action}: ${count}`,
  stop: 'Anhalten',
  progress: (done, all) => `${done} von ${all}`,
  manyDone: (changed, unchanged) => `${changed} geändert, bei ${unchanged} war es nicht nötig.`,
  manyRefused: (count, reason) => `${count} abgelehnt: ${reason}`,
  stopped: (rest) => `Angehalten: ${rest} wurden nicht angesehen.`,
  message: 'Den Besitzern schreiben',
  messageAbout:
    'Für Nachrichten zu Lizenzen: Eine Einwilligung in Werbung wird hier nicht geprüft. Jeder Kunde mit bestätigter Adresse bekommt eine E‑Mail, höchstens fünf Nachrichten am Tag.',
  messageSubject: 'Betreff',
  messageText: 'Nachricht',
  messageTextShape: 'Reiner Text; eine leere Zeile beginnt einen Absatz.',
  messageMissing: 'Schreiben Sie etwas.',
  messageLook: 'Vorschau',
  messageTo: (count) =>
    count === 1
      ? 'Sie geht an den Besitzer von 1 Lizenz.'
      : `Sie geht an die Besitzer von ${count} Lizenzen.`,
  messageSend: (count) =>
    count === 1 ? 'An den Besitzer von 1 Lizenz senden' : `An die Besitzer von ${count} Lizenzen senden`,
  messageTest: 'Zuerst an mich senden',
  messageTested: 'Sie ist unterwegs an Ihre Adresse.',
  messageBack: 'Ändern',
  messageDone: (now, before) => `An die Besitzer von ${now} gesendet; die von ${before} hatten sie schon.`,
};
