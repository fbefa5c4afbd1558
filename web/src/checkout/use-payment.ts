import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  cancelPayment,
  type Checkout,
  type CheckoutKey,
  type Payment,
  payCheckout,
  checkoutQuery,
} from '../api/checkout.ts';
import { Refusal } from '@latchkey/sdk';
import { continueElsewhere } from './continuation.ts';
import { notifyOfOrder } from './use-embedding.ts';

export interface PaymentSending {
  /** Sends the payment, unless one is in progress. */
  readonly pay: (payment: Payment, onRefused: (problem: Refusal) => void) => void;
  /** Cancels the payment in the form of this page, and pays on the page of the provider. */
  readonly payElsewhere: () => void;
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

interface Attempt {
  /** Absent: a payment that this page did not send cannot be sent again. */
  readonly payment: Payment | undefined;
  /** The pending one is cancelled before. */
  readonly isElsewhere: boolean;
}

/** Calls `onOpen` when the pending payment was cancelled and no other has begun: then the order is open. */
async function attempt(
  key: CheckoutKey,
  { payment, isElsewhere }: Attempt,
  onOpen: (checkout: Checkout) => void,
): Promise<Checkout> {
  const cancelled = isElsewhere ? await cancelPayment(key) : undefined;
  // It was paid in the meantime, or the buyer has to fill in the form again.
  if (cancelled !== undefined && (cancelled.status !== 'Open' || payment === undefined)) return cancelled;
  if (payment === undefined) throw new Error('There is no payment to send.');
  try {
    return await payCheckout(key, isElsewhere ? { ...payment, embedded: false } : payment);
  } catch (error) {
    if (cancelled !== undefined) onOpen(cancelled);
    throw error;
  }
}

/** Pays the order and makes the response the page's state. */
export function usePayment(key: CheckoutKey): PaymentSending {
  const client = useQueryClient();
  const { queryKey } = checkoutQuery(key);
  // A ref, because a second click can come before the button is rendered disabled.
  const isRunning = useRef(false);
  const mutation = useMutation({
    mutationFn: (values: Attempt) =>
      attempt(key, values, (checkout) => {
        client.setQueryData(queryKey, checkout);
      }),
    // A read that started before the payment would overwrite its outcome with the previous state.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: async (checkout) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, checkout);
      continueElsewhere(checkout);
      notifyOfOrder('billing-details-updated', key.orderId).catch(() => undefined);
    },
    onError: async (failure) => {
      const isDecided = failure instanceof Refusal && failure.status === 400;
      if (isDecided) return;
      // The order may have changed (paid in another window, or the response was lost): fetch its current state.
      const refetch = client.invalidateQueries({ queryKey });
      if (failure instanceof Refusal && failure.status === 409) await refetch;
    },
    onSettled: () => {
      isRunning.current = false;
    },
  });
  // Once the form of the provider could not be shown, this page does not request it again.
  const [isHosted, setHosted] = useState(false);
  const send = (values: Attempt, onRefused?: (problem: Refusal) => void) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutation.mutate(values, {
      onError: (failure) => {
        if (failure instanceof Refusal) onRefused?.(failure);
      },
    });
  };
  const pay: PaymentSending['pay'] = (payment, onRefused) => {
    send({ payment: isHosted ? { ...payment, embedded: false } : payment, isElsewhere: false }, onRefused);
  };
  const payElsewhere = () => {
    setHosted(true);
    send({ payment: mutation.variables?.payment, isElsewhere: true });
  };
  const { error: failure, variables } = mutation;
  const isChangeNews = failure instanceof Refusal && CHANGES.has(failure.errorType ?? '');
  const earlierDue = isChangeNews ? variables?.payment : undefined;
  return { pay, payElsewhere, isSending: mutation.isPending, wasSent: !mutation.isIdle, failure, earlierDue };
}
