import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type CheckoutKey, type Payment, payCheckout } from '../api/checkout.ts';
import { Refusal } from '@latchkey/sdk';
import { checkoutQuery } from './checkout-query.ts';
import { tellOfOrder } from './use-embedding.ts';

export interface PaymentSending {
  /** Sends the payment, unless one is on its way. */
  readonly pay: (payment: Payment, onRefused: (problem: Refusal) => void) => void;
  readonly isSending: boolean;
  /** A payment was sent since the page was opened. */
  readonly wasSent: boolean;
  readonly failure: Error | null;
  /** The amount that the buyer agreed to before the order changed, while that is the reason for the refusal. */
  readonly earlierDue: EarlierDue | undefined;
}

/** A total that the buyer saw, in the currency of that time. */
export type EarlierDue = Pick<Payment, 'due' | 'currency'>;

const CHANGES = new Set(['OrderChanged', 'PriceChanged']);

/** Pays the order and makes the answer the page's state. */
export function usePayment(key: CheckoutKey): PaymentSending {
  const client = useQueryClient();
  const { queryKey } = checkoutQuery(key);
  // A ref, because a second click can come before the button is rendered disabled.
  const isOnItsWay = useRef(false);
  const mutation = useMutation({
    mutationFn: (payment: Payment) => payCheckout(key, payment),
    // A read that started before the payment would overwrite its outcome with the previous state.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: async (checkout) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, checkout);
      tellOfOrder('billing-details-updated', key.orderId).catch(() => undefined);
    },
    onError: async (failure) => {
      const isDecided = failure instanceof Refusal && failure.status === 400;
      if (isDecided) return;
      // The order may have moved on (paid in another window, or the response was lost): fetch its current state.
      const standing = client.invalidateQueries({ queryKey });
      if (failure instanceof Refusal && failure.status === 409) await standing;
    },
    onSettled: () => {
      isOnItsWay.current = false;
    },
  });
  const pay: PaymentSending['pay'] = (payment, onRefused) => {
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    mutation.mutate(payment, {
      onError: (failure) => {
        if (failure instanceof Refusal) onRefused(failure);
      },
    });
  };
  const { error: failure, variables } = mutation;
  const isChangeNews = failure instanceof Refusal && CHANGES.has(failure.errorType ?? '');
  const earlierDue = isChangeNews ? variables : undefined;
  return { pay, isSending: mutation.isPending, wasSent: !mutation.isIdle, failure, earlierDue };
}
