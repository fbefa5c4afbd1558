import type { PaymentTexts } from './payment-en.ts';

const checks: PaymentTexts['names'] = {
  use: 'In Benutzung',
  account: 'Konto bei Stripe',
  mode: 'Test oder live',
  key: 'Kasse',
  payments: 'Zahlungen',
  refunds: 'Erstattungen',
  events: 'Ereignisse',
  disputes: 'Rückbuchungen',
  warnings: 'Betrugswarnungen',
  customers: 'Käufer für Steuern',
  webhook: 'Webhook',
  currency: 'Währung',
  taxes: 'Steuern',
  mails: 'E\u2011Mails an Sie',
};

/** Where the result says everything; reasons of what is wrong come from the server and from Stripe, in English. */
const sentences: PaymentTexts['sentences'] = {
  'use Fine': 'Die Kasse nimmt damit Zahlungen an.',
  'account Fine': 'Der Schlüssel nennt sein Konto.',
  'account Note': 'Der Schlüssel darf nicht sagen, zu welchem Konto er gehört.',
  'mode Fine': 'Live: Es fließt Geld.',
  'mode Note': 'Test: Es fließt kein Geld, und Testkarten kaufen echte Lizenzen.',
  'key Fine': 'Der Schlüssel darf, was nötig ist.',
  'payments Fine': 'Der Schlüssel darf, was nötig ist.',
  'refunds Fine': 'Der Schlüssel darf, was nötig ist.',
  'events Fine': 'Der Schlüssel darf, was nötig ist.',
  'disputes Fine': 'Der Schlüssel darf, was nötig ist.',
  'warnings Fine': 'Der Schlüssel darf, was nötig ist.',
  'customers Fine': 'Der Schlüssel darf, was nötig ist.',
  'mails Fine': 'E\u2011Mails über Zahlungen gehen an die Adresse des Verkäufers.',
  'mails Note':
    'Ihre E\u2011Mail-Adresse fehlt. Bis dahin erhalten die Inhaber des Kontos die E\u2011Mails über fehlgeschlagene Zahlungen, Geld ohne Forderung und Rückbuchungen.',
  'webhook Fine': 'Stripe meldet Ereignisse an diesen Server.',
  'webhook Note': 'Stripe meldet nichts an eine Adresse, die hier geprüft werden kann.',
};

/** The German texts about the payment provider. */
export const paymentDe: PaymentTexts = {
  notConnected: 'Stripe ist nicht verbunden',
  notConnectedText:
    'Verbinden Sie Ihr Stripe-Konto, um Zahlungen anzunehmen. Beginnen Sie mit einem Testschlüssel: Dann können Sie ohne Geld in Ihrem eigenen Shop kaufen.',
  connect: 'Stripe verbinden',
  connection: 'Verbindung',
  modes: { Test: 'Test: Es fließt kein Geld', Live: 'Live' },
  mode: 'Modus',
  key: 'Schlüssel',
  keyHint: (end) => `endet mit ${end}`,
  inPage: 'Formular auf der Seite der Kasse',
  managed: 'Verkäufer im rechtlichen Sinn',
  managedBy: { stripe: 'Stripe', own: 'Sie' },
  tax: 'Steuern durch Stripe',
  taxModes: {
    off: 'Stripe berechnet keine',
    inclusive: 'Stripe berechnet sie, die Preise enthalten sie',
    exclusive: 'Stripe berechnet sie, sie kommen dazu',
  },
  managedSwitch: 'Stripe ist der Verkäufer im rechtlichen Sinn (Managed Payments)',
  inPageSwitch: 'Das Zahlungsformular auch auf der Seite der Kasse zeigen',
  yes: 'Ja',
  no: 'Nein',
  checks: 'Prüfungen',
  checkAgain: 'Erneut prüfen',
  allFine: 'Alles funktioniert, wie es soll.',
  someWrong: (count) =>
    count === 1
      ? 'Etwas verhindert, dass Zahlungen funktionieren.'
      : `${count} Dinge verhindern, dass Zahlungen funktionieren.`,
  results: { Fine: 'In Ordnung', Note: 'Hinweis', Wrong: 'Falsch' },
  names: checks,
  sentences,
  enterEmail: 'Eintragen',
  change: 'Ändern',
  disconnect: 'Trennen',
  disconnectTitle: 'Stripe trennen',
  disconnectText:
    'Der Schlüssel wird gelöscht, und die Kasse nimmt keine Zahlungen an, bis Sie wieder verbinden. Abos können so lange nicht abgebucht werden.',
  force: 'Auch wenn Zahlungen ausstehen: Sie scheitern an ihrer Frist, selbst wenn der Käufer bezahlt hat',
  stillReports: (reason) =>
    `Der Schlüssel ist gelöscht. Stripe meldet noch Ereignisse: Löschen Sie den Endpunkt dort. ${reason}`,
  steps: { key: 'der Schlüssel', options: 'Optionen' },
  step: (now, all, name) => `Schritt ${now} von ${all}: ${name}`,
  next: 'Weiter',
  keyText: {
    where:
      'Öffnen Sie im Stripe-Dashboard „Entwickler“, „API-Schlüssel“, und erstellen Sie einen eingeschränkten Schlüssel mit diesen Rechten:',
    paste: 'Fügen Sie ihn dann hier ein. Er wird verschlüsselt gespeichert und nie wieder angezeigt.',
  },
  permissions: [
    'Checkout Sessions: write',
    'Payment Intents: write',
    'Charges and Refunds: write',
    'Customers: write',
    'Events: read',
    'Disputes: read',
    'Radar: read',
    'Webhook Endpoints: write',
  ],
  secret: 'Geheimer oder eingeschränkter Schlüssel',
  secretText: 'Er beginnt mit rk_test_, sk_test_, rk_live_ oder sk_live_.',
  wrongKey:
    'Das ist kein geheimer Schlüssel: Ein solcher beginnt mit rk_test_, sk_test_, rk_live_ oder sk_live_.',
  publicOnly: 'Das ist der öffentliche Schlüssel. Der geheime beginnt mit sk_ oder rk_.',
  testKey: 'Ein Testschlüssel: Es fließt kein Geld, und Testkarten kaufen echte Lizenzen.',
  liveKey: 'Ein Live-Schlüssel: Käufer bezahlen echtes Geld.',
  webhook: 'Wie Stripe Zahlungen meldet',
  webhooks: {
    keep: 'Wie bisher',
    auto: 'Eine Adresse bei Stripe eintragen (empfohlen)',
    own: 'Ein eigener Endpunkt, mit diesem Geheimnis',
    none: 'Gar nicht: Zahlungen werden einige Minuten später bemerkt',
  },
  webhookSecret: 'Signaturgeheimnis des Endpunkts',
  webhookNeeded: 'Geben Sie das Signaturgeheimnis Ihres Endpunkts ein.',
  publishable: 'Öffentlicher Schlüssel',
  publishableText: 'Nur für das Zahlungsformular auf Ihren eigenen Seiten. Er beginnt mit pk_.',
  connectSubmit: 'Verbinden',
  modesMixed:
    'Test- und Live-Schlüssel lassen sich nicht mischen. Trennen Sie zuerst, und verbinden Sie dann mit dem anderen Schlüssel.',
  accountsMixed:
    'Dieser Schlüssel gehört zu einem anderen Konto bei Stripe, während Zahlungen oder Erstattungen ausstehen. Warten Sie, bis sie beendet sind.',
  changedMeanwhile:
    'Jemand anderes hat die Verbindung inzwischen geändert. Schließen Sie dies, sehen Sie sie an, und versuchen Sie es dann noch einmal.',
  pending: 'Es stehen Zahlungen aus. Warten Sie, bis sie beendet sind: eine Stunde, bei Überweisungen Tage.',
};
