import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Checkout, CheckoutKey } from '../api/checkout.ts';
import { checkoutQuery } from './checkout-query.ts';

export interface CartChange<Input> {
  readonly change: (input: Input) => void;
  readonly isChanging: boolean;
  readonly failure: Error | null;
}

/** Changes the cart of the checkout, and makes the response the page's state. */
export function useCartChange<Input>(
  key: CheckoutKey,
  send: (input: Input) => Promise<Checkout>,
  onDone?: (input: Input) => void,
): CartChange<Input> {
  const client = useQueryClient();
  const { queryKey } = checkoutQuery(key);
  const mutation = useMutation({
    mutationFn: send,
    // A read that started before the change would overwrite it with the previous state.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: async (checkout, input) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, checkout);
      onDone?.(input);
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
  return {
    change: (input) => {
      if (!mutation.isPending) mutation.mutate(input);
    },
    isChanging: mutation.isPending,
    failure: mutation.error,
  };
}
