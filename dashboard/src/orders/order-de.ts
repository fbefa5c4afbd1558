import type { OrderTexts } from './order-en.ts';

/** The German texts of what can be done with an order. */
export const orderDe: OrderTexts = {
  refunds: 'Erstattungen',
  refundStatuses: { Pending: 'Ausstehend', Succeeded: 'Erstattet', Failed: 'Fehlgeschlagen' },
  refundOrigins: {
    Vendor: 'Hier veranlasst',
    Provider: 'Beim Zahlungsanbieter veranlasst',
    Dispute: 'Verlorene Rückbuchung',
  },
  refund: 'Erstatten',
  refundTitle: (number) => `Bestellung ${number} erstatten`,
  what: 'Was zurückgeht',
  parts: {
    all: (amount) => `Alles, was übrig ist: ${amount}`,
    units: 'Einzelne Stücke',
    amount: 'Ein Geldbetrag',
  },
  units: (title, most) => `${title}, höchstens ${most}`,
  unitsShape: 'Geben Sie für mindestens einen Artikel eine Anzahl ein.',
  amount: (currency) => `Betrag in ${currency}`,
  amountShape: 'Geben Sie einen Betrag wie 12,50 ein.',
  reason: 'Grund',
  reasonText: 'Der Käufer liest ihn in der E\u2011Mail und auf der Gutschrift.',
  keepLicenses: 'Der Käufer behält die Lizenzen',
  subscription: 'Das Abo',
  choose: 'Wählen …',
  chooseSubscription: 'Wählen Sie, was aus dem Abo wird.',
  subscriptions: {
    EndNow: 'Endet jetzt',
    EndWithPeriod: 'Endet mit dem bezahlten Zeitraum',
    Keep: 'Läuft weiter',
  },
  outcome: {
    all: (amount, email) =>
      `${amount} gehen auf dem Zahlungsweg zurück, eine Gutschrift wird ausgestellt, und ${email} erhält eine E\u2011Mail.`,
    units: (email) =>
      `Was für diese Stücke bezahlt wurde, geht zurück, eine Gutschrift wird ausgestellt, und ${email} erhält eine E\u2011Mail.`,
    amount: (amount, email) =>
      `${amount} gehen auf dem Zahlungsweg zurück, eine Gutschrift wird ausgestellt, und ${email} erhält eine E\u2011Mail. Die Lizenzen behält der Käufer.`,
    revoked: 'Die Lizenzen dieser Stücke funktionieren nicht mehr: zuerst die ohne Geräte.',
    kept: 'Die Lizenzen funktionieren weiter.',
    subscriptions: {
      EndNow: 'Das Abo endet jetzt.',
      EndWithPeriod: 'Das Abo endet mit dem bezahlten Zeitraum.',
      Keep: 'Das Abo läuft weiter.',
    },
  },
  buyer: 'der Käufer',
  affected: 'Spätere Bestellungen dieses Kunden waren wegen dieser Lizenzen billiger. Trotzdem erstatten.',
  receipt: 'Beleg noch einmal senden',
  receiptText: (email) =>
    `${email} erhält die E\u2011Mail zu dieser Bestellung noch einmal, mit einem Link zum Beleg. Wer noch kein Passwort gewählt hat, erhält dafür einen neuen Link.`,
  invoice: 'Rechnung berichtigen',
  invoiceReplaces: (number) =>
    `Mit diesen Angaben wird eine neue Rechnung ausgestellt. Sie nennt ${number} und ersetzt sie: Ein ausgestellter Beleg ändert sich nie. Beträge und Steuern bleiben. Senden Sie danach den Beleg noch einmal, damit der Käufer sie bekommt.`,
  invoiceBeside: (number) =>
    `Mit diesen Angaben wird eine Rechnung für denselben Kauf wie ${number} ausgestellt. Beträge und Steuern bleiben.`,
  invoiceSubmit: 'Rechnung ausstellen',
  invoiceFields: {
    name: 'Name',
    businessName: 'Firma',
    taxId: 'Steuernummer',
    streetAddress1: 'Straße',
    streetAddress2: 'Zweite Zeile',
    postCode: 'Postleitzahl',
    locality: 'Ort',
    region: 'Bundesland oder Region',
    countryCode: 'Land, mit zwei Buchstaben',
  },
  return: 'Geld zurückgeben',
  returnText: (amount) =>
    `${amount} gehen auf dem Weg zurück, auf dem das Geld kam, und wer bezahlt hat, erhält eine E\u2011Mail. Lizenzen und Belege bleiben, wie sie sind: Mit dieser Zahlung wurde nichts gekauft.`,
  returnReasonText: 'Der Käufer liest ihn in der E\u2011Mail.',
  returnSubmit: 'Zurückgeben',
  undueReasons: {
    Surplus:
      'Eine Zahlung ist eingegangen, die nicht nötig oder höher als der Preis war. Mit ihr wurde nichts gekauft.',
    Short: 'Eine Zahlung war niedriger als der Preis. Mit ihr wurde nichts gekauft.',
  },
  settle: 'Rückgabe eintragen',
  settleText: (amount, email) =>
    `${amount} stehen dem Käufer noch zu. Wenn Sie den Betrag auf anderem Weg zurückgegeben haben, etwa per Überweisung, tragen Sie es ein: Es wird dann nichts mehr von selbst erstattet, und ${email} erhält eine Mail.`,
  settleReason: 'Wie er zurückgegeben wurde',
  settleReasonMissing: 'Geben Sie an, wie das Geld zurückgegeben wurde.',
  settleSubmit: 'Eintragen',
  owed: 'Geld muss zurückgegeben werden',
  owedText: (amount, reason) => `${amount}: ${reason}`,
  receiptSubmit: 'Senden',
  receiptSent: (email) => `Der Beleg ist unterwegs an ${email}.`,
};
