import { areaTexts, useAreaTexts } from '@latchkey/ui/texts/area-texts.ts';
import type { DeviceTexts } from './devices-en.ts';

/** The texts of devices and device files. */
export const deviceTexts = areaTexts<DeviceTexts>({
  en: () => import('./devices-en.ts').then(({ devicesEn }) => devicesEn),
  de: () => import('./devices-de.ts').then(({ devicesDe }) => devicesDe),
});

/** The same in the page's language; suspends while they load. */
export function useDeviceTexts(): DeviceTexts {
  return useAreaTexts(deviceTexts);
}
