import { useEffect, useEffectEvent } from 'react';
import { isUnderWay } from '../api/order-progress.ts';
import type { Order } from '../api/orders.ts';

const PAUSE_MILLISECONDS = 5_000;

/** Reads an order again every few seconds while its payment or delivery is in progress. */
export function useRecheckWhileOpen(order: Order | undefined, read: () => void): void {
  const onPause = useEffectEvent(read);
  const isOpen = order !== undefined && isUnderWay(order);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = window.setInterval(onPause, PAUSE_MILLISECONDS);
    return () => {
      window.clearInterval(timer);
    };
  }, [isOpen]);
}
