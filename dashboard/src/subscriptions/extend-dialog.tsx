import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';

interface ExtendDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Makes the last period of a subscription longer, for a reason. */
export function ExtendDialog({ id, onClose }: ExtendDialogProps) {
  const texts = useSubscriptionTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({ days: '', reason: '' });
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async ({ days, reason }: typeof form.values) => {
    const params = { path: { id }, header: { 'idempotency-key': idempotencyKey } };
    const body = { days: Number(days), reason };
    await answer(api.POST('/api/subscriptions/{id}/extend', { params, body }));
    void queryClient.invalidateQueries({ queryKey: ['subscriptions'] });
    await queryClient.invalidateQueries({ queryKey: ['subscription', id] });
    onClose();
  };
  return (
    <Dialog title={texts.extend} onClose={onClose}>
      <DataForm
        form={form}
        fields={['days', 'reason']}
        submitLabel={texts.extend}
        send={send}
        onCancel={onClose}
        explain={(failure) => {
          renewAfter(failure);
          return undefined;
        }}
      >
        <Text size="sm">{texts.extendText}</Text>
        <TextInput inputMode="numeric" label={texts.days} {...form.getInputProps('days')} />
        <TextInput label={texts.reason} description={texts.reasonText} {...form.getInputProps('reason')} />
      </DataForm>
    </Dialog>
  );
}
