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
