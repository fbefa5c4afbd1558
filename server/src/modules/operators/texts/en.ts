/** The texts of the mails to operators; `account` is the name of the vendor. */
export const en = {
  Invitation: {
    subject: (account: string) => `Your access to the dashboard of ${account}`,
    heading: (name: string) => `Welcome, ${name}`,
    text: (account: string) =>
      `You can work in the dashboard of ${account}. Choose a password to begin. The link works once, within a week.`,
    label: 'Choose a password',
  },
  Reset: {
    subject: (account: string) => `A new password for the dashboard of ${account}`,
    heading: (_name: string) => 'Choose a new password',
    text: (account: string) =>
      `Your password for the dashboard of ${account} was reset, and you are signed out everywhere. The link works once, within an hour.`,
    label: 'Choose a new password',
  },
  Forgotten: {
    subject: (account: string) => `A new password for the dashboard of ${account}`,
    heading: (_name: string) => 'Choose a new password',
    text: (account: string) =>
      `Somebody, probably you, wants a new password for the dashboard of ${account}. The link works once, within an hour. Until you use it, your password stays as it is.`,
    label: 'Choose a new password',
  },
  test: {
    subject: (account: string) => `A test mail of ${account}`,
    heading: 'This is a test',
    text: (account: string) =>
      `This is what mails of ${account} look like to your customers: the sender, the name or the logo above, and the color of the button.`,
    label: 'Open the shop',
    note: 'You get this mail because you asked for it in the dashboard.',
  },
  codes: {
    On: {
      subject: (account: string) => `One-time codes for the dashboard of ${account}`,
      heading: 'One-time codes are on',
      text: (account: string, _left: number) =>
        `From now on you need a code of your authenticator app to sign in to the dashboard of ${account}.`,
    },
    Replaced: {
      subject: (account: string) => `Another app shows your codes for the dashboard of ${account}`,
      heading: 'Your authenticator app was replaced',
      text: (account: string, _left: number) =>
        `From now on another authenticator app shows your one-time codes for the dashboard of ${account}. The codes of the previous one, and earlier recovery codes, no longer work.`,
    },
    Off: {
      subject: (account: string) => `No one-time codes for the dashboard of ${account} any more`,
      heading: 'One-time codes are off',
      text: (account: string, _left: number) =>
        `Your password alone now signs you in to the dashboard of ${account}. The recovery codes no longer work either.`,
    },
    RecoveryCodeUsed: {
      subject: (account: string) => `A recovery code was used for the dashboard of ${account}`,
      heading: 'One of your recovery codes was used',
      text: (account: string, left: number) =>
        `A recovery code took the place of your one-time code for the dashboard of ${account}. You have ${left} left.`,
    },
    RecoveryCodesRenewed: {
      subject: (account: string) => `New recovery codes for the dashboard of ${account}`,
      heading: 'You have new recovery codes',
      text: (account: string, _left: number) =>
        `Ten new recovery codes for the dashboard of ${account} were made. The earlier ones no longer work.`,
    },
    hello: (name: string) => `Hello ${name},`,
    note: 'If this was not you, somebody may know your password: choose another one at once, and ask the owner of the account to reset your access.',
  },
  passkeys: {
    Added: {
      subject: (account: string) => `A new passkey for the dashboard of ${account}`,
      heading: 'A passkey was added',
      text: (account: string, name: string) =>
        `The passkey “${name}” now signs you in to the dashboard of ${account}, without password and code.`,
    },
    Removed: {
      subject: (account: string) => `A passkey for the dashboard of ${account} was removed`,
      heading: 'A passkey was removed',
      text: (account: string, name: string) =>
        `The passkey “${name}” no longer signs you in to the dashboard of ${account}.`,
    },
  },
  note: 'If you do not expect this email, ask the owner of the account. Nobody can do anything without the link.',
};

export type OperatorTexts = typeof en;

/** What happened to a passkey of an operator. */
export type PasskeyNews = keyof OperatorTexts['passkeys'];

/** What happened to the one-time codes or the recovery codes of an operator. */
export type CodeNews = Exclude<keyof OperatorTexts['codes'], 'hello' | 'note'>;
