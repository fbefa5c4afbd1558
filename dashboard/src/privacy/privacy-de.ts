import type { PrivacyTexts } from './privacy-en.ts';

const days = (count: number) => (count === 1 ? '1 Tag' : `${count} Tage`);

/** Die Texte der Seite über Datenschutz. */
export const privacyDe: PrivacyTexts = {
  rules: 'Ihre Datenschutzerklärung und die Konten Ihrer Kunden',
  policy: 'Adresse Ihrer Datenschutzerklärung',
  policyText: 'Die Kasse und die anderen Seiten verlinken sie. Die Adresse beginnt mit https://.',
  requiresConfirmedEmail: 'Kunden bestätigen ihre E\u2011Mail-Adresse, bevor sie sich anmelden können',
  requiresConfirmedEmailText: 'Dann kann niemand ein Konto mit der Adresse eines anderen benutzen.',
  confirmsEmailChange: 'Eine neue E\u2011Mail-Adresse gilt erst, wenn sie bestätigt ist',
  confirmsEmailChangeText:
    'Bis der Kunde den Link in einer E\u2011Mail an die neue Adresse öffnet, bleibt die alte gültig. Sonst gilt eine Änderung sofort.',
  waitsForProvenEmail:
    'Lizenzen, die Sie vergeben oder importieren, warten auf eine bestätigte E\u2011Mail-Adresse',
  waitsForProvenEmailText:
    'Der Kunde bekommt sie erst, wenn feststeht, dass die Adresse ihm gehört, zum Beispiel durch einen Link in einer E\u2011Mail.',
  kept: 'Wie lange Daten aufbewahrt werden',
  keptText:
    'Alles andere bleibt, bis der Kunde gelöscht wird. Wie lange Ereignisse und Protokoll aufbewahrt werden, legt fest, wer den Server betreibt; die Anleitung nennt die Einstellungen.',
  documents: 'Bezahlte Bestellungen, Belege und Rechnungen',
  documentsDays: 'Dauerhaft, auch von gelöschten Kunden: Das Steuerrecht verlangt es',
  mails: 'E\u2011Mails an Kunden',
  sessions: 'Wo Kunden angemeldet sind',
  sessionsDays: (signedIn, ended) =>
    `Bis ${days(signedIn)} nach dem letzten Besuch, und danach noch ${days(ended)}`,
  carts: 'Warenkörbe',
  cartsDays: (guests, customers) =>
    `Bis ${days(guests)} nach der letzten Änderung, die von Kunden bis ${days(customers)} danach`,
  backups: 'Sicherungen',
  backupsDays: 'So lange, wie Sie sie aufbewahren',
  events: 'Ereignisse für andere Systeme und Webhooks',
  auditLog: 'Protokoll',
  days,
  forever: 'Dauerhaft',
  requests: 'Wenn Kunden nach ihren Daten fragen',
  requestsText:
    'Kunden laden selbst auf der Kundenseite herunter, was über sie gespeichert ist, und löschen dort ihr Konto.',
  openAccount: 'Kundenseite öffnen',
  requestsHere:
    'Für jemanden, der sich nicht anmelden kann, tun Inhaber und Administratoren beides auf der Seite des Kunden. „Daten herunterladen“ speichert dieselbe Datei. „Löschen“ nennt zuerst, was gelöscht wird und was bleibt, zum Beispiel bezahlte Bestellungen mit ihren Belegen.',
  findCustomer: 'Kunden suchen',
};
