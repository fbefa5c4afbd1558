import type { components } from '@latchkey/sdk';

type Order = components['schemas']['OrderDetails'];

/** Money of an order that has to go back. */
interface UndueMoney {
  readonly amount: components['schemas']['Amount'];
  /** The payment that paid nothing; absent: what is owed of the one that paid. */
  readonly paymentId?: string;
  /** The reason, for the vendor. */
  readonly reason: string;
}

/** Why a payment paid nothing, in the language of the vendor. */
type Reasons = Readonly<Record<'Surplus' | 'Short', string>>;

/** What has to go back of an order; of several payments that paid nothing, the newest. */
export function undueMoney(
  { owed, payments }: Pick<Order, 'owed' | 'payments'>,
  reasons: Reasons,
): UndueMoney | undefined {
  return owed ?? unduePayment({ payments }, reasons);
}

/** The newest payment that paid nothing, and what has to go back of it. */
export function unduePayment(
  { payments }: Pick<Order, 'payments'>,
  reasons: Reasons,
): (UndueMoney & { readonly paymentId: string }) | undefined {
  for (const { id: paymentId, status, amount, received = amount, refunded } of payments) {
    if (status !== 'Surplus' && status !== 'Short') continue;
    const left = amountLeft(received.amount, refunded?.amount);
    if (left > 0)
      return { paymentId, amount: { currency: received.currency, amount: left }, reason: reasons[status] };
  }
  return undefined;
}

/** What is left of an amount: differences of decimals are not exact, and no currency has more than three. */
export function amountLeft(amount: number, returned = 0): number {
  return Math.round((amount - returned) * 1_000) / 1_000;
}
