import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Status, type Tone } from '../parts/status.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import type { Subscription } from './subscription-queries.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';

const TONES: Readonly<Record<Subscription['status'], Tone>> = {
  Active: 'good',
  Cancelled: 'waiting',
  Expired: 'off',
  Completed: 'good',
};

const PAYMENT_TONES: Readonly<Record<Subscription['payment']['state'], Tone>> = {
  Paid: 'good',
  Retrying: 'waiting',
  NeedsBuyer: 'bad',
  Held: 'bad',
};

/** Whether a subscription goes on. */
export function SubscriptionStatus({ status }: Pick<Subscription, 'status'>) {
  return <Status tone={TONES[status]}>{useTexts().subscriptions.statuses[status]}</Status>;
}

/** How the payment of its renewal stands. */
export function PaymentState({ payment: { state } }: Pick<Subscription, 'payment'>) {
  return <Status tone={PAYMENT_TONES[state]}>{useSubscriptionTexts().paymentStates[state]}</Status>;
}

/** The price of one unit for one cycle. */
export function CyclePrice({ price, cycleLength }: Pick<Subscription, 'price' | 'cycleLength'>) {
  const { cycles } = useSubscriptionTexts();
  const money = useMoney();
  return cycles[cycleLength](money(price.amount, price.currency));
}
