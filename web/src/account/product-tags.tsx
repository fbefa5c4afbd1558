import { Text } from '@mantine/core';
import type { OwnedProduct } from '../api/inventory.ts';
import { useAccountTexts } from './account-texts.ts';
import classes from './account.module.css';
import styles from './products-page.module.css';
import { useDevices } from './queries.ts';
import { isOlder } from './version-order.ts';

/**
 * The customer's holdings of a product: licenses, devices in use or the trial; and how many devices could be updated.
 */
export function ProductTags({ product }: { readonly product: OwnedProduct }) {
  const { products: texts } = useAccountTexts();
  const { id, currentVersion, numberOfLicenses, numberOfTrials, currentActivations, maxActivations } =
    product;
  const hasDevices = currentActivations > 0 && currentVersion !== null;
  const { data: devices = [] } = useDevices(id, { isEnabled: hasDevices });
  const isBehind = ({ appVersion }: (typeof devices)[number]) =>
    currentVersion !== null && appVersion !== undefined && isOlder(appVersion, currentVersion);
  const numberBehind = devices.filter(isBehind).length;
  const facts =
    numberOfLicenses > 0
      ? [texts.licenses(numberOfLicenses), texts.seats(currentActivations, maxActivations)]
      : [numberOfTrials > 0 ? texts.trial : texts.ended];
  if (currentVersion !== null) facts.push(texts.version(currentVersion));
  return (
    <div className={classes.actions}>
      <Text size="sm" c="dimmed" className={styles.facts}>
        {facts.map((fact, index) => (
          <span key={fact}>
            {index === 0 ? null : <i> · </i>}
            {fact}
          </span>
        ))}
      </Text>
      {numberBehind > 0 && currentVersion !== null ? (
        <span className={classes.tag} data-tone="news">
          {texts.update(numberBehind, currentVersion)}
        </span>
      ) : null}
    </div>
  );
}
