import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { SubscriptionsTexts } from './subscriptions-en.ts';

/** The texts of the pages of subscriptions. */
export const subscriptionsTexts = areaTexts<SubscriptionsTexts>({
  en: () => import('./subscriptions-en.ts').then(({ subscriptionsEn }) => subscriptionsEn),
  de: () => import('./subscriptions-de.ts').then(({ subscriptionsDe }) => subscriptionsDe),
});

/** The same in the page's language; suspends while they load. */
export function useSubscriptionsTexts(): SubscriptionsTexts {
  return useAreaTexts(subscriptionsTexts);
}
