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
  note: 'If you do not expect this email, ask the owner of the account. Nobody can do anything without the link.',
};

export type OperatorTexts = typeof en;
