import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { NotFoundTexts } from './not-found-en.ts';

/** The texts of the page that does not exist: only it loads them. */
const notFoundTexts = areaTexts<NotFoundTexts>({
  en: () => import('./not-found-en.ts').then(({ notFoundEn }) => notFoundEn),
  de: () => import('./not-found-de.ts').then(({ notFoundDe }) => notFoundDe),
});

/** The same in the page's language; suspends while they load. */
export function useNotFoundTexts(): NotFoundTexts {
  return useAreaTexts(notFoundTexts);
}
