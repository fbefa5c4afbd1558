import { use } from 'react';
import { formatMoney } from '../ui/money.ts';
import { areaTexts, useAreaTexts } from './area-texts.ts';
import { LanguageOfPage } from './language.ts';
import { shopEn, type ShopTexts } from './shop-en.ts';

const shopTexts = areaTexts(shopEn, () => import('./shop-de.ts').then(({ shopDe }) => shopDe));

/** The texts of shop and cart, in the page's language. */
export function useShopTexts(): ShopTexts {
  return useAreaTexts(shopTexts);
}

/** Writes amounts as the page's language does. */
export function useMoney(): (amount: number, currency: string) => string {
  const { locale } = use(LanguageOfPage);
  return (amount, currency) => formatMoney(amount, currency, [locale]);
}
