import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { SettingsTexts } from './settings-en.ts';

const settingsTexts = areaTexts<SettingsTexts>({
  en: () => import('./settings-en.ts').then(({ settingsEn }) => settingsEn),
  de: () => import('./settings-de.ts').then(({ settingsDe }) => settingsDe),
});

/** The texts of the settings; suspends while they load. */
export function useSettingsTexts(): SettingsTexts {
  return useAreaTexts(settingsTexts);
}
