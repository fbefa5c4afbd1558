import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { followOnceConfirmed } from '../api/follow-link.ts';
import { useCustomerTexts } from './customer-texts.ts';

interface DownloadDataProps {
  readonly customerId: string;
}

/** Downloads everything that is stored about a customer, once the operator has confirmed that it is them. */
export function DownloadData({ customerId }: DownloadDataProps) {
  const texts = useCustomerTexts();
  const { failure: failureTexts } = useSharedTexts();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => followOnceConfirmed(`/api/customers/${customerId}/export`),
  });
  const message = error === null ? undefined : failureMessage(error, failureTexts);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        onClick={() => {
          mutate();
        }}
      >
        {texts.export}
      </Button>
      {message === undefined ? null : <ErrorLine>{`${message.title}. ${message.text}`}</ErrorLine>}
    </>
  );
}
