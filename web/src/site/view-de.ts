import type { ViewTexts } from './view-en.ts';

/** The texts of a look at a customer's account, in German. */
export const viewDe: ViewTexts = {
  label: 'Ansicht ohne Änderungen',
  banner: (email, viewer, until) =>
    `Sie sehen das Konto von ${email} als ${viewer} bis ${until}. Nichts kann geändert werden.`,
  end: 'Beenden',
  opening: 'Das Konto wird geöffnet',
  openingText: 'Einen Moment.',
  over: 'Diese Ansicht ist beendet',
  overText: 'Sie können diesen Tab schließen.',
  refused: 'Der Link funktioniert einmal, zwei Minuten lang. Öffnen Sie das Konto im Dashboard noch einmal.',
};
