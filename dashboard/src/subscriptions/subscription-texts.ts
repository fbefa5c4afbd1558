import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { SubscriptionTexts } from './subscription-en.ts';

const subscriptionTexts = areaTexts<SubscriptionTexts>({
  en: () => import('./subscription-en.ts').then(({ subscriptionEn }) => subscriptionEn),
  de: () => import('./subscription-de.ts').then(({ subscriptionDe }) => subscriptionDe),
});

/** The texts of the pages about subscriptions; suspends while they load. */
export function useSubscriptionTexts(): SubscriptionTexts {
  return useAreaTexts(subscriptionTexts);
}
