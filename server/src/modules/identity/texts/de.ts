import type { ClientFacts, IdentityTexts } from './en.ts';

/** The German texts. */
export const de: IdentityTexts = {
  hello: (name) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
  dateLocale: 'de',
  ignore: 'Waren Sie das nicht? Dann können Sie diese E-Mail ignorieren.',
  asked: ({ time, name, ...client }) =>
    [
      `Angefordert am ${time}`,
      ...(name === null ? [] : [`mit dem Namen „${name}“`]),
      ...clientParts(client),
    ].join(', ') + '.',
  changedOn: ({ time, ...client }) => [`Geändert am ${time}`, ...clientParts(client)].join(', ') + '.',
  notMe: {
    text: 'Waren Sie das nicht? Dann hat sich jemand anderes mit Ihrer Adresse registriert. Sie können dieses Konto innerhalb von 7 Tagen entfernen:',
    label: 'Das war ich nicht',
  },
  codes: {
    ConfirmAccount: (vendor) => ({
      subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${vendor}`,
      heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
      text: `Bitte bestätigen Sie, dass das Ihre E-Mail-Adresse ist. Dann ist Ihr Konto bei ${vendor} fertig eingerichtet.`,
      label: 'E-Mail-Adresse bestätigen',
      notes: ['Der Link gilt 24 Stunden.'],
    }),
    ConfirmEmail: (vendor) => ({
      subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${vendor}`,
      heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
      text: `Ihr Konto bei ${vendor} verwendet diese E-Mail-Adresse. Bitte bestätigen Sie, dass sie Ihnen gehört.`,
      label: 'E-Mail-Adresse bestätigen',
      notes: ['Der Link gilt 24 Stunden.'],
    }),
    ChangeEmail: (vendor) => ({
      subject: `Bestätigen Sie Ihre neue E-Mail-Adresse für ${vendor}`,
      heading: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      text: `Bitte bestätigen Sie, dass Sie diese E-Mail-Adresse für Ihr Konto bei ${vendor} verwenden möchten. Bis dahin ändert sich nichts.`,
      label: 'Diese Adresse verwenden',
      notes: [
        'Der Link gilt 24 Stunden. Sie müssen dafür angemeldet sein.',
        'Waren Sie das nicht? Dann können Sie diese E-Mail ignorieren.',
      ],
    }),
    ResetPassword: (vendor) => ({
      subject: `Neues Passwort für ${vendor} wählen`,
      heading: 'Wählen Sie ein neues Passwort',
      text: `Für Ihr Konto bei ${vendor} wurde ein neues Passwort angefordert.`,
      label: 'Neues Passwort wählen',
      notes: [
        'Der Link funktioniert einmal, innerhalb von 30 Minuten. Nur der neueste Link gilt.',
        'Waren Sie das nicht? Dann ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
      ],
    }),
  },
  firstPassword: (vendor) => ({
    subject: `Passwort für ${vendor} wählen`,
    heading: 'Wählen Sie ein Passwort',
    text: `Ihr Konto bei ${vendor} hat kein Passwort. Wählen Sie eines, um sich anzumelden.`,
    label: 'Passwort wählen',
    notes: [
      'Der Link funktioniert einmal, innerhalb von 30 Minuten. Nur der neueste Link gilt.',
      'Waren Sie das nicht? Dann ignorieren Sie diese E-Mail. Es ändert sich nichts.',
    ],
  }),
  passwordChanged: {
    subject: (vendor) => `Ihr Passwort für ${vendor} wurde geändert`,
    heading: 'Ihr Passwort wurde geändert',
    text: (vendor) =>
      `Ihr Passwort für ${vendor} wurde soeben geändert. Alle anderen Geräte wurden abgemeldet.`,
    note: 'Waren Sie das nicht? Dann wählen Sie jetzt ein neues Passwort: Klicken Sie bei der Anmeldung auf „Passwort vergessen?“.',
  },
  passwordChosen: {
    subject: (vendor) => `Ihr Passwort für ${vendor}`,
    heading: 'Ihr Passwort ist gespeichert',
    text: (vendor) =>
      `Ihr Konto bei ${vendor} hat jetzt ein Passwort. Melden Sie sich mit diesem Passwort und dieser E-Mail-Adresse an.`,
    note: 'Waren Sie das nicht? Dann wählen Sie jetzt ein neues Passwort: Klicken Sie bei der Anmeldung auf „Passwort vergessen?“.',
  },
  changeRequest: {
    subject: (vendor) => `Ihre E-Mail-Adresse bei ${vendor}`,
    heading: 'Ihre E-Mail-Adresse soll geändert werden',
    text: (vendor) =>
      `Jemand, der in Ihrem Konto bei ${vendor} angemeldet ist, möchte dafür eine andere E-Mail-Adresse verwenden. Sobald sie bestätigt ist, ersetzt sie die bisherige.`,
    note: 'Waren Sie das nicht? Dann ändern Sie jetzt Ihr Passwort. Das verhindert die Änderung.',
  },
  changed: {
    subject: (vendor) => `Ihre E-Mail-Adresse bei ${vendor} wurde geändert`,
    heading: 'Ihre E-Mail-Adresse wurde geändert',
    text: (vendor) =>
      `Ihr Konto bei ${vendor} verwendet jetzt eine andere E-Mail-Adresse. Mit dieser Adresse können Sie sich nicht mehr anmelden.`,
    replaced: (vendor) =>
      `Das Konto bei ${vendor}, das diese E-Mail-Adresse verwendet hat, verwendet jetzt eine andere.`,
    undoText:
      'Waren Sie das nicht? Dann machen Sie die Änderung jetzt rückgängig. Damit werden alle Sitzungen beendet, und Sie wählen ein neues Passwort.',
    undo: 'Änderung rückgängig machen',
    until: (date) => `Der Link gilt bis zum ${date}.`,
    ignore: 'Waren Sie das? Dann können Sie diese E-Mail ignorieren.',
  },
  resetElsewhere: (vendor) =>
    `Für Ihr Konto bei ${vendor}, das jetzt eine andere E-Mail-Adresse verwendet, wurde ein neues Passwort angefordert.`,
  withheld: {
    subject: (vendor) => `Ihr Passwort für ${vendor}`,
    heading: 'Sie können bald ein neues Passwort wählen',
    text: (vendor, date) =>
      `Für Ihr Konto bei ${vendor} wurde ein neues Passwort angefordert. Die E-Mail-Adresse des Kontos wurde vor wenigen Tagen geändert. Um das Konto zu schützen, senden wir Links für ein neues Passwort erst ab dem ${date} an diese Adresse.`,
    meanwhile:
      'Wir haben stattdessen einen Link an Ihre bisherige Adresse gesendet. Wenn Sie Ihr Passwort kennen, können Sie sich wie gewohnt anmelden.',
  },
};

function clientParts({ browser, system, country }: Omit<ClientFacts, 'time'>): string[] {
  const agent = [browser, system].filter((part) => part !== undefined).join(' unter ');
  return [...(agent === '' ? [] : [`mit ${agent}`]), ...(country === undefined ? [] : [`Land: ${country}`])];
}
