import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from './checkout-texts.ts';
import { useOutcomeTexts } from './outcome-texts.ts';
import { isFramed } from '../embedding/embedder.ts';
import classes from './return-to-shop.module.css';

const REDIRECT_SECONDS = 10;

interface ReturnToShopProps {
  /** Passed `safeReturnUrl`. */
  readonly url: string;
  readonly vendorName: string;
  /** There is something to do here first, such as a download: the reader leaves when they want to. */
  readonly isSecond: boolean;
}

/**
 * The way back to the shop: followed automatically after a few seconds, unless the reader stays. In a frame of the shop
 * it is not, because there the reader has never left: the embedding page is notified and decides.
 */
export function ReturnToShop({ url, vendorName, isSecond }: ReturnToShopProps) {
  const { checkout } = useTexts();
  const { done } = useOutcomeTexts();
  const [isStaying, setStaying] = useState(() => isSecond || isFramed());
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isStaying) return undefined;
    // Replacing, so that the browser's back button does not lead here and on again.
    const timer = window.setTimeout(() => {
      window.location.replace(url);
    }, REDIRECT_SECONDS * 1_000);
    return () => {
      window.clearTimeout(timer);
    };
  }, [isStaying, url]);
  const stay = () => {
    setStaying(true);
    link.current?.focus();
  };
  return (
    <Stack gap="sm" align="center" w="100%">
      <Button component="a" href={url} ref={link} target="_top" variant={isSecond ? 'default' : 'filled'}>
        {checkout.backToShop(vendorName)}
      </Button>
      {isStaying ? null : (
        <>
          <Text size="sm" c="dimmed">
            {done.back(vendorName)}
          </Text>
          <div className={classes.track} aria-hidden="true">
            <div className={classes.bar} style={{ animationDuration: `${REDIRECT_SECONDS}s` }} />
          </div>
          <Button variant="subtle" onClick={stay}>
            {done.stay}
          </Button>
        </>
      )}
    </Stack>
  );
}
