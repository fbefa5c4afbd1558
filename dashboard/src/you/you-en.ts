/** The texts of the page about the reader's own access; `you-de.ts` has the same keys. */
export const youEn = {
  who: 'You',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  changePassword: 'Change the password',
  oldPassword: 'Password now',
  newPassword: 'New password',
  passwordChanged: 'The new password works, and you are signed out everywhere else.',
  codes: 'One-time codes',
  codesOff:
    'Your password alone signs you in. With one-time codes, an app on your phone shows a new code every half minute, and nobody gets in without it.',
  codesOn: (left: number) =>
    `Signing in needs your password and a code of your app. ${left} of 10 recovery codes are left.`,
  setUpCodes: 'Set up one-time codes',
  otherApp: 'Use another app',
  scan: 'Scan this with an authenticator app on your phone, or type the secret into it. Then enter the code that it shows.',
  qrCode: 'QR code with the secret, which is below as text, too',
  secret: 'Secret',
  firstCode: 'Six digits. When it is right, you are signed out everywhere else.',
  finishCodes: 'Switch on',
  recoveryCodes: 'Your recovery codes',
  recoveryText:
    'Keep them where you find them without your phone: each lets you in once, in place of a code of the app. They are shown only now, and earlier ones no longer work.',
  recoveryKept: 'I have kept them',
  renewRecovery: 'New recovery codes',
  endCodes: 'Switch off',
  endCodesTitle: 'Switch one-time codes off?',
  endCodesText: 'Your password alone signs you in then. The recovery codes no longer work.',
  sessions: 'Where you are signed in',
  browser: 'Browser',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknownBrowser: 'Unknown browser',
  current: 'This browser',
  signedIn: 'Signed in',
  lastUsed: 'Last used',
  end: 'Sign out',
  endOf: (browser: string) => `Sign out ${browser}`,
  endOthers: 'Sign out everywhere else',
  empty: 'No sessions',
  emptyText: 'Each browser in which you sign in appears here.',
};

/** The texts in one language. */
export type YouTexts = typeof youEn;
