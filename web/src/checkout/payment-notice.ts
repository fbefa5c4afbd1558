import type { Checkout } from '../api/checkout.ts';
import { isProblem, Refusal } from '@latchkey/sdk';
import type { Texts } from './checkout-en.ts';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { sortRefusal } from '@latchkey/ui/fields/form-messages.ts';
import { FIELD_NAMES } from './payment-fields.ts';

export interface PaymentNotice {
  readonly title: string;
  readonly messages: readonly string[];
  /** There are messages beside fields as well; the first of those fields has the focus. */
  readonly fieldsComeFirst: boolean;
}

/**
 * The message above the pay button: the reason why the last attempt failed, if any. Undefined when there is none, or
 * when the messages beside the fields are enough.
 */
export function paymentNotice(
  checkout: Pick<Checkout, 'failure'>,
  failure: Error | null,
  texts: Texts,
): PaymentNotice | undefined {
  if (failure !== null) return noticeOfFailure(failure, texts);
  if (checkout.failure === undefined) return undefined;
  return {
    title: texts.notice.failed,
    messages: [texts.notice.declined(checkout.failure), texts.notice.again(checkout.failure)],
    fieldsComeFirst: false,
  };
}

function noticeOfFailure(failure: Error, texts: Texts): PaymentNotice | undefined {
  const { notice } = texts;
  if (failure instanceof ConnectionLost) {
    return {
      title: notice.offline,
      messages: [notice.offlineText, notice.offlineAgain],
      fieldsComeFirst: false,
    };
  }
  if (failure instanceof Refusal && Object.keys(failure.errors).length > 0) {
    const { beside, apart } = sortRefusal(failure.errors, FIELD_NAMES, texts.form);
    if (apart.length === 0) return undefined;
    return {
      title: notice.unpaid,
      messages: apart,
      fieldsComeFirst: Object.keys(beside).length > 0,
    };
  }
  if (isProblem(failure, 'PriceChanged')) {
    return {
      title: notice.priceChanged,
      messages: [notice.priceChangedText],
      fieldsComeFirst: false,
    };
  }
  if (isProblem(failure, 'OrderChanged')) {
    return {
      title: notice.orderChanged,
      messages: [notice.orderChangedText],
      fieldsComeFirst: false,
    };
  }
  const { title, text, reference } = failureMessage(failure, texts.failure);
  return {
    title,
    messages: reference === undefined ? [text] : [text, texts.failure.reference(reference)],
    fieldsComeFirst: false,
  };
}
