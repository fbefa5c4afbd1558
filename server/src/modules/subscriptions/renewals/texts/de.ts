import type { RenewalTexts } from './en.ts';

export const de: RenewalTexts = {
  subject: (shop) => `Bitte bezahlen Sie Ihr Abonnement bei ${shop}`,
  heading: 'Bitte bezahlen Sie Ihr Abonnement',
  due: (title, amount) => `Der nächste Zeitraum von ${title} ist fällig: ${amount}.`,
  access: (day) => `Bis Sie bezahlen, funktionieren Ihre Lizenzen weiter bis zum ${day}.`,
  end: (day) => `Ohne Zahlung endet das Abonnement am ${day}.`,
  pay: 'Jetzt bezahlen',
  link: 'Der Link gilt 14 Tage, ohne Anmeldung.',
};
