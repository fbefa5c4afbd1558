import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { OrderTexts } from './order-en.ts';

const orderTexts = areaTexts<OrderTexts>({
  en: () => import('./order-en.ts').then(({ orderEn }) => orderEn),
  de: () => import('./order-de.ts').then(({ orderDe }) => orderDe),
});

/** The texts of what can be done with an order; suspends while they load. */
export function useOrderTexts(): OrderTexts {
  return useAreaTexts(orderTexts);
}
