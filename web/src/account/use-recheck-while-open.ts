import { useEffect, useEffectEvent } from 'react';
import type { Order } from '../api/orders.ts';

const PAUSE_MILLISECONDS = 5_000;

/** Reads an order again every few seconds while its payment or its delivery is under way. */
export function useRecheckWhileOpen(status: Order['status'] | undefined, read: () => void): void {
  const onPause = useEffectEvent(read);
  const isUnderWay = status === 'Paid' || status === 'PaymentProcessing';
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = window.setInterval(onPause, PAUSE_MILLISECONDS);
    return () => {
      window.clearInterval(timer);
    };
  }, [isUnderWay]);
}
