import type { CheckoutLine } from '../api/checkout.ts';

type Recurrence = CheckoutLine['recurrence'];
type CycleLength = Extract<Recurrence, { type: 'Recurring' }>['cycleLength'];

const TERMS: Record<CycleLength, string> = {
  Daily: 'For one day',
  Weekly: 'For one week',
  Monthly: 'For one month',
  Quarterly: 'For three months',
  Yearly: 'For one year',
};

/** The validity of licenses with a billing cycle; undefined for a one-off purchase. */
export function recurrenceText(recurrence: Recurrence): string | undefined {
  return recurrence.type === 'OneOff' ? undefined : TERMS[recurrence.cycleLength];
}
