import type { DomainTexts } from './domain-en.ts';

/** The German texts about domains. */
export const domainDe: DomainTexts = {
  links: (url) => `Links in E\u2011Mails und auf Seiten beginnen mit ${url}.`,
  empty: 'Noch keine eigenen Domains',
  emptyText:
    'Lassen Sie Shop, Kasse und API unter einer eigenen Domain antworten, zum Beispiel licenses.example.com.',
  isFirst: 'Links benutzen sie',
  isFirstMissing: 'Links in E\u2011Mails benutzen diese Domain, und sie funktioniert noch nicht.',
  recordType: 'Typ',
  recordName: 'Name',
  recordValue: 'Wert',
  copyValueOf: (domain) => `Wert für ${domain} kopieren`,
  addresses: 'Führt zu',
  states: {
    Fine: 'Führt hierher',
    Elsewhere: 'Führt woandershin',
    Missing: 'Führt noch nirgendwohin',
    Unknown: 'Nicht bekannt',
  },
  stateText: {
    Fine: 'Im DNS steht eine Adresse dieses Servers.',
    Elsewhere:
      'Das ist nur hinter einem CDN oder einem eigenen Proxy richtig. Sonst berichtigen Sie den DNS-Eintrag.',
    Missing:
      'Legen Sie den DNS-Eintrag bei Ihrem Anbieter an. Bis ihn alle sehen, kann eine Stunde vergehen.',
    Unknown:
      'Das DNS hat nicht geantwortet oder kennt diesen Server nicht. Prüfen Sie es gleich noch einmal.',
  },
  checkFailed: 'Das DNS konnte nicht gefragt werden.',
  checkAgain: 'Erneut prüfen',
  checkAgainOf: (domain) => `Erneut prüfen: ${domain}`,
  add: 'Domain hinzufügen',
  addSubmit: 'Hinzufügen',
  domain: 'Domain',
  addText:
    'Ihr Proxy muss die Domain annehmen und ein Zertifikat für sie haben. Falls Anwendungen die Domain schon benutzen, dürfen es nur solche dieses Kontos sein. Passkeys für das Dashboard gelten nur unter der Adresse der Links: Ändert sich diese, braucht einen neuen Zugang, wer kein Passwort hat.',
  useForLinks: 'Ab jetzt für Links benutzen',
  remove: 'Entfernen',
  removeOf: (domain) => `${domain} entfernen`,
  removeText:
    'Seiten, Links in früheren E\u2011Mails und Anwendungen, die die Domain benutzen, funktionieren dort nicht mehr. Der DNS-Eintrag bleibt, wie er ist.',
  devices:
    'Geräte, die in Benutzung sind, würden ein anderes Konto erreichen, das ihre Lizenzen endgültig ablehnt. Geben Sie ihre Anzahl ein, um fortzufahren.',
  deviceCount: 'Anzahl der Geräte',
  operatorOnly:
    'Dieser Server hat mehrere Konten. Domains ändert deshalb nur, wer ihn betreibt, mit „latchkey account domains“.',
};
