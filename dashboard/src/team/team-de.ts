import type { TeamTexts } from './team-en.ts';

/** The German texts of the page about the team. */
export const teamDe: TeamTexts = {
  empty: 'Noch ist niemand hier',
  emptyText: 'Hier erscheint, wen Sie einladen.',
  name: 'Name',
  email: 'E\u2011Mail',
  role: 'Rolle',
  status: 'Status',
  statuses: { Invited: 'Eingeladen', Active: 'Aktiv', Removed: 'Entfernt' },
  lastSignedIn: 'Zuletzt angemeldet',
  never: 'Nie',
  you: (name) => `${name} (Sie)`,
  may: {
    Owner: 'Alles, auch das Team.',
    Admin: 'Alles außer dem Team und dem Schließen des Shops.',
    Support: 'Kunden, Lizenzen, Geräte, Testversionen, Bestellungen und Abos.',
    Finance: 'Bestellungen, Erstattungen und Widerrufe; liest alles andere.',
    Developer: 'Produkte, Versionen, Lizenzschlüssel und Webhooks.',
    ReadOnly: 'Liest alles, ändert nichts.',
  },
  invite: 'Einladen',
  inviteTitle: 'Jemanden einladen',
  inviteSubmit: 'Einladung erstellen',
  change: 'Ändern',
  changeOf: (name) => `${name} ändern`,
  changeSubmit: 'Speichern',
  reset: 'Neuer Link',
  resetOf: (name) => `Neuer Link für ${name}`,
  resetText: {
    Active:
      'Das Passwort gilt nicht mehr, Einmalcodes werden abgeschaltet, Passkeys entfernt, und alle Sitzungen enden. Mit dem Link wird ein neues Passwort gewählt.',
    Invited: 'Der frühere Link funktioniert nicht mehr.',
  },
  resetSubmit: 'Link erstellen',
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  removeText: 'Alle Sitzungen enden sofort. Das Prüfprotokoll behält den Namen.',
  link: 'Link',
  linkTitle: (name) => `Der Link für ${name}`,
  linkText: (email, end) =>
    `${email} erhält ihn per E\u2011Mail; Sie können ihn auch selbst weitergeben. Er funktioniert einmal, bis ${end}, und wird nur jetzt angezeigt. Wer ihn zuerst öffnet, wählt das Passwort.`,
};
