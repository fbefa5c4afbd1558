import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api, done } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { useFreshWebhook, webhooksQuery } from './webhook-queries.ts';
import { useWebhookTexts } from './webhook-texts.ts';

/** Something that is done with an endpoint, and needs nothing but a yes. */
export type WebhookStep = 'enable' | 'disable' | 'rotate' | 'remove';

interface WebhookStepDialogProps {
  readonly id: string;
  readonly step: WebhookStep;
  readonly onClose: () => void;
}

/** Says what a step does to an endpoint, and takes it. */
export function WebhookStepDialog({ id, step, onClose }: WebhookStepDialogProps) {
  const texts = useWebhookTexts();
  const form = usePageForm({});
  const refresh = useFreshWebhook(id);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async () => {
    const params = { path: { id }, header: { 'idempotency-key': idempotencyKey } };
    if (step === 'remove') {
      await done(api.DELETE('/api/webhooks/{id}', { params: { path: { id } } }));
      await navigate({ to: '/webhooks' });
      queryClient.removeQueries({ queryKey: ['webhook', id] });
      await queryClient.invalidateQueries(webhooksQuery);
      return;
    }
    if (step === 'rotate') {
      const rotated = await answer(api.POST('/api/webhooks/{id}/rotate-secret', { params, body: {} }));
      await refresh();
      setSecret(rotated.secret);
      return;
    }
    await answer(api.POST(`/api/webhooks/{id}/${step}`, { params }));
    await refresh();
    onClose();
  };
  if (secret !== undefined) return <SecretDialog secret={secret} onClose={onClose} />;
  return (
    <Dialog title={texts[step]} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={texts[step]}
        send={send}
        onCancel={onClose}
        isDangerous={step === 'remove'}
        explain={renewAfter}
      >
        <Text size="sm">{texts[`${step}Text`]}</Text>
      </DataForm>
    </Dialog>
  );
}
