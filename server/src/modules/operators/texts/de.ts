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
  test: {
    subject: (account) => `Eine Testmail von ${account}`,
    heading: 'Das ist ein Test',
    text: (account) =>
      `So sehen E\u2011Mails von ${account} für Ihre Kunden aus: der Absender, der Name oder das Logo oben und die Farbe des Knopfs.`,
    label: 'Shop öffnen',
    note: 'Sie erhalten diese E\u2011Mail, weil Sie sie im Dashboard angefordert haben.',
  },
  codes: {
    On: {
      subject: (account) => `Einmalcodes für das Dashboard von ${account}`,
      heading: 'Einmalcodes sind eingeschaltet',
      text: (account) =>
        `Von jetzt an brauchen Sie einen Code Ihrer Authenticator-App, um sich am Dashboard von ${account} anzumelden.`,
    },
    Replaced: {
      subject: (account) => `Eine andere App zeigt Ihre Codes für das Dashboard von ${account}`,
      heading: 'Ihre Authenticator-App wurde ersetzt',
      text: (account) =>
        `Von jetzt an zeigt eine andere Authenticator-App Ihre Einmalcodes für das Dashboard von ${account}. Die Codes der vorigen und frühere Wiederherstellungscodes funktionieren nicht mehr.`,
    },
    Off: {
      subject: (account) => `Keine Einmalcodes mehr für das Dashboard von ${account}`,
      heading: 'Einmalcodes sind ausgeschaltet',
      text: (account) =>
        `Ihr Passwort allein meldet Sie jetzt am Dashboard von ${account} an. Auch die Wiederherstellungscodes funktionieren nicht mehr.`,
    },
    RecoveryCodeUsed: {
      subject: (account) => `Ein Wiederherstellungscode für das Dashboard von ${account} wurde benutzt`,
      heading: 'Einer Ihrer Wiederherstellungscodes wurde benutzt',
      text: (account, left) =>
        `Ein Wiederherstellungscode hat Ihren Einmalcode für das Dashboard von ${account} ersetzt. Sie haben noch ${left}.`,
    },
    RecoveryCodesRenewed: {
      subject: (account) => `Neue Wiederherstellungscodes für das Dashboard von ${account}`,
      heading: 'Sie haben neue Wiederherstellungscodes',
      text: (account) =>
        `Für das Dashboard von ${account} wurden zehn neue Wiederherstellungscodes erzeugt. Die früheren funktionieren nicht mehr.`,
    },
    hello: (name) => `Guten Tag ${name},`,
    note: 'Wenn Sie das nicht waren, kennt vielleicht jemand Ihr Passwort: Wählen Sie sofort ein anderes, und bitten Sie den Inhaber des Kontos, Ihren Zugang zurückzusetzen.',
  },
  passkeys: {
    Added: {
      subject: (account) => `Ein neuer Passkey für das Dashboard von ${account}`,
      heading: 'Ein Passkey ist dazugekommen',
      text: (account, name) =>
        `Der Passkey „${name}“ meldet Sie jetzt am Dashboard von ${account} an, ohne Passwort und Code.`,
    },
    Removed: {
      subject: (account) => `Ein Passkey für das Dashboard von ${account} wurde entfernt`,
      heading: 'Ein Passkey wurde entfernt',
      text: (account, name) => `Der Passkey „${name}“ meldet Sie nicht mehr am Dashboard von ${account} an.`,
    },
  },
  note: 'Wenn Sie diese E-Mail nicht erwarten, fragen Sie den Inhaber des Kontos. Ohne den Link kann niemand etwas tun.',
};
