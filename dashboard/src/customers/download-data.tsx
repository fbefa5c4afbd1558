import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { answer, api } from '../api/client.ts';
import { confirmIdentity } from '../api/confirmation.ts';
import { useCustomerTexts } from './customer-texts.ts';

interface DownloadDataProps {
  readonly customerId: string;
}

/** Downloads everything that is stored about a customer, once the operator has confirmed that it is them. */
export function DownloadData({ customerId }: DownloadDataProps) {
  const texts = useCustomerTexts();
  const { failure: failureTexts } = useSharedTexts();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      // The browser itself fetches the file, however large, and cannot ask for the password.
      const { confirmedUntil } = await answer(api.GET('/api/operator/session'));
      if (confirmedUntil !== undefined || (await confirmIdentity())) follow(customerId);
    },
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

function follow(customerId: string): void {
  const link = document.createElement('a');
  link.href = `/api/customers/${customerId}/export`;
  link.download = '';
  link.click();
}
