import type { YouTexts } from './you-en.ts';

/** The German texts of the page about the reader's own access. */
export const youDe: YouTexts = {
  who: 'Sie',
  name: 'Name',
  email: 'E\u2011Mail',
  role: 'Rolle',
  changePassword: 'Passwort ändern',
  oldPassword: 'Bisheriges Passwort',
  newPassword: 'Neues Passwort',
  passwordChanged: 'Das neue Passwort gilt, und Sie sind überall sonst abgemeldet.',
  sessions: 'Wo Sie angemeldet sind',
  browser: 'Browser',
  browserOn: (browser, system) => `${browser} auf ${system}`,
  unknownBrowser: 'Unbekannter Browser',
  current: 'Dieser Browser',
  signedIn: 'Angemeldet',
  lastUsed: 'Zuletzt benutzt',
  end: 'Abmelden',
  endOf: (browser) => `${browser} abmelden`,
  endOthers: 'Überall sonst abmelden',
  empty: 'Keine Sitzungen',
  emptyText: 'Hier erscheint jeder Browser, in dem Sie sich anmelden.',
};
