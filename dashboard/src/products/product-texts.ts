import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { ProductTexts } from './product-en.ts';

const productTexts = areaTexts<ProductTexts>({
  en: () => import('./product-en.ts').then(({ productEn }) => productEn),
  de: () => import('./product-de.ts').then(({ productDe }) => productDe),
});

/** The texts of the pages about products; suspends while they load. */
export function useProductTexts(): ProductTexts {
  return useAreaTexts(productTexts);
}
