import type { RenewalTexts } from './en.ts';

export const de: RenewalTexts = {
  subject: (shop) => `Bitte bezahlen Sie Ihr Abonnement bei ${shop}`,
  heading: 'Bitte bezahlen Sie Ihr Abonnement',
  failed: {
    TryAgain: 'Die Zahlung mit Ihrer gespeicherten Zahlungsart wurde abgelehnt.',
    BuyerNeeded: 'Die Zahlung mit Ihrer gespeicherten Zahlungsart braucht Ihre Bestätigung.',
    NeverAgain:
      'Ihre gespeicherte Zahlungsart wird nicht mehr angenommen. Bitte zahlen Sie mit einer anderen.',
  },
  again: (day) =>
    `Wir versuchen es am ${day} noch einmal. Wenn Sie vorher bezahlen, wird nichts weiter abgebucht.`,
  due: (title, amount) => `Der nächste Zeitraum von ${title} ist fällig: ${amount}.`,
  access: (day) => `Bis Sie bezahlen, funktionieren Ihre Lizenzen weiter bis zum ${day}.`,
  end: (day) => `Ohne Zahlung endet das Abonnement am ${day}.`,
  pay: 'Jetzt bezahlen',
  link: 'Der Link gilt 14 Tage, ohne Anmeldung.',
};
