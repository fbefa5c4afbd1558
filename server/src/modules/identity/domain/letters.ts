/** What a mail with a code says. */
export interface CodeLetter {
  /** For the outbox and the log. */
  readonly kind: string;
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
  /** What the button with the link says. */
  readonly label: string;
  /** Where on the account's website the link leads. */
  readonly path: string;
  readonly notes: readonly string[];
}

/** The mails that carry codes, by what the code is good for; `vendor` is the account's name. */
export const CODE_LETTERS = {
  ConfirmAccount: (vendor: string): CodeLetter => ({
    kind: 'confirm-account',
    subject: `Confirm your email address for ${vendor}`,
    heading: 'Confirm your email address',
    text: `please confirm that this email address is yours, so that your account at ${vendor} is complete.`,
    label: 'Confirm my email address',
    path: '/confirm-account',
    notes: [
      'The link is good for 24 hours.',
      'Somebody else signed up with your address? Then do nothing. Should you open the link, you choose a new password and theirs no longer works.',
    ],
  }),
  ConfirmEmail: (vendor: string): CodeLetter => ({
    kind: 'confirm-email',
    subject: `Confirm your email address for ${vendor}`,
    heading: 'Confirm your email address',
    text: `you have an account at ${vendor}. Please confirm that this email address is yours.`,
    label: 'Confirm my email address',
    path: '/confirm-email',
    notes: ['The link is good for 24 hours.', 'Do you not know this account? Then do nothing.'],
  }),
  ChangeEmail: (vendor: string): CodeLetter => ({
    kind: 'change-email',
    subject: `Confirm your new email address for ${vendor}`,
    heading: 'Confirm your new email address',
    text: `you asked to use this email address for your account at ${vendor}. It changes once you confirm it.`,
    label: 'Use this email address',
    path: '/confirm-email-change',
    notes: [
      'The link is good for 24 hours, while you are signed in.',
      'Did you not ask for this? Then do nothing.',
    ],
  }),
  ResetPassword: (vendor: string): CodeLetter => ({
    kind: 'reset-password',
    subject: `Choose a new password for ${vendor}`,
    heading: 'Choose a new password',
    text: `somebody, hopefully you, asked for a new password for your account at ${vendor}.`,
    label: 'Choose a new password',
    path: '/reset-password',
    notes: [
      'The link is good for 30 minutes and for one use.',
      'Did you not ask for this? Then do nothing; your password stays as it is.',
    ],
  }),
};
