import type { NewsletterTexts } from './en.ts';

/** The German texts. */
export const de: NewsletterTexts = {
  confirm: {
    subject: (vendor) => `Bestätigen Sie Ihre Anmeldung bei ${vendor}`,
    heading: 'Nur noch ein Schritt',
    text: (vendor) => `Bestätigen Sie, dass Sie E-Mails von ${vendor} an diese Adresse erhalten möchten.`,
    label: 'Anmeldung bestätigen',
    notes: [
      'Der Link gilt 7 Tage.',
      'Waren Sie das nicht? Dann ignorieren Sie diese E-Mail. Sie erhalten keine weiteren.',
    ],
  },
  welcome: {
    subject: (vendor) => `Sie erhalten jetzt E-Mails von ${vendor}`,
    heading: 'Ihre Anmeldung ist bestätigt',
    newsletter: (vendor) => `Der nächste Newsletter von ${vendor} kommt an diese Adresse.`,
    updates: (vendor) => `${vendor} informiert Sie unter dieser Adresse über Neuigkeiten zu den Produkten.`,
    label: 'Wählen Sie, was wir Ihnen senden',
  },
};
