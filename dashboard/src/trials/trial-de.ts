import type { TrialTexts } from './trial-en.ts';

/** Die Texte über Testversionen. */
export const trialDe: TrialTexts = {
  status: 'Status',
  product: 'Produkt',
  productId: 'Produkt-ID',
  device: 'Gerät',
  signature: 'Signatur des Geräts',
  email: 'E\u2011Mail des Kunden',
  owner: 'Kunde',
  ownerOf: (device) => `Kunde von ${device}`,
  open: 'Öffnen',
  anonymous: 'Nicht angemeldet',
  started: 'Begonnen',
  ends: 'Endet',
  lastSeen: 'Zuletzt gesehen',
  empty: 'Noch keine Testversionen',
  emptyText:
    'Hier erscheint jede Testversion, die eine Anwendung anfordert, auch von Personen, die sich nie anmelden.',
  reset: 'Neu beginnen',
  resetOf: (product, device) => `Neu beginnen: Testversion von ${product} auf ${device}`,
  resetText: 'Sie hat wieder alle Tage, sobald die Anwendung das nächste Mal danach fragt.',
  isReset: 'Beginnt neu',
};
