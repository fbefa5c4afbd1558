import type { components } from '@latchkey/sdk';
import { moneyIn } from '../form/amounts.ts';
import { amountLeft } from './undue-money.ts';

type Order = components['schemas']['OrderDetails'];
type RefundOrder = Pick<Order, 'items' | 'payments' | 'refunds'>;
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
  return { currency, amount: amountLeft(amount, payment.refunded?.amount) };
}

/** What becomes of a subscription whose units all go back. */
export const DECISIONS = ['EndNow', 'EndWithPeriod', 'Keep'] as const;

/** The decision in a form; undefined while nobody has decided. */
export function decisionIn(text: string): (typeof DECISIONS)[number] | undefined {
  return DECISIONS.find((each) => each === text);
}

/** Whether an order has a subscription. */
export function isRecurring({ items }: Pick<Order, 'items'>): boolean {
  return items.some(isSubscription);
}

function isSubscription({ variation }: Order['items'][number]): boolean {
  return variation.recurrence.type === 'Recurring';
}

/**
 * Whether all units of a subscription go back, so that somebody has to say what becomes of it. One of which some units
 * stay goes on for these. An amount that is all that is left takes all units back, too.
 */
export function needsDecision(order: RefundOrder, values: RefundValues): boolean {
  const isEverything =
    values.part === 'all' ||
    (values.part === 'amount' && amountToRefund(order, values) === refundable(order)?.amount);
  return order.items.some((item, place) => {
    if (!isSubscription(item)) return false;
    const left = unitsLeft(order, item);
    if (isEverything) return left > 0;
    return values.part === 'units' && left > 0 && Number(values[unitField(place)] ?? '') >= left;
  });
}

/** How many units of a line have not gone back, and are not on their way. */
function unitsLeft({ refunds }: Pick<Order, 'refunds'>, { id, quantity }: Order['items'][number]): number {
  const back = refunds
    .filter(({ status }) => status !== 'Failed')
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === id)
    .reduce((sum, line) => sum + line.quantity, 0);
  return quantity - back;
}

/** The amount in a form; undefined for none, for nothing, and where no payment can be refunded. */
export function amountToRefund(
  order: Pick<Order, 'payments'>,
  { amount: text }: Pick<RefundValues, 'amount'>,
): number | undefined {
  const left = refundable(order);
  const amount = left && moneyIn(text, left.currency);
  return amount === 0 ? undefined : amount;
}

/** What a form asks for, or the field that must be filled in first. */
export function refundRequest(
  order: RefundOrder,
  values: RefundValues,
): { readonly request: RefundRequest } | { readonly missing: string } {
  const { part, reason, keepsLicenses, subscription, isConfirmed } = values;
  const decision = needsDecision(order, values) ? decisionIn(subscription) : undefined;
  if (decision === undefined && needsDecision(order, values)) return { missing: 'subscription' };
  const rest: RefundRequest = {
    ...(decision !== undefined && { subscription: decision }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    revokeLicenses: part !== 'amount' && !keepsLicenses,
    confirm: isConfirmed,
  };
  if (part === 'amount') {
    const amount = amountToRefund(order, values);
    const currency = refundable(order)?.currency;
    if (amount === undefined || currency === undefined) return { missing: 'amount' };
    return { request: { ...rest, amount: { amount, currency } } };
  }
  if (part !== 'units') return { request: rest };
  const lines = order.items.flatMap(({ id }, place) => {
    const quantity = Number(values[unitField(place)] ?? '');
    return Number.isInteger(quantity) && quantity > 0 ? [{ lineId: id, quantity }] : [];
  });
  return lines.length === 0 ? { missing: unitField(0) } : { request: { ...rest, lines } };
}
