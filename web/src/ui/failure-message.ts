import { Refusal } from '@latchkey/sdk';
import { ConnectionLost, UnexpectedAnswer } from '../api/failures.ts';

export interface FailureMessage {
  readonly title: string;
  readonly text: string;
  /** Finds the error in the server's log. */
  readonly reference: string | undefined;
}

/** The message about a failed request that has no specific one. */
export function failureMessage(failure: Error): FailureMessage {
  if (failure instanceof ConnectionLost) {
    return {
      title: 'No connection',
      text: 'The shop could not be reached. Check your internet connection, then try again.',
      reference: undefined,
    };
  }
  if (failure instanceof Refusal) return problemMessage(failure);
  if (failure instanceof UnexpectedAnswer) {
    return {
      title: 'This page is out of date',
      text: 'The shop was updated while this page was open. Reload the page to continue.',
      reference: undefined,
    };
  }
  return {
    title: 'Something went wrong',
    text: 'This page ran into a problem. Try again, or reload the page.',
    reference: undefined,
  };
}

function problemMessage(problem: Refusal): FailureMessage {
  const reference = problem.traceId;
  if (problem.status === 429 || problem.status === 503) {
    return { title: 'The shop is busy', text: waitText(problem.retryAfterSeconds), reference };
  }
  if (problem.status >= 500) {
    return {
      title: 'Something went wrong',
      text: 'The shop ran into a problem on its side. Try again in a moment.',
      reference,
    };
  }
  return { title: problem.title, text: problem.detail ?? 'The shop refused the request.', reference };
}

/** The time to wait before another try, in words. */
export function waitText(seconds: number | undefined): string {
  if (seconds === undefined || seconds <= 1) return 'Try again in a moment.';
  return seconds < 90
    ? `Try again in ${seconds} seconds.`
    : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}
