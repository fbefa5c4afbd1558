import type { DashboardTexts } from './dashboard-en.ts';

/** Refusals by their type; the server's own sentences are in English. */
export const problemsDe: DashboardTexts['problems'] = {
  SignInProviderUnavailable:
    'Der Dienst, mit dem Sie sich anmelden, antwortet nicht. Versuchen Sie es gleich noch einmal, oder nehmen Sie Ihr Passwort. Es wurde nichts geändert.',
  ProviderSignInRefused:
    'Die Anmeldung dort wurde nicht angenommen: Sie wurde beendet, dauerte mehr als fünf Minuten, oder wurde schon benutzt. Beginnen Sie neu.',
  EmailUnproven: 'Ihr Konto dort braucht eine geprüfte E\u2011Mail-Adresse.',
  StrangeEmail:
    'Niemand hier hat die E\u2011Mail-Adresse Ihres Kontos dort. Bitten Sie einen Inhaber um eine Einladung.',
  PasskeyRefused:
    'Der Passkey wurde nicht angenommen. Vielleicht wurde er hier entfernt, oder es sind fünf Minuten vergangen. Versuchen Sie es noch einmal, oder nehmen Sie Ihr Passwort.',
  PasskeysUnavailable:
    'Browser erzeugen keine Passkeys für eine IP-Adresse. Öffnen Sie das Dashboard mit einem Hostnamen.',
  LastPasskey:
    'Sie haben kein Passwort, also ist dieser Passkey Ihr einziger Zugang. Fügen Sie zuerst einen anderen hinzu.',
  TooManyPasskeys: 'Sie haben zehn Passkeys, mehr werden nicht aufbewahrt. Entfernen Sie zuerst einen.',
  ConfirmationRequired: 'Sie haben nicht mit Ihrem Passwort bestätigt. Es wurde nichts geändert.',
  OperatorExists: 'Im Team ist schon jemand mit dieser E\u2011Mail-Adresse.',
  LastOwner: 'Das Konto braucht einen Inhaber. Machen Sie zuerst jemand anderen dazu.',
  Forbidden: 'Ihre Rolle umfasst das nicht. Es wurde nichts geändert.',
  StaleRevision: 'Jemand anderes hat das inzwischen geändert. Laden Sie die Seite neu.',
  EmailInUse: 'Ein anderer Kunde hat diese E\u2011Mail-Adresse.',
  NothingPaid: 'Es wurde kein Geld bezahlt, also kann keins zurückgehen.',
  PaymentDisputed:
    'Der Käufer hat die Zahlung zurückgebucht, und die Bank hält das Geld bis zu ihrer Entscheidung. Antworten Sie beim Zahlungsanbieter.',
  OrderInFulfilment: 'Die Bestellung wird gerade geliefert. Versuchen Sie es gleich noch einmal.',
  OrdersAffected: 'Der Kunde hat später weniger bezahlt, weil er besaß, was diese Erstattung zurücknimmt.',
  RefundExceedsOrder: 'Von einem Artikel sind weniger Stücke übrig.',
  RefundExceedsPayment: 'Von der Zahlung ist weniger übrig.',
  ReceiptPending: 'Die Bestellung ist noch nicht abgeschlossen. Danach gibt es einen Beleg.',
  BuyerDeleted: 'Der Käufer wurde gelöscht, also geht an niemanden eine E\u2011Mail.',
  SubscriptionEnded: 'Dieses Abo ist beendet und kann nicht mehr geändert werden.',
  SellerCountryMissing: 'Geben Sie zuerst in den Einstellungen das Land des Verkäufers an.',
  NothingToTakeBack: 'Die Kündigung kann nicht mehr zurückgenommen werden.',
  NothingToRetry:
    'Es ist keine Abbuchung fehlgeschlagen, die sich jetzt wiederholen lässt, oder eine Zahlung ist noch unterwegs.',
  RenewalNotHeld: 'Keine Verlängerung wartet auf Sie.',
  PlanChangePending: 'Eine Änderung dieses Abos wird gerade bezahlt.',
  ReplayRunning: 'Es wird noch etwas erneut gesendet. Versuchen Sie es danach noch einmal.',
  WebhookDisabled: 'Dieser Endpunkt ist ausgeschaltet. Schalten Sie ihn zuerst ein.',
  TooManyWebhooks: 'Es gibt schon so viele Endpunkte, wie die Einstellungen erlauben.',
  IdempotencyKeyReused:
    'Ein früherer Versuch kann geklappt haben. Schließen Sie dies, und sehen Sie nach, bevor Sie es noch einmal versuchen.',
  IdempotencyKeyInFlight: 'Das läuft gerade noch. Versuchen Sie es gleich noch einmal.',
};

/** What went wrong, in place of the sentences that buyers read. */
export const failureDe: DashboardTexts['failure'] = {
  connectionText:
    'Der Server ist nicht erreichbar. Prüfen Sie Ihre Internetverbindung, und versuchen Sie es dann noch einmal.',
  outdatedText:
    'Der Server wurde aktualisiert, während diese Seite offen war. Laden Sie die Seite neu, um fortzufahren.',
  busy: 'Der Server ist ausgelastet',
  serverText: 'Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.',
  refused: 'Der Server hat die Anfrage abgelehnt.',
  reference: (id) => `Kennung für das Protokoll des Servers: ${id}`,
  unchanged: 'Es wurde nichts geändert.',
  unsure: 'Ob etwas geändert wurde, ist nicht bekannt. Sehen Sie nach, bevor Sie es noch einmal versuchen.',
};

/** What to enter in a field that was refused. */
export const issuesDe: DashboardTexts['issues'] = {
  missing: 'Füllen Sie dieses Feld aus.',
  price: (currency) => `Geben Sie einen Preis in ${currency} ein.`,
  place: 'Geben Sie einen Ort oder eine Region ein.',
  country: 'Wählen Sie ein Land.',
  address: 'Geben Sie eine Adresse ein, die mit https:// beginnt.',
  email: 'Geben Sie eine E‑Mail-Adresse ein, etwa ada@example.com.',
  id: 'Verwenden Sie 2 bis 63 Kleinbuchstaben, Ziffern, Punkte und Bindestriche, etwa demo-app.',
  type: (name) => `Den Typ „${name}“ gibt es nicht.`,
};
