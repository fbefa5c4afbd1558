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
  reissue: 'Neu ausstellen',
  reissueTitle: (product) => `Lizenz für ${product} neu ausstellen`,
  reissueText:
    'Die Lizenz bekommt einen neuen Schlüssel für dieselben Rechte; der bisherige gehört nicht mehr zu ihr. Der Besitzer sieht den neuen in seinem Konto. Niemand erhält eine E\u2011Mail.',
  reissueKeyless: (devices) =>
    devices === 1
      ? 'Diese Lizenz hat keinen Schlüssel, der ersetzt werden könnte. Ihr Gerät wird freigegeben: Die Anwendung funktioniert nicht mehr, sobald sie die Lizenz das nächste Mal prüft, und der Besitzer aktiviert sie neu.'
      : `Diese Lizenz hat keinen Schlüssel, der ersetzt werden könnte. Ihre ${devices} Geräte werden freigegeben: Anwendungen funktionieren nicht mehr, sobald sie die Lizenz das nächste Mal prüfen, und der Besitzer aktiviert sie neu.`,
  reissueNothing:
    'Diese Lizenz hat keinen Schlüssel, und kein Gerät benutzt sie: Es gibt nichts, was neu ausgestellt werden könnte.',
  releaseDevices: (devices) =>
    devices === 1 ? 'Auch ihr Gerät freigeben' : `Auch ihre ${devices} Geräte freigeben`,
  releaseAllDevices: 'Auch ihre Geräte freigeben',
  releaseDevicesText:
    'Anwendungen funktionieren nicht mehr, sobald sie die Lizenz das nächste Mal prüfen, und der Besitzer aktiviert sie neu. Sonst bleiben Geräte aktiviert.',
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
  actions: {
    Extend: 'Verlängern',
    Reissue: 'Neu ausstellen',
    Transfer: 'Übertragen',
    Revoke: 'Widerrufen',
    Restore: 'Wiederherstellen',
  },
  manyText: {
    Extend:
      'Sie enden nach diesem Tag, UTC, wenn sie früher enden. Unbefristete Lizenzen und spätere Enden bleiben.',
    Reissue:
      'Lizenzen mit einem Schlüssel bekommen einen neuen für dieselben Rechte; bisherige Schlüssel gehören nicht mehr zu ihnen. Besitzer sehen ihren im Konto. Niemand erhält eine E\u2011Mail: Schreiben Sie den Besitzern danach.',
    Transfer:
      'Alle gehen an diesen Kunden, und ihre Geräte werden freigegeben. Niemand erhält eine E\u2011Mail.',
    Revoke:
      'Anwendungen funktionieren nicht mehr, sobald sie die Lizenz das nächste Mal prüfen. Jede kann danach wiederhergestellt werden.',
    Restore:
      'Widerrufene gelten wieder, und Geräte, die beim Widerruf einen Platz hatten, haben ihn wieder. Die anderen bleiben, wie sie sind.',
  },
  endDay: 'Endet nach diesem Tag',
  endDayShape: 'Wählen Sie einen Tag.',
  start: (action, count) => `${action}: ${count}`,
  stop: 'Anhalten',
  progress: (done, all) => `${done} von ${all}`,
  manyDone: (changed, unchanged) => `${changed} geändert, bei ${unchanged} war es nicht nötig.`,
  manyRefused: (count, reason) => `${count} abgelehnt: ${reason}`,
  goesOn:
    'Ein Teil ist vielleicht schon geschehen, deshalb bleibt diese Änderung, wie sie ist. Senden Sie sie für den Rest noch einmal.',
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
