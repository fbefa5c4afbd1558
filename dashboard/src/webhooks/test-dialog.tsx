import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useFreshWebhook, type Webhook } from './webhook-queries.ts';
import { useWebhookTexts } from './webhook-texts.ts';

interface TestDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Sends an example to an endpoint. */
export function TestDialog({ webhook: { id, types }, onClose }: TestDialogProps) {
  const texts = useWebhookTexts();
  const refresh = useFreshWebhook(id);
  const form = usePageForm({ type: types.find((type) => !type.includes('*')) ?? 'order.paid' });
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async ({ type }: typeof form.values) => {
    const params = { path: { id }, header: { 'idempotency-key': idempotencyKey } };
    await answer(api.POST('/api/webhooks/{id}/test', { params, body: { type: type.trim() } }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.test} onClose={onClose}>
      <DataForm
        form={form}
        fields={['type']}
        submitLabel={texts.test}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <Text size="sm">{texts.testText}</Text>
        <TextInput
          label={texts.testType}
          description={texts.testTypeText}
          spellCheck={false}
          {...form.getInputProps('type')}
        />
      </DataForm>
    </Dialog>
  );
}
