import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { OrdersTexts } from './orders-en.ts';

/** The texts of the customer’s orders. */
export const ordersTexts = areaTexts<OrdersTexts>({
  en: () => import('./orders-en.ts').then(({ ordersEn }) => ordersEn),
  de: () => import('./orders-de.ts').then(({ ordersDe }) => ordersDe),
});

/** The same in the page's language; suspends while they load. */
export function useOrdersTexts(): OrdersTexts {
  return useAreaTexts(ordersTexts);
}
