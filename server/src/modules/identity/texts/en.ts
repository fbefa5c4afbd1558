import type { CodePurpose } from '../tables.ts';

/** The text of a mail with a code. */
interface CodeLetter {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
  /** The label of the button with the link. */
  readonly label: string;
  readonly notes: readonly string[];
}

/** The words of the mails about an account; `vendor` is the name of the vendor. */
export const en = {
  hello: (name: string | null): string => (name === null ? 'Hello,' : `Hello ${name},`),
  dateLocale: 'en',
  ignore: 'Wasn’t you? You can ignore this email.',
  codes: {
    ConfirmAccount: (vendor: string): CodeLetter => ({
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
      subject: `Confirm your email address for ${vendor}`,
      heading: 'Confirm your email address',
      text: `Your account at ${vendor} uses this email address. Please confirm that it is yours.`,
      label: 'Confirm my email address',
      notes: ['The link works for 24 hours.', 'Don’t know this account? Ignore this mail.'],
    }),
    ChangeEmail: (vendor: string): CodeLetter => ({
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
      subject: `Choose a new password for ${vendor}`,
      heading: 'Choose a new password',
      text: `We received a request for a new password for your account at ${vendor}.`,
      label: 'Choose a new password',
      notes: [
        'The link works once, for 30 minutes.',
        'Wasn’t you? Ignore this mail. Your password stays the same.',
      ],
    }),
  } satisfies Record<CodePurpose, (vendor: string) => CodeLetter>,
  /** In place of that for a new password, while the account has none. */
  firstPassword: (vendor: string): CodeLetter => ({
    subject: `Choose a password for ${vendor}`,
    heading: 'Choose a password',
    text: `Your account at ${vendor} has no password. Choose one to sign in to it.`,
    label: 'Choose a password',
    notes: ['The link works once, for 30 minutes.', 'Wasn’t you? Ignore this mail. Nothing changes.'],
  }),
  passwordChanged: {
    subject: (vendor: string) => `Your password for ${vendor} was changed`,
    heading: 'Your password was changed',
    text: (vendor: string) =>
      `Your password for ${vendor} was just changed. All other devices were signed out.`,
    note: 'Wasn’t you? Choose a new password now: select “Forgot your password?” where you sign in.',
  },
  passwordChosen: {
    subject: (vendor: string) => `Your password for ${vendor}`,
    heading: 'Your password is saved',
    text: (vendor: string) =>
      `Your account at ${vendor} now has a password. You sign in with it and this email address.`,
    note: 'Wasn’t you? Choose a new password now: select “Forgot your password?” where you sign in.',
  },
  changeRequest: {
    subject: (vendor: string) => `Your email address at ${vendor}`,
    heading: 'Your email address is about to change',
    text: (vendor: string) =>
      `Someone who is signed in to your account at ${vendor} wants to use another email address for it. Once that address is confirmed, it replaces this one.`,
    note: 'Wasn’t you? Change your password now. That stops the change.',
  },
  changed: {
    subject: (vendor: string) => `Your email address at ${vendor} was changed`,
    heading: 'Your email address was changed',
    text: (vendor: string) =>
      `Your account at ${vendor} now uses another email address. You no longer sign in with this one.`,
    replaced: (vendor: string) =>
      `The account at ${vendor} that used this email address now uses another one.`,
    undoText: 'Wasn’t you? Undo it now. All sessions end, and you choose a new password.',
    undo: 'Undo this change',
    until: (date: string) => `The link works until ${date}.`,
    ignore: 'Was this you? You can ignore this email.',
  },
  resetElsewhere: (vendor: string) =>
    `We received a request for a new password for your account at ${vendor}, which now uses another email address.`,
  withheld: {
    subject: (vendor: string) => `Your password for ${vendor}`,
    heading: 'You can choose a new password soon',
    text: (vendor: string, date: string) =>
      `We received a request for a new password for your account at ${vendor}. Its email address was changed a few days ago. To protect the account, we send links for a new password to this address from ${date}.`,
    meanwhile:
      'Until then, we sent a link to the address you used before. If you know your password, you can sign in as usual.',
  },
};

export type IdentityTexts = typeof en;
