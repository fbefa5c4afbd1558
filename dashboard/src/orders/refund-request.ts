import type { components } from '@latchkey/sdk';

type Order = components['schemas']['OrderDetails'];
type RefundRequest = components['schemas']['RefundRequest'];

/** The fields of the form: the units of the item at a place are in `unit0`, `unit1` and so on. */
export interface RefundValues extends Record<string, string | boolean> {
  readonly part: string;
  readonly amount: string;
  readonly reason: string;
  readonly keepsLicenses: boolean;
  readonly subscription: string;
  readonly isConfirmed: boolean;
}

/** The name of the field with the units of an item. */
export function unitField(place: number): string {
  return `unit${place}`;
}

/** What can still go back of the payment that paid an order, in the unit of its currency. */
export function refundable({ payments }: Pick<Order, 'payments'>) {
  const payment = payments.find(({ status }) => status === 'Succeeded');
  if (payment === undefined) return undefined;
  const { currency, amount } = payment.received ?? payment.amount;
  // Differences of decimals are not exact; no currency has more than three.
  return { currency, amount: Math.round((amount - (payment.refunded?.amount ?? 0)) * 1_000) / 1_000 };
}

/** Whether an order has a subscription, about which a refund must decide. */
export function isRecurring({ items }: Pick<Order, 'items'>): boolean {
  return items.some(({ variation }) => variation.recurrence.type === 'Recurring');
}

/** `12.50` or `12,50` as a number; undefined for anything else, and for nothing. */
export function amountIn(text: string): number | undefined {
  const match = /^\s*(\d{1,9})(?:[.,](\d{1,3}))?\s*$/.exec(text);
  if (match === null) return undefined;
  const amount = Number(`${match[1]}.${match[2] ?? '0'}`);
  return amount > 0 ? amount : undefined;
}

/** What a form asks for, or the field that must be filled in first. */
export function refundRequest(
  order: Pick<Order, 'items' | 'payments'>,
  values: RefundValues,
): { readonly request: RefundRequest } | { readonly missing: string } {
  const { part, amount: text, reason, keepsLicenses, subscription, isConfirmed } = values;
  const rest: RefundRequest = {
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    revokeLicenses: part !== 'amount' && !keepsLicenses,
    confirm: isConfirmed,
  };
  if (part === 'amount') {
    const amount = amountIn(text);
    const currency = refundable(order)?.currency;
    if (amount === undefined || currency === undefined) return { missing: 'amount' };
    return { request: { ...rest, amount: { amount, currency } } };
  }
  const request = { ...rest, ...subscriptionIn(subscription) };
  if (part !== 'units') return { request };
  const lines = order.items.flatMap(({ id }, place) => {
    const quantity = Number(values[unitField(place)] ?? '');
    return Number.isInteger(quantity) && quantity > 0 ? [{ lineId: id, quantity }] : [];
  });
  return lines.length === 0 ? { missing: unitField(0) } : { request: { ...request, lines } };
}

function subscriptionIn(text: string): Pick<RefundRequest, 'subscription'> {
  const decision = (['EndNow', 'EndWithPeriod', 'Keep'] as const).find((each) => each === text);
  return decision === undefined ? {} : { subscription: decision };
}
