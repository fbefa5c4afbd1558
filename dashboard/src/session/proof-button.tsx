import { Refusal } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { ExplainedFailure } from '../form/explained-failure.ts';
import { useTexts } from '../texts/dashboard-texts.ts';

interface ProofButtonProps {
  readonly label: string;
  /** Asks for the proof and sends it. */
  readonly run: () => Promise<void>;
}

/** Proves who the reader is in another way than with the password, and says what went wrong. */
export function ProofButton({ label, run }: ProofButtonProps) {
  const use = useMutation({ mutationFn: run });
  const message = useFailureText(use.error);
  return (
    <>
      <Button
        variant="default"
        loading={use.isPending}
        onClick={() => {
          use.mutate();
        }}
      >
        {label}
      </Button>
      {message === undefined ? null : <ErrorLine>{message}</ErrorLine>}
    </>
  );
}

function useFailureText(failure: Error | null): string | undefined {
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
