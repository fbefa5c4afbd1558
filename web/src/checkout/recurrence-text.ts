import type { CheckoutLine } from '../api/checkout.ts';
import type { Texts } from './checkout-en.ts';

/** The validity of licenses with a billing cycle; undefined for a one-off purchase. */
export function recurrenceText(
  recurrence: CheckoutLine['recurrence'],
  terms: Texts['summary']['terms'],
): string | undefined {
  return recurrence.type === 'OneOff' ? undefined : terms[recurrence.cycleLength];
}
