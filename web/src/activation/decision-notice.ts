import { Refusal } from '@latchkey/sdk';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import type { ActivationTexts } from './activation-en.ts';
import type { SharedTexts } from '@latchkey/ui/texts/shared-en.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';

export interface DecisionNotice {
  readonly title: string;
  readonly messages: readonly string[];
}

/** The message about a failed approval or cancellation, while the page stays. */
export function decisionNotice(
  failure: Error,
  notice: ActivationTexts['notice'],
  texts: SharedTexts['failure'],
): DecisionNotice | undefined {
  if (failure instanceof ConnectionLost) {
    return { title: texts.connection, messages: [texts.connectionText, notice.twice] };
  }
  // The session has ended: the page says so itself, and offers to sign in.
  if (failure instanceof Refusal && failure.status === 401) return undefined;
  const { title, text, reference } = failureMessage(failure, texts);
  return { title, messages: reference === undefined ? [text] : [text, texts.reference(reference)] };
}
