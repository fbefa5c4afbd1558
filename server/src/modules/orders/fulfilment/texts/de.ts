import type { ReceiptTexts } from './en.ts';

/** The German texts. */
export const de: ReceiptTexts = {
  subject: { Receipt: (shop) => `Ihr Beleg von ${shop}`, Invoice: (shop) => `Ihre Rechnung von ${shop}` },
  heading: 'Vielen Dank für Ihren Einkauf',
  order: (number) => `Bestellung ${number}`,
  withdrawal: { text: 'Anders überlegt?', label: 'Vertrag hier widerrufen' },
  visitShop: 'Zum Shop',
  choosePassword: 'Passwort wählen',
  confirmAddress: 'E-Mail-Adresse bestätigen',
  afterwards: 'Der Link gilt 14 Tage. Danach klicken Sie bei der Anmeldung auf „Passwort vergessen?“.',
  waitsForPassword: (email) =>
    `Um Ihre Lizenzen zu erhalten, klicken Sie bei der Anmeldung auf „Passwort vergessen?“ und geben Sie ${email} ein. Wir senden Ihnen dorthin einen Link, mit dem Sie ein Passwort wählen.`,
  waitsForProof: (email) =>
    `Um Ihre Lizenzen zu erhalten, bestätigen Sie, dass ${email} Ihre E-Mail-Adresse ist. Danach können Sie ein Passwort wählen.`,
  inNewAccount: (email) =>
    `Ihre Lizenzen sind in einem Konto für ${email}, das noch kein Passwort hat. Wählen Sie eines mit dem Link unten.`,
  inAccount: (email) => `Ihre Lizenzen sind in Ihrem Konto (${email}).`,
  toProducts: 'Zu meinen Produkten',
  download: (product) => `${product} herunterladen`,
  account: 'Ihrem Konto',
  accountInShop: 'Ihrem Konto im Shop',
  next: 'So geht es weiter',
  downloadSteps: (account) => [
    `Laden Sie Ihren Einkauf aus ${account} herunter.`,
    'Installieren und öffnen Sie die Anwendung, starten Sie dort die Aktivierung und melden Sie sich mit demselben Konto an.',
  ],
  nextSignIn: (account) =>
    `So geht es weiter: Öffnen Sie die Anwendung, starten Sie dort die Aktivierung und melden Sie sich mit ${account} an.`,
  nextCharge: (title: string, amount: string, day: string) =>
    `${title}: Die nächste Zahlung, ${amount}, ist am ${day} fällig. Sie wird von der Zahlungsmethode abgebucht, mit der Sie bezahlt haben. Bis dahin können Sie kündigen.`,
  afterFreeDays: ({ title, days, amount, cycle, day }) =>
    `${title}: ${freeDays(days)}, danach ${cycle === undefined ? `${amount} am` : `${amount} ${cycle} ab dem`} ${day}. Der Betrag wird von der Zahlungsmethode abgebucht, die Sie gespeichert haben. Wenn Sie vor diesem Tag kündigen, zahlen Sie nichts.`,
  freeDays,
  cycles: {
    Daily: 'pro Tag',
    Weekly: 'pro Woche',
    Monthly: 'pro Monat',
    Quarterly: 'alle drei Monate',
    Yearly: 'pro Jahr',
  },
  manage: 'Zahlungsmethode ändern oder kündigen, ohne Anmeldung',
  noFreeLicense: (limit) =>
    `Diese Bestellung enthält keine Lizenz: Jeder Kunde kann für jedes Produkt ${licenses(limit)} erhalten, und Sie haben diese Grenze erreicht.`,
  omitted: (items, limit) =>
    `Nicht enthalten: ${items}. Jeder Kunde kann für jedes Produkt ${licenses(limit)} erhalten, und Sie haben diese Grenze erreicht.`,
};

function freeDays(days: number): string {
  return days === 1 ? 'ein Tag kostenlos' : `${days} Tage kostenlos`;
}

function licenses(count: number): string {
  return count === 1 ? 'eine kostenlose Lizenz' : `${count} kostenlose Lizenzen`;
}
