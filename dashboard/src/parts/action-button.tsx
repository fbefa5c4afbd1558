import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { useFailureLine } from '../failures/failure-line.ts';

interface ActionButtonProps {
  readonly label: string;
  /** Does it; a failure is shown below the button. */
  readonly run: () => Promise<unknown>;
  /** A sentence of the page for a failure. */
  readonly explain?: (error: Error) => string | undefined;
}

/** A small button that does something at once, and says what went wrong. */
export function ActionButton({ label, run, explain }: ActionButtonProps) {
  const lineOf = useFailureLine();
  const { mutate, isPending, error } = useMutation({ mutationFn: run });
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
      {error === null ? null : <ErrorLine>{lineOf(error, { own: explain?.(error) })}</ErrorLine>}
    </>
  );
}
