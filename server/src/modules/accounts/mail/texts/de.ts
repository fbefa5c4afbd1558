import type { VendorMailTexts } from './en.ts';

export const de: VendorMailTexts = {
  subject: (mail) => `Ihr Text der E\u2011Mail „${mail}“ passt nicht mehr`,
  heading: 'Ihr Text passt nicht mehr',
  text: (mail) =>
    `Die E\u2011Mail „${mail}“ wurde mit dem Standardtext gesendet, weil Ihr eigener einen Platzhalter enthält, für den es dort keinen Wert gibt.`,
  what: 'Korrigieren Sie Ihren Text oder kehren Sie zum Standardtext zurück.',
  label: 'Zum Text',
  toOwners:
    'Sie erhalten diese E\u2011Mail als Inhaber des Kontos, weil die Adresse des Verkäufers fehlt: Tragen Sie eine unter Einstellungen ein.',
  onceADay: 'Sie erhalten diese E\u2011Mail höchstens einmal am Tag.',
};
