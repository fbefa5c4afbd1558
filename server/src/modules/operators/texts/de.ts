import type { OperatorTexts } from './en.ts';

/** The German texts. */
export const de: OperatorTexts = {
  Invitation: {
    subject: (account) => `Ihr Zugang zum Dashboard von ${account}`,
    heading: (name) => `Willkommen, ${name}`,
    text: (account) =>
      `Sie können im Dashboard von ${account} arbeiten. Wählen Sie zuerst ein Passwort. Der Link funktioniert einmal, innerhalb einer Woche.`,
    label: 'Passwort wählen',
  },
  Reset: {
    subject: (account) => `Ein neues Passwort für das Dashboard von ${account}`,
    heading: () => 'Wählen Sie ein neues Passwort',
    text: (account) =>
      `Ihr Passwort für das Dashboard von ${account} wurde zurückgesetzt, und Sie sind überall abgemeldet. Der Link funktioniert einmal, innerhalb einer Stunde.`,
    label: 'Neues Passwort wählen',
  },
  Forgotten: {
    subject: (account) => `Ein neues Passwort für das Dashboard von ${account}`,
    heading: () => 'Wählen Sie ein neues Passwort',
    text: (account) =>
      `Jemand, vermutlich Sie, möchte ein neues Passwort für das Dashboard von ${account}. Der Link funktioniert einmal, innerhalb einer Stunde. Bis Sie ihn benutzen, bleibt Ihr Passwort, wie es ist.`,
    label: 'Neues Passwort wählen',
  },
  note: 'Wenn Sie diese E-Mail nicht erwarten, fragen Sie den Inhaber des Kontos. Ohne den Link kann niemand etwas tun.',
};
