import { problemsDe } from './problems-de.ts';
import type { SharedTexts } from './shared-en.ts';

export const sharedDe: SharedTexts = {
  failure: {
    connection: 'Keine Verbindung',
    connectionText:
      'Der Shop ist nicht erreichbar. Prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.',
    outdated: 'Diese Seite ist veraltet',
    outdatedText:
      'Der Shop wurde aktualisiert, während diese Seite offen war. Laden Sie die Seite neu, um fortzufahren.',
    unknown: 'Etwas ist schiefgegangen',
    unknownText:
      'Auf dieser Seite ist ein Fehler aufgetreten. Versuchen Sie es noch einmal oder laden Sie die Seite neu.',
    busy: 'Der Shop ist ausgelastet',
    serverText: 'Im Shop ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.',
    refused: 'Der Shop hat die Anfrage abgelehnt.',
    problems: problemsDe,
    waitMoment: 'Versuchen Sie es gleich noch einmal.',
    waitSeconds: (seconds) => `Versuchen Sie es in ${seconds} Sekunden noch einmal.`,
    waitMinutes: (minutes) => `Versuchen Sie es in ${minutes} Minuten noch einmal.`,
    reference: (id) => `Kennung für den Support des Shops: ${id}`,
    tryAgain: 'Noch einmal versuchen',
    reload: 'Seite neu laden',
  },
  form: {
    enterEmail: 'Geben Sie Ihre E\u2011Mail-Adresse ein.',
    emailShape: 'Geben Sie eine E\u2011Mail-Adresse wie name@example.com ein.',
    enterName: 'Geben Sie Ihren Namen ein.',
    refused: () => 'Bitte prüfen Sie diese Angabe.',
  },
  frame: {
    loading: 'Wird geladen.',
    soldBy: (name) => `Verkauf durch ${name}.`,
  },
};
