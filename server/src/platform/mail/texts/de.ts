import type { LayoutTexts } from './en.ts';

/** The German texts. */
export const de: LayoutTexts = {
  sentBy: (vendor) => `Gesendet von ${vendor}`,
  unsubscribe: 'Abbestellen',
  otherwise: 'Wenn die Schaltfläche nicht funktioniert, nehmen Sie diesen Link:',
};
