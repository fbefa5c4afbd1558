import { Refusal } from '@latchkey/sdk';
import type { Texts } from './checkout-en.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';

/**
 * The reason why a payment could not be cancelled, and the remedy: to try again, to wait, to check the connection, or
 * to contact the vendor.
 */
export function notStoppedText(failure: Error, { progress, failure: texts }: Texts): string {
  if (failure instanceof Refusal && failure.status >= 500) return progress.notStopped;
  const { title, text } = failureMessage(failure, texts);
  return `${title}. ${text}`;
}
