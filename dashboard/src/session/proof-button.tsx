import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { useFailureText } from './failure-text.ts';

interface ProofButtonProps {
  readonly label: string;
  /** Asks for the proof and sends it. */
  readonly run: () => Promise<void>;
}

/** Proves who the reader is in another way than with the password, and says what went wrong. */
export function ProofButton({ label, run }: ProofButtonProps) {
  const proof = useMutation({ mutationFn: run });
  const message = useFailureText(proof.error);
  return (
    <>
      <Button
        variant="default"
        loading={proof.isPending}
        onClick={() => {
          proof.mutate();
        }}
      >
        {label}
      </Button>
      {message === undefined ? null : <ErrorLine>{message}</ErrorLine>}
    </>
  );
}
