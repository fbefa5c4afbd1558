import type { CycleLength, Recurrence } from '../api/checkout.ts';

const RENEWALS: Record<CycleLength, string> = {
  Daily: 'Renews every day',
  Weekly: 'Renews every week',
  Monthly: 'Renews every month',
  Quarterly: 'Renews every three months',
  Yearly: 'Renews every year',
};

/** How a subscription goes on; undefined for what is bought once. */
export function recurrenceText(recurrence: Recurrence): string | undefined {
  return recurrence.type === 'OneOff' ? undefined : RENEWALS[recurrence.cycleLength];
}
