import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useSubscriptionTexts } from './subscription-texts.ts';
import { useSubscriptionStep } from './use-subscription-step.ts';

interface GiftDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Makes the last period of a subscription longer, for a reason. */
export function ExtendDialog({ id, onClose }: GiftDialogProps) {
  const texts = useSubscriptionTexts();
  const form = usePageForm({ days: '', reason: '' });
  const { params, explain, finish } = useSubscriptionStep(id, onClose);
  const send = async ({ days, reason }: typeof form.values) => {
    await answer(
      api.POST('/api/subscriptions/{id}/extend', { params, body: { days: Number(days), reason } }),
    );
    await finish();
  };
  return (
    <Dialog title={texts.extend} onClose={onClose}>
      <DataForm
        form={form}
        fields={['days', 'reason']}
        submitLabel={texts.extend}
        send={send}
        onCancel={onClose}
        explain={explain}
      >
        <Text size="sm">{texts.extendText}</Text>
        <TextInput inputMode="numeric" label={texts.days} {...form.getInputProps('days')} />
        <TextInput label={texts.reason} description={texts.reasonText} {...form.getInputProps('reason')} />
      </DataForm>
    </Dialog>
  );
}

/** Gives the next periods of a subscription away, for a reason. */
export function CompDialog({ id, onClose }: GiftDialogProps) {
  const texts = useSubscriptionTexts();
  const form = usePageForm({ periods: '1', reason: '' });
  const { params, explain, finish } = useSubscriptionStep(id, onClose);
  const send = async ({ periods, reason }: typeof form.values) => {
    const body = { periods: Number(periods), reason };
    await answer(api.POST('/api/subscriptions/{id}/comp', { params, body }));
    await finish();
  };
  return (
    <Dialog title={texts.comp} onClose={onClose}>
      <DataForm
        form={form}
        fields={['periods', 'reason']}
        submitLabel={texts.comp}
        send={send}
        onCancel={onClose}
        explain={explain}
      >
        <Text size="sm">{texts.compText}</Text>
        <TextInput inputMode="numeric" label={texts.howMany} {...form.getInputProps('periods')} />
        <TextInput label={texts.reason} description={texts.reasonText} {...form.getInputProps('reason')} />
      </DataForm>
    </Dialog>
  );
}
