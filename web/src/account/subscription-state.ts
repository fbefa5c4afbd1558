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

/** The colour of its status. */
export function toneOf({ status, payment }: Pick<Subscription, 'status' | 'payment'>): string | undefined {
  if (status === 'Expired') return undefined;
  if (status === 'Cancelled') return 'news';
  return payment.state === 'Paid' ? 'good' : 'bad';
}
