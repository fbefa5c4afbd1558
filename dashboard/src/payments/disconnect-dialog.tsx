import { Button, Text } from '@mantine/core';
import { isProblem } from '@latchkey/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { PROVIDER } from './payment-queries.ts';
import { usePaymentTexts } from './payment-texts.ts';

/** Forgets the key after saying what that does. */
export function DisconnectDialog({ onClose }: { readonly onClose: () => void }) {
  const { actions } = useTexts();
  const texts = usePaymentTexts();
  const queryClient = useQueryClient();
  const [isPending, setIsPending] = useState(false);
  const [note, setNote] = useState<string>();
  const form = usePageForm({ force: false });
  const send = async ({ force }: typeof form.values) => {
    const params = { query: { provider: PROVIDER, force } };
    const { note: reason } = await answer(api.DELETE('/api/settings/payment-connection', { params }));
    await queryClient.invalidateQueries();
    if (reason === undefined) onClose();
    else setNote(reason);
  };
  return (
    <Dialog title={texts.disconnectTitle} onClose={onClose}>
      {note === undefined ? (
        <DataForm
          form={form}
          fields={[]}
          submitLabel={texts.disconnect}
          send={send}
          explain={(failure) => {
            if (!isProblem(failure, 'PaymentsPending')) return undefined;
            setIsPending(true);
            return texts.pending;
          }}
          onCancel={onClose}
          isDangerous
        >
          <Text size="sm">{texts.disconnectText}</Text>
          {isPending ? (
            <CheckField label={texts.force} {...form.getInputProps('force', { type: 'checkbox' })} />
          ) : null}
        </DataForm>
      ) : (
        <>
          <Text size="sm">{texts.stillReports(note)}</Text>
          <Button onClick={onClose}>{actions.close}</Button>
        </>
      )}
    </Dialog>
  );
}
