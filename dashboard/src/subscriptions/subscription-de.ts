import type { SubscriptionTexts } from './subscription-en.ts';

/** The German texts of the pages about subscriptions. */
export const subscriptionDe: SubscriptionTexts = {
  empty: 'Noch keine Abos',
  emptyText: 'Hier erscheinen sie, sobald jemand eine Variante mit Abrechnungszeitraum kauft.',
  item: 'Artikel',
  status: 'Status',
  payment: 'Zahlung',
  paymentStates: {
    Paid: 'Bezahlt',
    Retrying: 'Wird erneut versucht',
    NeedsBuyer: 'Braucht den Käufer',
    Held: 'Wartet auf Sie',
  },
  price: 'Preis',
  cycles: {
    Daily: (price) => `${price} pro Tag`,
    Weekly: (price) => `${price} pro Woche`,
    Monthly: (price) => `${price} pro Monat`,
    Quarterly: (price) => `${price} pro Quartal`,
    Yearly: (price) => `${price} pro Jahr`,
  },
  next: 'Nächste Zahlung',
  started: 'Begonnen',
  ends: 'Endet',
  facts: 'Einzelheiten',
  customer: 'Kunde',
  quantity: 'Anzahl',
  access: 'Lizenzen bis',
  pausedUntil: 'Pausiert bis',
  attempts: 'Fehlgeschlagene Abbuchungen',
  nextAttempt: 'Nächster Versuch',
  held: 'Wartet, weil',
  holdReasons: {
    Overdue: 'sie mehr als 72 Stunden überfällig war',
    ClockJump: 'die Uhr des Servers gesprungen ist',
    Unlicensed: 'jede Lizenz widerrufen oder gesperrt ist',
    Disputed: 'eine Zahlung angefochten ist',
    Closed: 'der Shop geschlossen ist',
    Merged: 'es mit einem anderen zusammengelegt wurde',
    NotConnected: 'Sie keine Zahlungen annehmen: Kein Zahlungsdienst ist verbunden',
    Amount: 'der Zahlungsdienst einen solchen Betrag nicht einzieht',
    TaxDetails: 'das Land des Käufers fehlt, aus dem sich Steuern ergeben',
    Provider: 'der Zahlungsdienst nicht geantwortet oder Ihren Shop abgelehnt hat',
  },
  failure: 'Letzter Fehler',
  method: 'Zahlungsart',
  hasMethod: 'Wird von selbst abgebucht',
  noMethod: 'Keine gespeichert: Der Käufer bezahlt jede Verlängerung',
  id: 'ID',
  ahead: 'Was als Nächstes geschieht',
  steps: {
    Notify: 'Die Verlängerung wird angekündigt',
    Renew: 'Die Verlängerung ist fällig',
    Charge: 'Die Zahlungsart wird erneut belastet',
    Ask: 'Eine E‑Mail bittet um die Zahlung',
    LoseAccess: 'Die Lizenzen funktionieren nicht mehr',
    End: 'Das Abo endet',
  },
  timeline: 'Verlauf',
  noEvents: 'Noch nichts.',
  older: 'Ältere anzeigen',
  periods: 'Zeiträume',
  noPeriods: 'Keine Zeiträume.',
  periodStates: { Open: 'Wartet auf die Zahlung', Paid: 'Bezahlt', Skipped: 'Geschenkt', Void: 'Ungültig' },
  period: (number) => `Zeitraum ${number}`,
  order: 'Bestellung',
  cancel: 'Abo kündigen',
  end: 'Jetzt beenden',
  when: 'Wann es endet',
  endChoices: {
    PeriodEnd: 'Mit dem bezahlten Zeitraum',
    Now: 'Jetzt, ohne Erstattung',
    NowWithRefund: 'Jetzt, mit Erstattung',
  },
  endTexts: {
    PeriodEnd:
      'Es wird nichts mehr abgebucht. Das Abo endet mit dem bezahlten Zeitraum; bis dahin kann die Kündigung zurückgenommen werden, auch vom Kunden.',
    Now: 'Es wird nichts mehr abgebucht, und die Lizenzen enden sofort. Es wird nichts erstattet, und das lässt sich nicht zurücknehmen. Der Kunde bekommt eine E\u2011Mail.',
    NowWithRefund:
      'Es wird nichts mehr abgebucht, und die Lizenzen enden sofort. Was für die übrigen Tage des Zeitraums bezahlt ist, geht an den Käufer zurück. Das lässt sich nicht zurücknehmen. Der Kunde bekommt eine E\u2011Mail.',
  },
  resume: 'Fortsetzen',
  resumeText: 'Es läuft weiter: Die nächste Verlängerung wird abgebucht, wenn sie fällig ist.',
  release: 'Jetzt abbuchen',
  releaseText: 'Die Verlängerung, die auf Sie wartet, wird jetzt abgebucht.',
  retry: 'Noch einmal abbuchen',
  retryText:
    'Die offene Verlängerung wird jetzt von der gespeicherten Zahlungsart abgebucht. Schlägt das fehl, bekommt der Käufer eine E\u2011Mail, und die späteren Versuche bleiben, wie sie sind.',
  skip: 'Schenken',
  skipText:
    'Wofür die Verlängerung war, wird geschenkt, und bis zum Ende des laufenden Zeitraums ist nichts fällig.',
  extend: 'Verlängern',
  extendText:
    'Der letzte Zeitraum wird kostenlos länger. Die nächste Verlängerung ist an seinem neuen Ende fällig.',
  comp: 'Zeiträume schenken',
  compText:
    'Die nächsten Zeiträume kosten nichts. Eine offene Verlängerung oder eine, die auf Sie wartet, ist der erste davon. Die nächste danach wird wie gewohnt abgebucht.',
  howMany: 'Zeiträume',
  pause: 'Pausieren',
  pauseText:
    'Für die nächsten Zeiträume wird nichts abgebucht, und die Lizenzen enden nach dem bezahlten Zeitraum und der Kulanzfrist. Nach der Pause läuft es von selbst weiter, oder sobald Sie es fortsetzen. Der Kunde bekommt eine E\u2011Mail.',
  change: 'Plan ändern',
  changeText:
    'Die Vorschau sagt, was es kostet und ab wann es gilt, bevor sich etwas ändert. Durch eine Änderung wird nie Geld erstattet.',
  plan: 'Variante',
  archivedPlan: (name) => `${name} (nicht mehr im Verkauf)`,
  noPlans: 'Ohne Varianten mit Abrechnungszeitraum',
  quantityText: 'Nicht weniger, als auf Geräten genutzt werden: Geben Sie zuerst Geräte frei.',
  begins: 'Ab wann',
  beginsByPrice: 'Sofort, wenn es teurer wird',
  beginsLater: 'Mit der nächsten Verlängerung',
  preview: 'Vorschau',
  changeNow:
    'Der Betrag wird sofort von der gespeicherten Zahlungsart abgebucht. Die Änderung gilt, sobald er bezahlt ist.',
  changeByMail:
    'Es ist keine Zahlungsart gespeichert: Der Kunde bekommt eine E\u2011Mail mit einer Seite, auf der er bezahlt. Die Änderung gilt, sobald der Betrag bezahlt ist.',
  changeLater: (day) =>
    `Sie gilt ab der Verlängerung am ${day} und kostet vorher nichts. Der Kunde bekommt eine E\u2011Mail.`,
  changeDrops:
    'Die vereinbarte Änderung entfällt: Variante und Anzahl bleiben, wie sie sind, und es ist nichts fällig. Der Kunde bekommt keine E\u2011Mail.',
  planLine: (quantity, name) => `${quantity} × ${name}`,
  planCredit: 'Abzüglich des bezahlten, nicht genutzten Rests',
  dueNow: 'Jetzt fällig, mit Steuern',
  nextOn: (day) => `Verlängerung am ${day}, mit Steuern`,
  nextPlan: 'Wechselt zu',
  nextPlanNow: (plan) => `${plan}, sobald es bezahlt ist`,
  nextPlanLater: (plan, price) => `${plan}, mit der nächsten Verlängerung für ${price}`,
  nextPrice: 'Angekündigter Preis',
  nextPriceText: (price, day) => `${price}, ab ${day}`,
  notices: {
    Queued: 'die E\u2011Mail ist noch nicht verschickt',
    Sent: 'der Kunde weiß es',
    Undeliverable: 'die E\u2011Mail war nicht zustellbar, daher bleibt der Preis',
  },
  announce: 'Preis ankündigen',
  announceText:
    'Ein Abo behält den Preis, zu dem es gekauft wurde. Ein anderer wird per E\u2011Mail angekündigt, mit dem alten und dem neuen Preis, dem Tag und einem Link zum Kündigen. Ist diese E\u2011Mail nicht mindestens 30 Tage vor einer Verlängerung verschickt, kostet die Verlängerung den alten Preis.',
  currency: 'Währung',
  newPrice: (currency) =>
    `Neuer Preis einer Lizenz für einen Zeitraum${currency === '' ? '' : ` in ${currency}`}`,
  firstDay: 'Erster Tag',
  firstDayText: 'Verlängerungen an diesem Tag und später kosten den neuen Preis.',
  choosePlan: 'Wählen Sie die Variante.',
  priceShape: 'Geben Sie einen Betrag über 0 ein, etwa 9,90.',
  tooSoon: (days) => `Wählen Sie einen Tag in mehr als ${days} Tagen: So lange können Kunden kündigen.`,
  announced: (count, { price, day }) =>
    count === 0
      ? 'Niemand hat diese Variante in dieser Währung abonniert: Es passiert nichts.'
      : count === 1
        ? `1 Kunde erfährt es per E\u2011Mail und zahlt für Verlängerungen ab ${day} ${price}.`
        : `Es betrifft ${count} Abos: Die Kunden erfahren es per E\u2011Mail und zahlen für Verlängerungen ab ${day} ${price}.`,
  announceTo: (count) => (count === 1 ? '1 E\u2011Mail senden' : `${count} E\u2011Mails senden`),
  refusals: {
    SubscriptionEnded: 'Das Abo ist beendet: Es gibt nichts zu ändern.',
    RenewalPending:
      'Eine Verlängerung ist offen oder wartet auf Sie, oder das Abo ist pausiert oder gekündigt. Klären Sie das zuerst, und versuchen Sie es dann noch einmal.',
    PlanChangePending:
      'Eine Änderung dieses Abos wird gerade bezahlt. Warten Sie, bis das abgeschlossen ist.',
    PreviewOutdated:
      'Inzwischen ist ein anderer Betrag fällig. Es wurde nichts geändert: Sehen Sie sich eine neue Vorschau an, und bestätigen Sie dann diese.',
    NothingToTakeBack: 'Der bezahlte Zeitraum ist vorbei, daher lässt sich das nicht zurücknehmen.',
    RenewalNotHeld: 'Es wartet keine Verlängerung mehr auf Sie. Es wurde nichts geändert.',
    RenewalNotPossible:
      'Der Shop ist geschlossen, oder jede Lizenz ist widerrufen oder gesperrt. Stellen Sie zuerst eine Lizenz wieder her.',
    NothingToRetry: 'Es ist nichts mehr offen, oder die Zahlung ist unterwegs.',
  },
  broken: 'Dieses Abo widerspricht sich',
  brokenText:
    'Das darf nie vorkommen und ist ein Fehler des Programms. Es wird nichts doppelt abgebucht, aber vergleichen Sie vor der nächsten Verlängerung die Zeiträume mit den Zahlungen, kündigen Sie im Zweifel das Abo, und melden Sie den Fehler.',
  violations: {
    Gap: 'Seine Zeiträume überlappen sich oder lassen eine Lücke.',
    Numbers: 'Seine Zeiträume sind nicht ab 1 nummeriert.',
    OpenWithoutOrder: 'Ein Zeitraum wartet auf die Zahlung und hat keine Bestellung.',
    PaidWithoutPayment:
      'Ein Zeitraum gilt ohne Bestellung als bezahlt, oder seine Bestellung ist nicht abgeschlossen.',
    PaymentWithoutPeriod: 'Eine Verlängerung wurde bezahlt und bezahlt keinen Zeitraum.',
    RenewalAfterEnd: 'Eine Verlängerung wurde bestellt, nachdem es beendet war.',
    ChargedTwice: 'Eine Verlängerung wurde doppelt abgebucht.',
    ChargeAfterEnd: 'Es wurde abgebucht, nachdem es gekündigt oder beendet war.',
    ChargeInDispute: 'Es wurde abgebucht, während eine seiner Zahlungen zurückgefordert war.',
    ErasedRuns: 'Sein Kunde wurde gelöscht, und es läuft weiter.',
    PaidUntil: 'Es ist nicht bis zum Ende des letzten Zeitraums mit Zugang bezahlt.',
    LicenseEnd: 'Eine Lizenz endet vor dem Abo.',
    LicenseBeyond: 'Eine Lizenz gilt länger als das Abo.',
    NotDue: 'Es läuft, wird aber weder verlängert noch beendet.',
    Grace: 'Der Zugang reicht weiter als der bezahlte Zeitraum und jede Kulanzfrist.',
    MergedRuns: 'Es wurde mit einem anderen zusammengelegt und läuft weiter.',
    MergedCycles: 'Für das andere Abo zählen mehr seiner Zahlungen, als es gibt.',
    OrderPayment:
      'Eine Bestellung ist ohne Zahlung bezahlt, mit zweien oder mit einer über einen anderen Betrag.',
    Refunds: 'Die Erstattungen einer Zahlung sind nicht die, die sie zählt.',
    DocumentGap: 'Die Nummern von Belegen haben eine Lücke.',
  },
  days: 'Tage',
  merge: 'Zusammenlegen',
  mergeText:
    'Die Zahlungen für ein anderes Abo dieses Kunden in derselben Variante zählen für dieses: für Gutscheincodes und für Lizenzen, die nie enden. Der Kunde bekommt eine E‑Mail.',
  mergeEnds:
    'Läuft das andere noch, endet es mit seinem bezahlten Zeitraum. Es kann weder fortgesetzt noch erneuert werden, und seine Lizenzen gehen nicht über.',
  noneToMerge: 'Dieser Kunde hat kein anderes Abo in dieser Variante.',
  otherSubscription: 'Das andere Abo',
  choose: 'Bitte wählen',
  chooseToMerge: 'Wählen Sie das andere Abo.',
  mergeOption: (day, status) => `Begonnen am ${day}: ${status}`,
  mergedInto: 'Die Zahlungen zählen für',
  anotherSubscription: 'ein anderes Abo',
  reason: 'Grund',
  reasonText: 'Für den Verlauf.',
};
