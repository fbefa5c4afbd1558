import type { Checkout } from '../api/checkout.ts';
import { isProblem, Refusal } from '@latchkey/sdk';
import { ConnectionLost } from '../api/failures.ts';
import { failureMessage } from '../ui/failure-message.ts';
import { sortRefusal } from '../ui/form-messages.ts';
import { FIELD_NAMES } from './payment-fields.ts';

export interface PaymentNotice {
  readonly title: string;
  readonly messages: readonly string[];
  /** There are messages beside fields as well; the first of those fields has the focus. */
  readonly fieldsComeFirst: boolean;
}

/**
 * The message above the pay button: the reason why the last attempt failed, if there was one. Undefined when there is
 * none, or when the messages beside the fields are enough.
 */
export function paymentNotice(
  checkout: Pick<Checkout, 'failure'>,
  failure: Error | null,
): PaymentNotice | undefined {
  if (failure !== null) return noticeOfFailure(failure);
  if (checkout.failure === undefined) return undefined;
  return {
    title: 'The payment did not go through',
    messages: [checkout.failure, 'You can try again.'],
    fieldsComeFirst: false,
  };
}

function noticeOfFailure(failure: Error): PaymentNotice | undefined {
  if (failure instanceof ConnectionLost) {
    return {
      title: 'No connection',
      messages: [
        'The shop could not be reached. What you entered is still here.',
        'Check your internet connection, then try again. An order is never charged twice.',
      ],
      fieldsComeFirst: false,
    };
  }
  if (failure instanceof Refusal && Object.keys(failure.errors).length > 0) {
    const { beside, apart } = sortRefusal(failure.errors, FIELD_NAMES);
    if (apart.length === 0) return undefined;
    return {
      title: 'The order could not be paid',
      messages: apart,
      fieldsComeFirst: Object.keys(beside).length > 0,
    };
  }
  if (isProblem(failure, 'PriceChanged')) {
    return {
      title: 'The price has changed',
      messages: ['You have not been charged. Look at the new total, then pay if you agree.'],
      fieldsComeFirst: false,
    };
  }
  if (isProblem(failure, 'OrderChanged')) {
    return {
      title: 'The order has changed',
      messages: ['You have not been charged. Look at the items and the total again, then pay if you agree.'],
      fieldsComeFirst: false,
    };
  }
  const { title, text, reference } = failureMessage(failure);
  return {
    title,
    messages: reference === undefined ? [text] : [text, `Reference for the shop's support: ${reference}`],
    fieldsComeFirst: false,
  };
}
