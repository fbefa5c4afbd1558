import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { ViewTexts } from './view-en.ts';

/** The texts of a look at a customer's account: only the tab of one loads them. */
const viewTexts = areaTexts<ViewTexts>({
  en: () => import('./view-en.ts').then(({ viewEn }) => viewEn),
  de: () => import('./view-de.ts').then(({ viewDe }) => viewDe),
});

/** The same in the page's language; suspends while they load. */
export function useViewTexts(): ViewTexts {
  return useAreaTexts(viewTexts);
}
