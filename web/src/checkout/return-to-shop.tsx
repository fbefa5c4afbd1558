import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from './checkout-texts.ts';
import { useOutcomeTexts } from './outcome-texts.ts';
import { isFramed } from '../embedding/embedder.ts';

const REDIRECT_SECONDS = 10;

interface ReturnToShopProps {
  /** Passed `safeReturnUrl`. */
  readonly url: string;
  readonly vendorName: string;
  /** Nothing happens by itself: the files come first, and this shop asks for no return. */
  readonly waits: boolean;
  /** The files and the next steps are on the screen. */
  readonly isSeen: boolean;
}

/** What people do who are busy with the page. */
const ACTIVITIES = ['mousemove', 'wheel', 'touchmove', 'pointerdown', 'mousedown', 'keydown'] as const;

function isStill({ movementX, movementY }: MouseEvent): boolean {
  return movementX === 0 && movementY === 0;
}

/**
 * The way back to the shop: followed automatically once the next steps were seen for a few seconds (wire contract
 * section 4), unless the reader stays, or does anything on the page. From a page of the hosted shop with files it is not;
 * nor in a frame of the shop, because there the reader has never left: the embedding page is notified and decides.
 */
export function ReturnToShop({ url, vendorName, waits, isSeen }: ReturnToShopProps) {
  const { checkout } = useTexts();
  const { done } = useOutcomeTexts();
  const [isStaying, setStaying] = useState(() => waits || isFramed());
  const [seconds, setSeconds] = useState(REDIRECT_SECONDS);
  const link = useRef<HTMLAnchorElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isStaying || !isSeen) return undefined;
    let left = REDIRECT_SECONDS;
    const timer = window.setInterval(() => {
      left -= 1;
      setSeconds(left);
      if (left > 0) return;
      window.clearInterval(timer);
      // Replacing, so that the browser's back button does not lead here and on again.
      window.location.replace(url);
    }, 1_000);
    return () => {
      window.clearInterval(timer);
      setSeconds(REDIRECT_SECONDS);
    };
  }, [isStaying, isSeen, url]);
  useEffect(() => {
    const life = new AbortController();
    for (const activity of ACTIVITIES) {
      window.addEventListener(
        activity,
        (event) => {
          const { target } = event;
          // The page moved, not the mouse.
          if (event.type === 'mousemove' && event instanceof MouseEvent && isStill(event)) return;
          // The button that stays moves the focus, and is gone once the reader stays.
          if (target instanceof Node && button.current?.contains(target)) return;
          setStaying(true);
        },
        { passive: true, signal: life.signal },
      );
    }
    return () => {
      life.abort();
    };
  }, []);
  const stay = () => {
    setStaying(true);
    link.current?.focus();
  };
  return (
    <Stack gap="xs" align="center" mt="lg">
      <Button component="a" href={url} ref={link} target="_top" variant="default">
        {checkout.backToShop(vendorName)}
      </Button>
      {isStaying ? null : (
        <>
          <Text size="sm" c="dimmed" ta="center">
            {done.back(vendorName, seconds)}
          </Text>
          <Button variant="subtle" ref={button} onClick={stay}>
            {done.stay}
          </Button>
        </>
      )}
    </Stack>
  );
}
