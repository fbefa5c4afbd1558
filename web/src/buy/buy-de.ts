import type { BuyTexts } from './buy-en.ts';

export const buyDe: BuyTexts = {
  opening: 'Die Kasse wird geöffnet …',
  signInTitle: 'Wem gehört die Lizenz?',
  signInText:
    'Dieser Link ändert eine Lizenz, die Ihnen gehört. Melden Sie sich an, um den Preis für Besitzer zu zahlen.',
  signIn: 'Anmelden',
  buyNew: 'Stattdessen eine neue Lizenz kaufen',
  goneTitle: 'Das wird nicht verkauft',
  goneText:
    'Der Link ist unvollständig, oder das Produkt wird nicht mehr verkauft. Im Shop finden Sie alles, was erhältlich ist.',
  toShop: 'Zum Shop',
};
