/** The text of a mail with a code. */
export interface CodeLetter {
  /** For the outbox and the log. */
  readonly kind: string;
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
  /** The label of the button with the link. */
  readonly label: string;
  readonly notes: readonly string[];
}

/** The mails that contain codes, by the purpose of the code; `vendor` is the account's name. */
export const CODE_LETTERS = {
  ConfirmAccount: (vendor: string): CodeLetter => ({
    kind: 'confirm-account',
    subject: `Confirm your email address for ${vendor}`,
    heading: 'Confirm your email address',
    text: `Please confirm that this is your email address to finish setting up your account at ${vendor}.`,
    label: 'Confirm my email address',
    notes: [
      'The link works for 24 hours.',
      'Wasn’t you? Ignore this mail. If you open the link anyway, you choose a new password, and whoever used your address is signed out.',
    ],
  }),
  ConfirmEmail: (vendor: string): CodeLetter => ({
    kind: 'confirm-email',
    subject: `Confirm your email address for ${vendor}`,
    heading: 'Confirm your email address',
    text: `Your account at ${vendor} uses this email address. Please confirm that it is yours.`,
    label: 'Confirm my email address',
    notes: ['The link works for 24 hours.', 'Don’t know this account? Ignore this mail.'],
  }),
  ChangeEmail: (vendor: string): CodeLetter => ({
    kind: 'change-email',
    subject: `Confirm your new email address for ${vendor}`,
    heading: 'Confirm your new email address',
    text: `Please confirm that you want to use this email address for your account at ${vendor}. Until then, nothing changes.`,
    label: 'Use this email address',
    notes: [
      'The link works for 24 hours. You need to be signed in.',
      'Wasn’t you? You can ignore this email.',
    ],
  }),
  ResetPassword: (vendor: string): CodeLetter => ({
    kind: 'reset-password',
    subject: `Choose a new password for ${vendor}`,
    heading: 'Choose a new password',
    text: `We received a request for a new password for your account at ${vendor}.`,
    label: 'Choose a new password',
    notes: [
      'The link works once, for 30 minutes.',
      'Wasn’t you? Ignore this mail. Your password stays the same.',
    ],
  }),
};
