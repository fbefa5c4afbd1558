import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Subscription } from '../api/subscriptions.ts';
import { accountKey, useCustomer } from './customer.ts';

/** Changes a subscription, and shows the answer in all parts of the account. */
export function useSubscriptionChange(
  change: (id: string) => Promise<Subscription>,
  onDone: (subscription: Subscription) => void,
) {
  const { id: customerId } = useCustomer();
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (subscription) => {
      client.setQueryData(accountKey(customerId, ['subscription', subscription.id]), subscription);
      onDone(subscription);
      await client.invalidateQueries({ queryKey: accountKey(customerId, ['subscriptions']) });
    },
  });
}
