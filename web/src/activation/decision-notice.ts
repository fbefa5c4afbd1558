import { Refusal } from '@latchkey/sdk';
import { ConnectionLost } from '../api/failures.ts';
import { failureMessage } from '../ui/failure-message.ts';

export interface DecisionNotice {
  readonly title: string;
  readonly messages: readonly string[];
}

/** The message about an approval or a cancellation that failed, while the page stays. */
export function decisionNotice(failure: Error): DecisionNotice | undefined {
  if (failure instanceof ConnectionLost) {
    return {
      title: 'No connection',
      messages: [
        'The shop could not be reached. Check your internet connection, then try again.',
        'Trying again never uses a second activation.',
      ],
    };
  }
  // The session has ended: the page says so itself, and offers to sign in.
  if (failure instanceof Refusal && failure.status === 401) return undefined;
  const { title, text, reference } = failureMessage(failure);
  return {
    title,
    messages: reference === undefined ? [text] : [text, `Reference for the shop's support: ${reference}`],
  };
}
