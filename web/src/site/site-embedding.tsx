import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { cartRecord, recordOf, subscribeToCart, writeCartRecord } from '../cart/cart-record.ts';
import { isFramed, notifySiteEmbedder } from '../embedding/embedder.ts';
import { useSiteTexts } from '../page/site-texts.ts';
import { FramedBy } from '../page/page-frame.tsx';
import { useFrame } from '../embedding/use-frame.ts';

/** The pages that show or fill the cart; others do not report it. */
const PAGES_OF_CART = /^\/(?:shop|cart)(?:\/|$)/i;

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface SiteEmbeddingProps {
  /** The cart of the embedding page. */
  readonly cart: string | undefined;
  readonly children: ReactNode;
}

/** Pages in a frame of another site: a button that closes them, and messages to that site. */
export function SiteEmbedding({ cart, children }: SiteEmbeddingProps) {
  // Before a page reads it.
  useState(() => {
    continueCart(cart);
  });
  useFrame({ isReady: true, isCompleted: false, tell: notifySiteEmbedder });
  const record = useSyncExternalStore(subscribeToCart, cartRecord);
  const isOfCart = useLocation({ select: ({ pathname }) => PAGES_OF_CART.test(pathname) });
  // The cart in the view of the embedding page: first the one that it named, then the last one reported to it.
  const latest = useRef(cart);
  useEffect(() => {
    // Before the first revision, the content of the cart is not loaded.
    if (!isOfCart || record === undefined || record.revision === 0) return;
    const { count, orderId } = record;
    notifySiteEmbedder({ event: 'cart', count, orderId, previousId: latest.current });
    latest.current = orderId;
  }, [record, isOfCart]);
  return <FramedBy value={isFramed() ? { closing: <CloseButton /> } : undefined}>{children}</FramedBy>;
}

function CloseButton() {
  const { close } = useSiteTexts();
  return (
    <Button
      variant="subtle"
      onClick={() => {
        notifySiteEmbedder({ event: 'close', completed: false });
      }}
    >
      {close}
    </Button>
  );
}

/**
 * In a frame, continues the cart that the embedding page names: browsers give a page in a frame a separate storage, or
 * none. Only sites of the account can show a page in a frame.
 */
function continueCart(orderId: string | undefined): void {
  if (orderId === undefined || !isFramed() || !GUID.test(orderId)) return;
  if (cartRecord()?.orderId !== orderId) writeCartRecord(recordOf(orderId, undefined));
}
