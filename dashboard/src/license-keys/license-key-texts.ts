import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { LicenseKeyTexts } from './license-key-en.ts';

const licenseKeyTexts = areaTexts<LicenseKeyTexts>({
  en: () => import('./license-key-en.ts').then(({ licenseKeyEn }) => licenseKeyEn),
  de: () => import('./license-key-de.ts').then(({ licenseKeyDe }) => licenseKeyDe),
});

/** The texts about signing keys; suspends while they load. */
export function useLicenseKeyTexts(): LicenseKeyTexts {
  return useAreaTexts(licenseKeyTexts);
}
