import { Refusal } from '@latchkey/sdk';
import type { Texts } from '../texts/en.ts';
import { failureMessage } from '../ui/failure-message.ts';

/** Why a payment could not be given up, and what helps: to try again, to wait, to look at the connection, or the vendor. */
export function notStoppedText(failure: Error, { progress, failure: texts }: Texts): string {
  if (failure instanceof Refusal && failure.status >= 500) return progress.notStopped;
  const { title, text } = failureMessage(failure, texts);
  return `${title}. ${text}`;
}
