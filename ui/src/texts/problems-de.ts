import type { ProblemText } from './shared-en.ts';

/**
 * The server's English texts in German, by the type of the error: the refusals that a visitor of the pages can meet.
 */
export const problemsDe: Readonly<Record<string, ProblemText>> = {
  ActivationRequestCancelled: {
    title: 'Diese Aktivierung wurde abgebrochen',
    text: 'Starten Sie die Aktivierung in der Anwendung neu.',
  },
  ActivationRequestExpired: {
    title: 'Diese Aktivierung ist abgelaufen',
    text: 'Starten Sie die Aktivierung in der Anwendung neu.',
  },
  ActivationRequestFulfilled: {
    title: 'Diese Aktivierung wurde schon bestätigt',
    text: 'Machen Sie in der Anwendung weiter.',
  },
  BillingNeedsCustomer: {
    title: 'Die Rechnungsangaben kann nur der Käufer ändern',
    text: 'Melden Sie sich mit dem Konto an, zu dem diese Bestellung gehört.',
  },
  CheckoutLinkExpired: {
    title: 'Dieser Link zur Kasse ist abgelaufen',
    text: 'Gehen Sie im Shop erneut zur Kasse.',
  },
  CouponNoLongerUsable: {
    title: 'Ein Gutschein gilt nicht mehr',
    text: 'Es wurde nichts abgebucht. Entfernen Sie ihn, um fortzufahren.',
  },
  CouponsNeedCustomer: {
    title: 'Gutscheine kann nur der Käufer ändern',
    text: 'Melden Sie sich mit dem Konto an, zu dem diese Bestellung gehört.',
  },
  EmailInUse: {
    title: 'Diese E\u2011Mail-Adresse wird schon verwendet',
    text: 'Melden Sie sich mit ihr an oder wählen Sie eine andere Adresse.',
  },
  EmailNotConfirmed: {
    title: 'Bestätigen Sie zuerst Ihre E\u2011Mail-Adresse',
    text: 'Öffnen Sie den Link, den wir Ihnen gesendet haben.',
  },
  FreeLimitReached: {
    title: 'Zu viele kostenlose Lizenzen',
    text: 'Diese Bestellung enthält mehr kostenlose Lizenzen, als ein Kunde bekommen kann.',
  },
  InvalidCode: {
    title: 'Der Code ist falsch oder abgelaufen',
    text: 'Fordern Sie einen neuen Link an.',
  },
  InvalidCredentials: {
    title: 'E\u2011Mail oder Passwort ist falsch',
    text: 'Prüfen Sie beides und versuchen Sie es noch einmal.',
  },
  MethodsNotSaved: {
    title: 'Zahlungsmethoden werden hier nicht gespeichert',
    text: 'Bitte wenden Sie sich an den Anbieter.',
  },
  NoFreeActivations: {
    title: 'Alle Ihre Aktivierungen sind vergeben',
    text: 'Geben Sie zuerst ein anderes Gerät frei.',
  },
  OfflineActivationNotAllowed: {
    title: 'Offline-Aktivierung ist nicht möglich',
    text: 'Dieses Produkt lässt sich nur mit Internetverbindung aktivieren.',
  },
  OrderCompleted: {
    title: 'Diese Bestellung ist schon bezahlt',
    text: 'Füllen Sie einen neuen Warenkorb, um mehr zu kaufen.',
  },
  OrderEmpty: {
    title: 'Ihr Warenkorb ist leer',
    text: 'Legen Sie im Shop etwas hinein und kommen Sie dann zum Bezahlen zurück.',
  },
  OrderOfAnotherCustomer: {
    title: 'Diese Bestellung gehört jemand anderem',
    text: 'Füllen Sie im Shop einen neuen Warenkorb.',
  },
  OrderPaymentProcessing: {
    title: 'Für diese Bestellung läuft schon eine Zahlung',
    text: 'Warten Sie, bis sie abgeschlossen oder fehlgeschlagen ist.',
  },
  OrderTaken: {
    title: 'Diese Bestellung gehört jetzt jemand anderem',
    text: 'Sie können sie hier nicht bezahlen. Füllen Sie im Shop einen neuen Warenkorb.',
  },
  OrderTooLarge: {
    title: 'Diese Bestellung ist zu groß',
    text: 'Sie enthält mehr Lizenzen, als eine Bestellung gewähren kann. Teilen Sie sie auf.',
  },
  PaymentsNotConfigured: {
    title: 'Bezahlen ist noch nicht möglich',
    text: 'Der Shop hat noch keine Zahlungen eingerichtet.',
  },
  ProductInactive: {
    title: 'Dieses Produkt ist nicht verfügbar',
    text: 'Der Anbieter hat es aus dem Angebot genommen.',
  },
  ProductNotOwned: {
    title: 'Sie brauchen zuerst eine Lizenz',
    text: 'Zu Ihrem Konto gehört keine Lizenz für dieses Produkt.',
  },
  PaymentsRefused: {
    title: 'Dieser Shop kann zurzeit keine Zahlungen annehmen',
    text: 'Der Zahlungsdienst akzeptiert den Shop im Moment nicht. Ihre Bestellung bleibt erhalten. Bitte wenden Sie sich an den Shop.',
  },
  ReceiptPending: {
    title: 'Der Beleg ist noch nicht da',
    text: 'Sie finden ihn hier, wenn die Bestellung abgeschlossen ist.',
  },
  ReleaseNotAllowed: {
    title: 'Dieses Gerät können Sie nicht freigeben',
    text: 'Bitten Sie den Shop, es freizugeben.',
  },
  ReleaseTooSoon: {
    title: 'Vor Kurzem wurde schon ein Gerät freigegeben',
    text: 'Versuchen Sie es später noch einmal.',
  },
  StoreClosed: {
    title: 'Dieser Shop ist geschlossen',
    text: 'Der Anbieter verkauft hier nichts mehr.',
  },
  TaxCountryUnclear: {
    title: 'Bestätigen Sie Ihr Land',
    text: 'Die MwSt. richtet sich nach dem Land der Rechnungsadresse. Es wurde nichts abgebucht.',
  },
  TrialExpired: { title: 'Die Testphase ist zu Ende', text: 'Sie können es nur mit einer Lizenz nutzen.' },
  TrialsNotAllowed: {
    title: 'Dieses Produkt hat keine Testphase',
    text: 'Sie können es nur mit einer Lizenz nutzen.',
  },
  Unauthorized: { title: 'Bitte melden Sie sich an', text: 'Melden Sie sich an, um fortzufahren.' },
  UpgradeInPayment: {
    title: 'Für diese Lizenz wird schon ein Upgrade bezahlt',
    text: 'Hier wurde nichts abgebucht. Warten Sie, bis die andere Zahlung abgeschlossen ist, oder brechen Sie sie ab.',
  },
  VoucherExpired: {
    title: 'Dieser Code ist abgelaufen',
    text: 'Der letzte Tag, an dem er eingelöst werden konnte, ist vorbei.',
  },
  VoucherNotRedeemable: {
    title: 'Dieser Code kann nicht eingelöst werden',
    text: 'Der Anbieter hat ihn oder etwas, das er enthält, zurückgezogen.',
  },
  VoucherRedeemed: {
    title: 'Dieser Code wurde schon eingelöst',
    text: 'Er gehört jemand anderem.',
  },
};
