import type { components } from '@latchkey/sdk';
import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Moment } from '../parts/moment.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './device-list.module.css';
import { ReleaseDialog } from './release-dialog.tsx';

export type Device = components['schemas']['LicenseActivation'];

interface DeviceListProps<Row extends Device> {
  readonly devices: readonly Row[];
  /** Whose seat a device has, where the page does not say so. */
  readonly placeOf?: ((device: Row) => ReactNode) | undefined;
}

/** Devices with when they were last seen; those with a seat can be released. */
export function DeviceList<Row extends Device>({ devices, placeOf }: DeviceListProps<Row>) {
  const { licenses } = useTexts();
  const mayRelease = mayDo(useSession(), 'licenses:write');
  const [releasing, setReleasing] = useState<Device>();
  return (
    <>
      <ul className={classes.devices}>
        {devices.map((device) => (
          <li key={device.id} className={classes.device}>
            <span className={classes.name}>{device.deviceName}</span>
            {placeOf?.(device)}
            <span className={classes.text}>
              {[device.platform, device.appVersion].filter(Boolean).join(' · ')}
            </span>
            <span>
              {licenses.lastSeen}: <Moment at={device.lastValidatedAt} />
            </span>
            {device.status === 'Revoked' ? (
              <Text size="sm" c="dimmed">
                {licenses.released}
              </Text>
            ) : mayRelease ? (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={licenses.releaseOf(device.deviceName)}
                onClick={() => {
                  setReleasing(device);
                }}
              >
                {licenses.release}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {releasing === undefined ? null : (
        <ReleaseDialog
          device={releasing}
          onClose={() => {
            setReleasing(undefined);
          }}
        />
      )}
    </>
  );
}
