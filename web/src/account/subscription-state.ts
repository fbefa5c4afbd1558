import type { Subscription } from '../api/subscriptions.ts';
import type { SubscriptionsTexts } from './subscriptions-en.ts';

/** What is subscribed to: a product or a bundle. */
export function itemOf({ content }: Pick<Subscription, 'content'>): {
  readonly name: string;
  readonly iconUrl: string | null;
  readonly pictureUrl?: string;
} {
  return content.type === 'Product' ? content.product : content.bundle;
}

type Standing = Pick<
  Subscription,
  'status' | 'payment' | 'nextPaymentScheduledAt' | 'cancelAt' | 'expiresAt' | 'endedAt'
>;

/** The next event of a subscription, in a few words: its payment or its end. */
export function whatIsNext(
  { status, payment, nextPaymentScheduledAt, cancelAt, expiresAt, endedAt }: Standing,
  texts: Pick<SubscriptionsTexts, 'nextOn' | 'endsOn' | 'endedOn' | 'owned' | 'unpaid'>,
  day: (moment: string) => string,
): string {
  if (status === 'Completed') return texts.owned;
  if (endedAt !== undefined) return texts.endedOn(day(endedAt));
  if (status === 'Cancelled') return texts.endsOn(day(cancelAt ?? expiresAt));
  if (payment.state !== 'Paid') return texts.unpaid;
  if (nextPaymentScheduledAt !== null) return texts.nextOn(day(nextPaymentScheduledAt));
  return texts.endedOn(day(expiresAt));
}

/** What its owner reads as its status. */
export type StatusLabel = keyof SubscriptionsTexts['status'];

/** Its status in a word: what its owner has to know comes before what the terms call it. */
export function statusOf(
  subscription: Pick<Subscription, 'status' | 'payment' | 'paidUntil' | 'pausedUntil' | 'endedAt'>,
  now: number,
): StatusLabel {
  const { status, payment, endedAt } = subscription;
  if (status === 'Cancelled' || status === 'Completed' || endedAt !== undefined) return status;
  if (payment.state === 'Retrying') return 'PaymentFailed';
  if (payment.state === 'NeedsBuyer') return payment.reason === undefined ? 'PaymentDue' : 'PaymentFailed';
  return pauseOf(subscription, now) ?? status;
}

/** The pause that runs, or begins after the paid period. */
export function pauseOf(
  { pausedUntil, paidUntil }: Pick<Subscription, 'paidUntil' | 'pausedUntil'>,
  now: number,
): 'Paused' | 'PauseAhead' | undefined {
  if (pausedUntil === undefined) return undefined;
  return Date.parse(paidUntil) <= now ? 'Paused' : 'PauseAhead';
}

/** The colour of a status. */
export const TONES: Readonly<Record<StatusLabel, string | undefined>> = {
  Active: 'good',
  Completed: 'good',
  Cancelled: 'news',
  Expired: undefined,
  Paused: 'news',
  PauseAhead: 'news',
  PaymentDue: 'bad',
  PaymentFailed: 'bad',
};

/** What the next payment costs, if nothing changes. */
export function nextTotalOf({
  total,
  nextPlan,
}: Pick<Subscription, 'total' | 'nextPlan'>): Subscription['total'] {
  return nextPlan?.when === 'NextPeriod' && nextPlan.total !== undefined ? nextPlan.total : total;
}

/**
 * What paying the rest at once saves, in the currency's unit; 0 where it saves nothing, or where later payments may cost
 * something else than the next one.
 */
export function payoffSaving({
  payoff,
  total,
  nextPlan,
  content,
}: Pick<Subscription, 'payoff' | 'total' | 'nextPlan' | 'content'>): number {
  const isSteady = total.discount.amount === 0 && nextPlan === undefined && content.quantity === 1;
  if (payoff === undefined || !isSteady) return 0;
  const saving = payoff.cycles * total.subtotal.amount - payoff.price.amount;
  return Math.max(0, Math.round(saving * 1_000) / 1_000);
}
