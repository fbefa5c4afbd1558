import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { ImportTexts } from './import-en.ts';

const importTexts = areaTexts<ImportTexts>({
  en: () => import('./import-en.ts').then(({ importEn }) => importEn),
  de: () => import('./import-de.ts').then(({ importDe }) => importDe),
});

/** The texts of the import; suspends while they load. */
export function useImportTexts(): ImportTexts {
  return useAreaTexts(importTexts);
}
