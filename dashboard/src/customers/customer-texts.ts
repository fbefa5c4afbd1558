import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { CustomerTexts } from './customer-en.ts';

const customerTexts = areaTexts<CustomerTexts>({
  en: () => import('./customer-en.ts').then(({ customerEn }) => customerEn),
  de: () => import('./customer-de.ts').then(({ customerDe }) => customerDe),
});

/** The texts of what can be done for a customer; suspends while they load. */
export function useCustomerTexts(): CustomerTexts {
  return useAreaTexts(customerTexts);
}
