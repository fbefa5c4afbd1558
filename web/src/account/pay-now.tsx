import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { use } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';

interface PayNowProps {
  readonly id: string;
  readonly label: string;
  /** The page of the payment. */
  readonly open: (id: string) => Promise<string | undefined>;
  readonly variant?: 'default' | 'filled';
}

/** Leads to the page of a payment. */
export function PayNow({ id, label, open, variant = 'filled' }: PayNowProps) {
  const { texts: shared } = use(LanguageOfPage);
  const { mutate, isPending, error } = useMutation({
    mutationFn: open,
    onSuccess: (location) => {
      if (location !== undefined) window.location.assign(location);
    },
  });
  return (
    <>
      <Button
        mt={variant === 'filled' ? 'sm' : 0}
        variant={variant}
        loading={isPending}
        onClick={() => {
          mutate(id);
        }}
      >
        {label}
      </Button>
      {error === null ? null : <ErrorLine>{failureMessage(error, shared.failure).text}</ErrorLine>}
    </>
  );
}
