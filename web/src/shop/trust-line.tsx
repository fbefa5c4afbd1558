import { Anchor } from '@mantine/core';
import { safeLinkUrl } from '@latchkey/ui/safe-url.ts';
import { useQuery } from '@tanstack/react-query';
import type { ItemDetails } from '../api/storefront.ts';
import { vendorQuery } from '../api/vendor-query.ts';
import classes from './buy-box.module.css';
import { useShopTexts } from './shop-texts.ts';

/**
 * What a buyer wants to be sure of at the button: when it arrives, on how many devices, and what if it does not fit.
 */
export function TrustLine({ details }: { readonly details: ItemDetails | undefined }) {
  const { product } = useShopTexts();
  const { data: vendor } = useQuery(vendorQuery);
  const refundsUrl = safeLinkUrl(vendor?.links.refunds);
  const devices = details?.maxActivations;
  return (
    <ul className={classes.trust}>
      <li>{product.instant}</li>
      {devices === undefined ? null : <li>{product.devices(devices)}</li>}
      <li>{product.guest}</li>
      {refundsUrl === undefined ? null : (
        <li>
          <Anchor inherit href={refundsUrl} rel="noreferrer" underline="always">
            {product.refunds}
          </Anchor>
        </li>
      )}
    </ul>
  );
}
