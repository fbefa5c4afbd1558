import { Refusal } from '@latchkey/sdk';
import type { Texts } from './checkout-en.ts';
import type { OutcomeTexts } from './outcome-en.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';

type NotStoppedTexts = Pick<OutcomeTexts, 'progress'> & Pick<Texts, 'failure'>;

/**
 * The reason why a payment could not be cancelled, and the remedy: to try again, to wait, to check the connection, or
 * to contact the vendor.
 */
export function notStoppedText(failure: Error, { progress, failure: texts }: NotStoppedTexts): string {
  if (failure instanceof Refusal && failure.status >= 500) return progress.notStopped;
  const { title, text } = failureMessage(failure, texts);
  return `${title}. ${text}`;
}
