import type { SubscriptionTexts } from './en.ts';

export const de: SubscriptionTexts = {
  manage: 'Verwalten oder kündigen',
  manageNote: 'Der Link funktioniert ohne Anmeldung. Geben Sie ihn nicht weiter.',
  pay: {
    subject: (shop) => `Bitte bezahlen Sie Ihr Abonnement bei ${shop}`,
    heading: 'Bitte bezahlen Sie Ihr Abonnement',
    failed: {
      TryAgain: 'Die Zahlung mit Ihrer gespeicherten Zahlungsmethode wurde abgelehnt.',
      BuyerNeeded: 'Die Zahlung mit Ihrer gespeicherten Zahlungsmethode braucht Ihre Bestätigung.',
      NeverAgain:
        'Ihre gespeicherte Zahlungsmethode wird nicht mehr angenommen. Bitte zahlen Sie mit einer anderen.',
    },
    wrong: {
      TaxId: 'Ihre Steuernummer passt nicht zu Ihrer Adresse. Deshalb wurde nichts abgebucht.',
      Address:
        'Die Postleitzahl oder der Ort Ihrer Adresse fehlt oder stimmt nicht. Davon hängen Steuern ab. Deshalb wurde nichts abgebucht.',
    },
    correct:
      'Korrigieren Sie die Angaben auf der Seite, auf der Sie bezahlen: Sie gelten dann auch für spätere Zahlungen dieses Abonnements. Wenn Sie sie stattdessen in Ihrem Konto korrigieren, buchen wir von Ihrer gespeicherten Zahlungsmethode ab.',
    again: (day) =>
      `Wir versuchen es am ${day} noch einmal. Wenn Sie vorher bezahlen, wird nichts weiter abgebucht.`,
    due: (title, amount) => `Der nächste Zeitraum von ${title} ist fällig: ${amount}.`,
    access: (day) => `Bis Sie bezahlen, funktionieren Ihre Lizenzen weiter bis zum ${day}.`,
    end: (day) => `Ohne Zahlung endet das Abonnement am ${day}.`,
    pay: 'Jetzt bezahlen',
    link: 'Der Link zum Bezahlen gilt 14 Tage.',
  },
  renewal: {
    subject: (shop) => `Ihr Abonnement bei ${shop} verlängert sich bald`,
    heading: 'Ihr Abonnement verlängert sich bald',
    charged: (title, amount, day) =>
      `${title} verlängert sich am ${day}. Wir buchen ${amount} von Ihrer gespeicherten Zahlungsmethode ab.`,
    asked: (title, amount, day) =>
      `${title} verlängert sich am ${day}. Wir bitten Sie dann, ${amount} zu bezahlen.`,
    cancel: (day) => `Wenn Sie nicht weitermachen möchten, kündigen Sie vor dem ${day}.`,
  },
  card: {
    subject: (shop) => `Die Karte für Ihr Abonnement bei ${shop} läuft ab`,
    heading: 'Ihre Karte läuft vor der nächsten Zahlung ab',
    another: 'Andere Karte angeben',
    text: (card, day) =>
      `Ihre ${card} gilt nicht mehr, wenn sich das Abonnement am ${day} verlängert. Bitte geben Sie eine andere Karte an.`,
  },
  cancelled: {
    subject: (shop) => `Ihr Abonnement bei ${shop} ist gekündigt`,
    heading: 'Ihr Abonnement ist gekündigt',
    text: (title, day) => `${title} endet am ${day}. Es wird nichts mehr abgebucht.`,
    kept: (day) =>
      `Danach behalten Ihre Lizenzen die Versionen, die bis zum ${day} erschienen sind, mit Sicherheitsupdates.`,
    takeBack: (day) => `Anders überlegt? Bis zum ${day} können Sie die Kündigung zurücknehmen.`,
    keep: 'Abonnement behalten',
  },
  resumed: {
    subject: (shop) => `Ihr Abonnement bei ${shop} läuft weiter`,
    heading: 'Ihr Abonnement läuft weiter',
    text: (title, amount, day) => `${title} verlängert sich am ${day} für ${amount}.`,
  },
  paused: {
    subject: (shop) => `Ihr Abonnement bei ${shop} ist unterbrochen`,
    heading: 'Ihr Abonnement ist unterbrochen',
    text: (title, day) => `${title} funktioniert bis zum ${day}. In der Pause wird nichts abgebucht.`,
    goesOn: (amount, day) => `Es läuft am ${day} von selbst für ${amount} weiter.`,
  },
  price: {
    subject: (shop) => `Der Preis Ihres Abonnements bei ${shop} ändert sich`,
    heading: 'Der Preis Ihres Abonnements ändert sich',
    text: (title, old, next, day) => `${title} kostet ab dem ${day} ${next} statt ${old}.`,
    plusTax: 'Wo Preise keine MwSt. enthalten, kommt sie hinzu.',
    later: (next) => `Sobald Ihre Rabatte enden, kostet es ${next}.`,
    cancel: (day) => `Wenn Sie das nicht möchten, kündigen Sie vor dem ${day}. Bis dahin ändert sich nichts.`,
  },
  plan: {
    subject: (shop) => `Ihr Abonnement bei ${shop} ändert sich`,
    heading: 'Ihr Abonnement ändert sich',
    later: (title, quantity, day) =>
      `Ab dem ${day} haben Sie ${quantity === 1 ? title : `${title}, ${quantity} Lizenzen`} abonniert.`,
    laterCosts: (amount, day) => `Die Zahlung am ${day} beträgt ${amount}. Vorher ist nichts fällig.`,
    laterInUse: (day) =>
      `Werden am ${day} mehr Lizenzen auf Geräten genutzt, behalten Sie diese und bezahlen sie.`,
    paid: (title, quantity, amount) =>
      `Ihr Abonnement wechselt zu ${quantity === 1 ? title : `${title}, ${quantity} Lizenzen`}, sobald Sie den Unterschied bezahlt haben: ${amount}.`,
    unpaid: (day) =>
      `Bis dahin bleibt alles, wie es ist. Wenn Sie nicht vor dem ${day} bezahlen, ändert sich nichts.`,
    begunSubject: (shop) => `Ihr Abonnement bei ${shop} hat sich geändert`,
    begunHeading: 'Ihr Abonnement hat sich geändert',
    begun: (title, quantity) =>
      `Sie haben jetzt ${quantity === 1 ? title : `${title}, ${quantity} Lizenzen`} abonniert.`,
    inUse: (agreed, quantity) =>
      `Sie wollten ${agreed === 1 ? 'eine Lizenz' : `${agreed} Lizenzen`}, aber ${quantity} werden auf Geräten genutzt und funktionieren weiter. Um weniger zu bezahlen, geben Sie Geräte frei und ändern Sie die Anzahl noch einmal.`,
    costs: (amount, day) => `Die Zahlung am ${day} beträgt ${amount}.`,
  },
  merged: {
    subject: (shop) => `Ihre Zahlungen bei ${shop} werden zusammengezählt`,
    heading: 'Ihre Zahlungen werden zusammengezählt',
    text: (title, payments) =>
      payments === 1
        ? `Sie haben zwei Abonnements für ${title}. Eine Zahlung für das eine zählt jetzt für das andere.`
        : `Sie haben zwei Abonnements für ${title}. ${payments} Zahlungen für das eine zählen jetzt für das andere.`,
    ends: (day) =>
      `Das Abonnement, dessen Zahlungen jetzt für das andere zählen, endet am ${day}. Dafür wird nichts mehr abgebucht. Das andere läuft weiter.`,
  },
  milestone: {
    subject: (shop) => `Ein Gutschein für Sie von ${shop}`,
    heading: 'Ein Gutschein für Sie',
    text: (title, payments) =>
      payments === 1
        ? `Vielen Dank für Ihre erste Zahlung für ${title}.`
        : `Vielen Dank für ${payments} Zahlungen für ${title}.`,
    code: (coupon, code) =>
      `Geben Sie diesen Code im Warenkorb ein: ${code} (${coupon}). Er gilt für eine Bestellung.`,
    endsAt: (day) => `Der Gutschein endet am ${day}.`,
    visitShop: 'Zum Shop',
  },
  priceStays: {
    subject: (shop) => `Der Preis Ihres Abonnements bei ${shop} bleibt`,
    heading: 'Der Preis Ihres Abonnements bleibt',
    text: (title, amount) =>
      `Der angekündigte neue Preis für ${title} gilt nun doch nicht. Ihre nächste Zahlung beträgt ${amount}.`,
  },
  owned: {
    subject: (shop: string) => `Ihre Lizenzen von ${shop} gehören Ihnen`,
    heading: 'Ihre Lizenzen gehören Ihnen',
    text: (title: string) =>
      `${title} ist vollständig bezahlt. Die Lizenzen enden nie, und es wird nichts mehr abgebucht.`,
  },
  ended: {
    subject: (shop) => `Ihr Abonnement bei ${shop} ist beendet`,
    heading: 'Ihr Abonnement ist beendet',
    text: (title, day) => `${title} endete am ${day}. Es wird nichts mehr abgebucht.`,
    kept: (day) =>
      `Ihre Lizenzen funktionieren weiter, mit den Versionen, die bis zum ${day} erschienen sind, und Sicherheitsupdates.`,
    unpaid: 'Es endete, weil eine Zahlung fehlte.',
  },
};
