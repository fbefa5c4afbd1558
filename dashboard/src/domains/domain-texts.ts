import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { DomainTexts } from './domain-en.ts';

const domainTexts = areaTexts<DomainTexts>({
  en: () => import('./domain-en.ts').then(({ domainEn }) => domainEn),
  de: () => import('./domain-de.ts').then(({ domainDe }) => domainDe),
});

/** The texts about domains; suspends while they load. */
export function useDomainTexts(): DomainTexts {
  return useAreaTexts(domainTexts);
}
