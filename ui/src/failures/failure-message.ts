import { Refusal } from '@latchkey/sdk';
import { ConnectionLost, UnexpectedAnswer } from './failures.ts';
import type { SharedTexts } from '../texts/shared-en.ts';

export interface FailureMessage {
  readonly title: string;
  readonly text: string;
  /** Finds the error in the server's log. */
  readonly reference: string | undefined;
}

type FailureTexts = SharedTexts['failure'];

/** The message about a failed request that has no specific one. */
export function failureMessage(failure: Error, texts: FailureTexts): FailureMessage {
  if (failure instanceof ConnectionLost) {
    return { title: texts.connection, text: texts.connectionText, reference: undefined };
  }
  if (failure instanceof Refusal) return problemMessage(failure, texts);
  if (failure instanceof UnexpectedAnswer) {
    return { title: texts.outdated, text: texts.outdatedText, reference: undefined };
  }
  return { title: texts.unknown, text: texts.unknownText, reference: undefined };
}

function problemMessage(problem: Refusal, texts: FailureTexts): FailureMessage {
  const reference = problem.traceId;
  if (problem.status === 429 || problem.status === 503) {
    return { title: texts.busy, text: waitText(problem.retryAfterSeconds, texts), reference };
  }
  if (problem.status >= 500) return { title: texts.unknown, text: texts.serverText, reference };
  const translation = texts.problems[problem.errorType ?? ''];
  if (translation !== undefined) return { ...translation, reference };
  return { title: problem.title, text: problem.detail ?? texts.refused, reference };
}

/** The time to wait before another try, in words. */
export function waitText(seconds: number | undefined, texts: FailureTexts): string {
  if (seconds === undefined || seconds <= 1) return texts.waitMoment;
  return seconds < 90 ? texts.waitSeconds(seconds) : texts.waitMinutes(Math.ceil(seconds / 60));
}
