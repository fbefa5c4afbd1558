import { Refusal } from '@latchkey/sdk';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { ExplainedFailure } from './explained-failure.ts';

/** Whether a request that failed has changed nothing for certain. */
export function changedNothing(failure: Error): boolean {
  if (!(failure instanceof Refusal)) return false;
  const { status, retryAfterSeconds } = failure;
  // A conflict that passes is that of a request which still runs.
  return status < 500 && (status !== 409 || retryAfterSeconds === undefined);
}

interface FailureLine {
  /** A sentence of the page in place of what went wrong. */
  readonly own?: string | undefined;
  /** It was a request of several, of which others may have succeeded; or it was to change nothing. */
  readonly outcome?: 'partial' | 'none' | undefined;
}

/** Says what went wrong with a change, whether anything was changed, and what to do. */
export function useFailureLine(): (failure: Error, line?: FailureLine) => string {
  const { failure: sharedTexts } = useSharedTexts();
  const { failure: texts } = useTexts();
  return (failure, { own, outcome } = {}) => {
    if (failure instanceof ExplainedFailure) return failure.message;
    const { title, text } = failureMessage(failure, sharedTexts);
    const what = own ?? `${title}. ${text}`;
    if (outcome === 'none') return what;
    const change = changedNothing(failure) && outcome !== 'partial' ? texts.unchanged : texts.unsure;
    return what.includes(change.slice(0, -1)) ? what : `${what} ${change}`;
  };
}
