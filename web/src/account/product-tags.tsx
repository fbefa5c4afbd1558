import { Text } from '@mantine/core';
import type { OwnedProduct } from '../api/inventory.ts';
import { useAccountTexts } from './account-texts.ts';
import classes from './account.module.css';
import { useDevices } from './queries.ts';
import { isOlder } from './version-order.ts';

/**
 * The customer's holdings of a product: licenses, devices in use or the trial; and whether a device could be updated.
 */
export function ProductTags({ product }: { readonly product: OwnedProduct }) {
  const { products: texts } = useAccountTexts();
  const { id, currentVersion, numberOfLicenses, numberOfTrials, currentActivations, maxActivations } =
    product;
  const hasDevices = currentActivations > 0 && currentVersion !== null;
  const { data: devices = [] } = useDevices(id, { isEnabled: hasDevices });
  const hasUpdate =
    currentVersion !== null &&
    devices.some(({ appVersion }) => appVersion !== undefined && isOlder(appVersion, currentVersion));
  const facts =
    numberOfLicenses > 0
      ? [texts.licenses(numberOfLicenses), texts.seats(currentActivations, maxActivations)]
      : [numberOfTrials > 0 ? texts.trial : texts.ended];
  if (currentVersion !== null) facts.push(texts.version(currentVersion));
  return (
    <div className={classes.actions}>
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
      {hasUpdate ? (
        <span className={classes.tag} data-tone="news">
          {texts.update}
        </span>
      ) : null}
    </div>
  );
}
