import { areaTexts, useAreaTexts } from './area-texts.ts';
import { devicesEn, type DeviceTexts } from './devices-en.ts';

const deviceTexts = areaTexts<DeviceTexts>(devicesEn, () =>
  import('./devices-de.ts').then(({ devicesDe }) => devicesDe),
);

/** The texts of devices and device files, in the page's language; suspends while they load. */
export function useDeviceTexts(): DeviceTexts {
  return useAreaTexts(deviceTexts);
}
