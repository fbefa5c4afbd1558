import type { SumsTexts } from './sums-en.ts';

export const sumsDe: SumsTexts = {
  coupon: {
    open: 'Gutscheincode eingeben',
    remove: (code) => `Gutschein ${code} entfernen`,
    applied: (code) => `Gutschein ${code} ist eingelöst.`,
  },
  subtotal: 'Zwischensumme',
  discounts: 'Rabatte',
  total: 'Gesamt',
  updating: 'Der Gesamtbetrag wird aktualisiert.',
};
