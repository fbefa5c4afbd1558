import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Checkout, type CheckoutKey, checkoutQuery } from '../api/checkout.ts';

export interface CartChange<Input> {
  readonly change: (input: Input) => void;
  /** The same, for a part of the page that shows the outcome itself. */
  readonly send: (input: Input) => Promise<Checkout>;
  readonly isChanging: boolean;
  readonly failure: Error | null;
}

/** Changes the cart of the checkout, and makes the response the page's state. */
export function useCartChange<Input>(
  key: CheckoutKey,
  request: (input: Input) => Promise<Checkout>,
): CartChange<Input> {
  const client = useQueryClient();
  const { queryKey } = checkoutQuery(key);
  const mutation = useMutation({
    mutationFn: request,
    // A read that started before the change would overwrite it with the previous state.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: async (checkout) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, checkout);
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
  return {
    change: (input) => {
      if (!mutation.isPending) mutation.mutate(input);
    },
    send: mutation.mutateAsync,
    isChanging: mutation.isPending,
    failure: mutation.error,
  };
}
