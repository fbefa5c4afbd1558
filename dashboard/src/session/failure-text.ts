import { Refusal } from '@latchkey/sdk';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { ExplainedFailure } from '../failures/explained-failure.ts';
import { useTexts } from '../texts/dashboard-texts.ts';

/** A sentence about a proof that was not accepted, or could not be checked; undefined without a failure. */
export function useFailureText(failure: Error | null): string | undefined {
  const { problems, signIn } = useTexts();
  const shared = useSharedTexts();
  if (failure === null) return undefined;
  if (failure instanceof ExplainedFailure) return failure.message;
  if (failure instanceof Refusal) {
    const own = failure.status === 429 ? signIn.wait : problems[failure.errorType ?? ''];
    if (own !== undefined) return own;
  }
  const { title, text } = failureMessage(failure, shared.failure);
  return `${title}. ${text}`;
}
