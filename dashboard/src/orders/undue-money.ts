import type { components } from '@latchkey/sdk';

type Order = components['schemas']['OrderDetails'];

/** Money of an order that has to go back. */
interface UndueMoney {
  readonly amount: components['schemas']['Amount'];
  /** The payment that paid nothing; absent: what is owed of the one that paid. */
  readonly paymentId?: string;
}

/** What has to go back of an order; of several payments that paid nothing, the newest. */
export function undueMoney({ owed, payments }: Pick<Order, 'owed' | 'payments'>): UndueMoney | undefined {
  if (owed !== undefined) return { amount: owed.amount };
  for (const { id: paymentId, status, amount, received = amount, refunded } of payments) {
    const left = received.amount - (refunded?.amount ?? 0);
    if ((status === 'Surplus' || status === 'Short') && left > 0)
      return { paymentId, amount: { currency: received.currency, amount: left } };
  }
  return undefined;
}
