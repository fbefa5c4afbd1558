import type { EmbedTexts } from './embed-en.ts';

export const embedDe: EmbedTexts = {
  buy: 'Jetzt kaufen',
  add: 'In den Warenkorb',
  added: 'In den Warenkorb gelegt.',
  cart: 'Warenkorb',
  items: (count) => (count === 1 ? '1 Artikel' : `${count} Artikel`),
  account: 'Meine Produkte',
  redeem: 'Code einlösen',
  checkout: 'Kasse',
  loading: 'Wird geladen …',
  close: 'Schließen',
  failed: 'Diese Seite kann hier nicht angezeigt werden.',
  openAlone: 'In neuem Tab öffnen',
  unreachable: 'Der Shop ist nicht erreichbar. Bitte versuchen Sie es noch einmal.',
  notForSale: 'Dieser Artikel ist derzeit nicht erhältlich.',
};
