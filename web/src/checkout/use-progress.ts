import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CheckoutKey, checkoutQuery } from '../api/checkout.ts';
import { pollDelayMilliseconds, readsOf } from '@latchkey/ui/failures/poll-delay.ts';

/** The number of polls after which the page says that it takes longer; about half a minute. */
const SLOW_AFTER_POLLS = 15;

/** Polls the checkout while its payment `isProcessing`, and reports whether that takes long. */
export function useProgress(key: CheckoutKey, isProcessing: boolean): { readonly isSlow: boolean } {
  const query = checkoutQuery(key);
  const reads = readsOf(useQueryClient().getQueryState(query.queryKey));
  const [start, setStart] = useState<number>();
  if (isProcessing !== (start !== undefined)) setStart(isProcessing ? reads : undefined);
  useQuery({
    ...query,
    refetchInterval: ({ state }) =>
      isProcessing ? pollDelayMilliseconds(readsOf(state) - (start ?? readsOf(state))) : false,
    // The payment continues while the buyer looks at another tab.
    refetchIntervalInBackground: true,
    // Each poll counts, regardless of its result.
    notifyOnChangeProps: 'all',
  });
  return { isSlow: start !== undefined && reads - start >= SLOW_AFTER_POLLS };
}
