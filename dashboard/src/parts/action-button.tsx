import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';

interface ActionButtonProps {
  readonly label: string;
  /** Does it; a failure is shown below the button. */
  readonly run: () => Promise<unknown>;
  /** A sentence of the page for a failure. */
  readonly explain?: (error: Error) => string | undefined;
}

/** A small button that does something at once, and says what went wrong. */
export function ActionButton({ label, run, explain }: ActionButtonProps) {
  const { failure: failureTexts } = useSharedTexts();
  const { mutate, isPending, error } = useMutation({ mutationFn: run });
  const message = error === null ? undefined : failureMessage(error, failureTexts);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={isPending}
        onClick={() => {
          mutate();
        }}
      >
        {label}
      </Button>
      {error === null || message === undefined ? null : (
        <ErrorLine>{explain?.(error) ?? `${message.title}. ${message.text}`}</ErrorLine>
      )}
    </>
  );
}
