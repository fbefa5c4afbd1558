import type { SubscriptionsTexts } from './subscriptions-en.ts';

/** The German texts of the pages of subscriptions. */
export const subscriptionsDe: SubscriptionsTexts = {
  title: 'Abonnements',
  back: 'Abonnements',
  empty: 'Sie haben keine Abonnements.',
  emptyText: 'Hier erscheint, was Sie pro Tag, Woche, Monat oder Jahr bezahlen.',
  unknown: 'Wir finden dieses Abonnement nicht',
  unknownText: 'Der Link ist falsch, oder das Abonnement gehört zu einem anderen Konto.',
  item: (name, variation) => (variation === '' ? name : `${name}, ${variation}`),
  times: (quantity) => `${quantity} Lizenzen`,
  every: {
    Daily: (amount) => `${amount} jeden Tag`,
    Weekly: (amount) => `${amount} jede Woche`,
    Monthly: (amount) => `${amount} jeden Monat`,
    Quarterly: (amount) => `${amount} alle drei Monate`,
    Yearly: (amount) => `${amount} jedes Jahr`,
  },
  status: {
    Active: 'Aktiv',
    Cancelled: 'Gekündigt',
    Expired: 'Beendet',
    Completed: 'Gehört Ihnen',
    Paused: 'Pausiert',
    PauseAhead: 'Pause geplant',
    PaymentDue: 'Zahlung fällig',
    PaymentFailed: 'Zahlung fehlgeschlagen',
  },
  nextOn: (day) => `Nächste Zahlung am ${day}`,
  endsOn: (day) => `Endet am ${day}`,
  endedOn: (day) => `Beendet am ${day}`,
  owned: 'Vollständig bezahlt: Die Lizenzen gehören Ihnen.',
  unpaid: 'Eine Zahlung ist offen',
  facts: {
    plan: 'Tarif',
    quantity: 'Lizenzen',
    price: 'Preis',
    tax: (tax) => `einschließlich ${tax} MwSt.`,
    next: 'Nächste Zahlung',
    ends: 'Endet am',
    ended: 'Beendet am',
    paidOff: 'Vollständig bezahlt am',
    started: 'Seit',
    method: 'Zahlungsmethode',
    noMethod: 'Keine: Wir schreiben Ihnen, wenn eine Zahlung fällig ist.',
    methodEnding: (brand, last4) => `${brand} mit den letzten Ziffern ${last4}`,
    methodExpires: (month) => `gültig bis ${month}`,
  },
  retrying: 'Die letzte Zahlung ist nicht gelungen',
  retryingText: (day) => `Wir versuchen es am ${day} noch einmal.`,
  worksUntil: (day) => `Ihre Lizenzen funktionieren bis zum ${day}.`,
  failedTitle: 'Wir konnten Ihre Zahlungsmethode nicht belasten',
  dueTitle: 'Eine Zahlung ist fällig',
  payBy: (amount, day) => `Bezahlen Sie ${amount} bis zum ${day}, um Ihre Lizenzen zu behalten.`,
  payAgain: (amount) => `Bezahlen Sie ${amount}, um Ihre Lizenzen wieder zu nutzen.`,
  pay: (amount) => `${amount} bezahlen`,
  changeMethod: 'Zahlungsmethode ändern',
  renew: 'Abonnement erneuern',
  cancel: 'Abonnement kündigen',
  cancelQuestion: 'Was bei einer Kündigung geschieht',
  cancelKept: (day) => `Bis zum ${day} funktioniert alles wie bisher: Sie haben dafür bezahlt.`,
  cancelLost: (name) => `Danach enden Ihre Lizenzen für ${name}, auf allen Geräten.`,
  cancelFallback: (name, day) =>
    `Danach behalten Ihre Lizenzen für ${name} die Versionen, die bis zum ${day} erschienen sind.`,
  fallback: {
    title: 'Was Ihnen am Ende bleibt',
    none: (payments) =>
      payments === 1
        ? 'Wenn das Abonnement endet, behalten Sie die Versionen, die bei Ihrer letzten Zahlung erschienen waren.'
        : `Nach ${payments} Zahlungen in Folge behalten Sie die Versionen, die bei der ersten davon erschienen waren, wenn das Abonnement endet.`,
    earned: (day) =>
      `Wenn das Abonnement endet, behalten Ihre Lizenzen die Versionen, die bis zum ${day} erschienen sind, mit Sicherheitsupdates.`,
    inForce: (day) =>
      `Ihre Lizenzen behalten die Versionen, die bis zum ${day} erschienen sind, mit Sicherheitsupdates.`,
  },
  cancelCharged: 'Es wird nichts mehr abgebucht.',
  cancelBack: (day) => `Bis zum ${day} können Sie die Kündigung zurücknehmen.`,
  cancelNow: 'Jetzt kündigen',
  cancelling: 'Die Kündigung wird gesendet.',
  keep: 'Abonnement behalten',
  cancelled: (day) => `Gekündigt. Das Abonnement endet am ${day}, und es wird nichts mehr abgebucht.`,
  cancelledTitle: (day) => `Dieses Abonnement endet am ${day}`,
  cancelledText: 'Bis dahin funktionieren Ihre Lizenzen. Es wird nichts mehr abgebucht.',
  mergedText: 'Die Zahlungen dafür zählen für Ihr anderes Abonnement.',
  resume: 'Kündigung zurücknehmen',
  resuming: 'Die Kündigung wird zurückgenommen.',
  resumed: (day) => `Das Abonnement geht weiter. Die nächste Zahlung ist am ${day}.`,
  endedTitle: 'Dieses Abonnement ist beendet',
  endedText: 'Seine Lizenzen funktionieren nicht mehr.',
  toShop: 'Zum Shop',
  milestones: 'Am Ende gehört es Ihnen',
  progress: (paid, all) => `${paid} von ${all} Zahlungen geleistet`,
  milestoneCode: (payments) =>
    payments === 1 ? 'Gutschein für die erste Zahlung' : `Gutschein nach ${payments} Zahlungen`,
  milestoneAhead: 'Sie erhalten den Code per E\u2011Mail.',
  milestoneRedeemed: 'eingelöst',
  progressText: 'Nach der letzten wird nichts mehr abgebucht, und die Lizenzen gehören Ihnen.',
  payoff: 'Den Rest auf einmal zahlen',
  payoffText: (payments, amount) =>
    payments === 1
      ? `Die letzte Zahlung ist schon jetzt möglich: ${amount}.`
      : `Die übrigen ${payments} Zahlungen sind auf einmal möglich: ${amount}.`,
  payoffNet: (payments, amount) =>
    payments === 1
      ? `Die letzte Zahlung ist schon jetzt möglich: ${amount} zuzüglich MwSt.`
      : `Die übrigen ${payments} Zahlungen sind auf einmal möglich: ${amount} zuzüglich MwSt.`,
  payoffSaves: (amount) => `Sie sparen ${amount}.`,
  pause: {
    pause: 'Abonnement pausieren',
    length: 'Wie lange',
    periods: (count) => (count === 1 ? 'Ein Zeitraum' : `${count} Zeiträume`),
    means: (day) =>
      `Bis zum ${day} funktioniert alles. Während der Pause wird nichts abgebucht, und die Lizenzen funktionieren nicht. Danach geht das Abonnement von selbst weiter.`,
    now: 'Jetzt pausieren',
    keep: 'Doch nicht pausieren',
    done: (day) => `Pausiert. Das Abonnement geht am ${day} von selbst weiter.`,
    paused: (day) => `Pausiert bis zum ${day}`,
    pausedText: (amount) =>
      `Während der Pause wird nichts abgebucht. Wenn Sie sie jetzt beenden, beginnt ein neuer Zeitraum, der heute ${amount} kostet.`,
    ahead: (begin, end) => `Pausiert vom ${begin} bis zum ${end}`,
    aheadText: (begin) =>
      `Bis zum ${begin} funktioniert alles. Während der Pause wird nichts abgebucht, und danach geht das Abonnement von selbst weiter.`,
    end: 'Pause beenden',
    ended: 'Das Abonnement ist nicht mehr pausiert.',
  },
  plan: {
    change: 'Tarif oder Anzahl der Lizenzen ändern',
    keep: 'Alles lassen, wie es ist',
    rest: (quantity) => (quantity === 1 ? 'Eine Lizenz, jetzt' : `${quantity} Lizenzen, jetzt, je`),
    credit: 'Nicht genutzter Rest Ihrer Zahlung',
    tax: 'MwSt.',
    due: 'Jetzt fällig',
    beginsOn: 'Beginnt',
    atOnce: 'mit der Zahlung',
    next: (day) => `Nächste Zahlung am ${day}`,
    payNow: (amount) => `${amount} bezahlen und ändern`,
    changeLater: 'Mit der nächsten Zahlung ändern',
    changing: 'Die Änderung wird gesendet.',
    agreed: (name, quantity) =>
      quantity === 1 ? `Wechselt zu ${name}` : `Wechselt zu ${name}, ${quantity} Lizenzen`,
    begins: (day, price) => `Beginnt am ${day}, mit der nächsten Zahlung von ${price}.`,
    used: (day) =>
      `Wenn am ${day} mehr Lizenzen auf Geräten genutzt werden, behalten Sie diese und bezahlen sie.`,
    waits: (day) =>
      `Beginnt, sobald die Zahlung abgeschlossen ist. Wenn Sie nicht vor dem ${day} bezahlen, ändert sich nichts.`,
    countsAnew: 'Bei einem anderen Abonnement zählen die Zahlungen von vorn.',
    ownedTogether:
      'Alle Lizenzen gehören Ihnen zugleich, sobald jede bezahlt ist: Mit zusätzlichen Lizenzen dauert es länger.',
    toPayment: 'Zur Zahlung',
    drop: 'Doch nicht ändern',
  },
  history: 'Zahlungen',
  noHistory: 'Noch keine Zahlung.',
};
