import type { components } from '@latchkey/sdk';

type Usage = components['schemas']['UsageReport']['items'][number];

/** The devices of a version on an average day. */
export interface VersionInUse {
  readonly productId: string;
  readonly version: string | undefined;
  readonly platform: string | undefined;
  /** With one decimal. */
  readonly devices: number;
}

/** The versions that licensed devices used in so many days, the most used first. */
export function versionsIn(items: readonly Usage[], days: number): VersionInUse[] {
  const groups = Map.groupBy(
    items.filter(({ kind }) => kind === 'License'),
    ({ productId, appVersion, platform }) => [productId, appVersion, platform].join('\n'),
  );
  return [...groups.values()]
    .flatMap((rows) => {
      const [first] = rows;
      if (first === undefined) return [];
      const total = rows.reduce((sum, { activeDevices }) => sum + activeDevices, 0);
      const devices = Math.round((total / days) * 10) / 10;
      return [{ productId: first.productId, version: first.appVersion, platform: first.platform, devices }];
    })
    .toSorted((one, other) => other.devices - one.devices);
}
