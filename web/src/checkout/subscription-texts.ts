import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { SubscriptionTexts } from './subscription-en.ts';

/** The texts about what is paid for again and again: few orders need them. */
const subscriptionTexts = areaTexts<SubscriptionTexts>({
  en: () => import('./subscription-en.ts').then(({ subscriptionEn }) => subscriptionEn),
  de: () => import('./subscription-de.ts').then(({ subscriptionDe }) => subscriptionDe),
});

/** The same in the page's language; suspends while they load. */
export function useSubscriptionTexts(): SubscriptionTexts {
  return useAreaTexts(subscriptionTexts);
}
