import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { AddressTexts } from './address-en.ts';

/** The texts of the fields of an address. */
export const addressTexts = areaTexts<AddressTexts>({
  en: () => import('./address-en.ts').then(({ addressEn }) => addressEn),
  de: () => import('./address-de.ts').then(({ addressDe }) => addressDe),
});

/** The same in the page's language; suspends while they load. */
export function useAddressTexts(): AddressTexts {
  return useAreaTexts(addressTexts);
}
