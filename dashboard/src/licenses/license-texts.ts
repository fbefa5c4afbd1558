import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { LicenseTexts } from './license-en.ts';

const licenseTexts = areaTexts<LicenseTexts>({
  en: () => import('./license-en.ts').then(({ licenseEn }) => licenseEn),
  de: () => import('./license-de.ts').then(({ licenseDe }) => licenseDe),
});

/** The texts of what can be done with a license; suspends while they load. */
export function useLicenseTexts(): LicenseTexts {
  return useAreaTexts(licenseTexts);
}
