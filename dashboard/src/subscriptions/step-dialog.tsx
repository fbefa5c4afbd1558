import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import type { Step } from './subscription-steps.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';

interface StepDialogProps {
  readonly id: string;
  readonly step: Exclude<Step, 'extend' | 'merge'>;
  readonly onClose: () => void;
}

/** Says what a step does to a subscription, and takes it. */
export function StepDialog({ id, step, onClose }: StepDialogProps) {
  const texts = useSubscriptionTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({});
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async () => {
    await take(step, { path: { id }, header: { 'idempotency-key': idempotencyKey } });
    void queryClient.invalidateQueries({ queryKey: ['subscriptions'] });
    await queryClient.invalidateQueries({ queryKey: ['subscription', id] });
    onClose();
  };
  return (
    <Dialog title={texts[step]} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={texts[step]}
        send={send}
        onCancel={onClose}
        isDangerous={step === 'cancel'}
        explain={(failure) => {
          renewAfter(failure);
          return undefined;
        }}
      >
        <Text size="sm">{texts[`${step}Text`]}</Text>
      </DataForm>
    </Dialog>
  );
}

interface StepParams {
  readonly path: { readonly id: string };
  readonly header: { readonly 'idempotency-key': string };
}

function take(step: StepDialogProps['step'], params: StepParams) {
  switch (step) {
    case 'cancel':
      return answer(
        api.POST('/api/subscriptions/{id}/cancel', { params, body: { immediately: false, refund: 'None' } }),
      );
    case 'resume':
      return answer(api.POST('/api/subscriptions/{id}/resume', { params }));
    case 'release':
      return answer(api.POST('/api/subscriptions/{id}/release', { params }));
    case 'retry':
      return answer(api.POST('/api/subscriptions/{id}/retry', { params }));
    case 'skip':
      return answer(api.POST('/api/subscriptions/{id}/skip', { params }));
  }
}
