import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { ShopTexts } from './shop-en.ts';

/** The texts of shop and cart. */
export const shopTexts = areaTexts<ShopTexts>({
  en: () => import('./shop-en.ts').then(({ shopEn }) => shopEn),
  de: () => import('./shop-de.ts').then(({ shopDe }) => shopDe),
});

/** The same in the page's language; suspends while they load. */
export function useShopTexts(): ShopTexts {
  return useAreaTexts(shopTexts);
}
