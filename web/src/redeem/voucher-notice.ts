import { isProblem, Refusal } from '@latchkey/sdk';
import { OtherCustomer } from '../api/as-customer.ts';
import type { RedeemTexts } from './redeem-en.ts';
import type { SharedTexts } from '@latchkey/ui/texts/shared-en.ts';
import { failureMessage, waitText } from '@latchkey/ui/failures/failure-message.ts';

interface VoucherNotice {
  readonly title: string;
  readonly text: string;
}

const REASONS: Readonly<Record<string, 'taken' | 'expired' | 'withdrawn'>> = {
  VoucherRedeemed: 'taken',
  VoucherExpired: 'expired',
  VoucherNotRedeemable: 'withdrawn',
};

/** Whether an unidentified person redeemed a code: nobody is signed in, so it may have been the reader. */
export function isTakenByWhom(failure: Error | null, isSignedIn: boolean): boolean {
  return !isSignedIn && isProblem(failure, 'VoucherRedeemed');
}

/** The reason why a code cannot be redeemed, and the next step. */
export function voucherNotice(
  failure: Error,
  texts: RedeemTexts,
  shared: SharedTexts['failure'],
  isSignedIn: boolean,
): VoucherNotice {
  if (isTakenByWhom(failure, isSignedIn)) return { title: texts.takenByWhom, text: texts.takenByWhomText };
  if (failure instanceof OtherCustomer) {
    return { title: texts.otherCustomer, text: texts.otherCustomerText(failure.onPage, failure.signedIn) };
  }
  if (failure instanceof Refusal) {
    const { errorType = '', status, retryAfterSeconds } = failure;
    const reason = REASONS[errorType] ?? (status === 404 || status === 400 ? 'unknown' : undefined);
    if (reason !== undefined) return { title: texts[reason], text: texts[`${reason}Text`] };
    if (status === 429) return { title: texts.tooMany, text: waitText(retryAfterSeconds, shared) };
  }
  const { title, text } = failureMessage(failure, shared);
  return { title, text };
}
