import '@latchkey/ui/fields/fields.css';
import { Text } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useSubscriptionTexts } from './subscription-texts.ts';
import { useSubscriptionStep } from './use-subscription-step.ts';

interface PauseDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

const PERIODS = ['1', '2', '3'];

/** Pauses a subscription for some periods, from the next one. */
export function PauseDialog({ id, onClose }: PauseDialogProps) {
  const texts = useSubscriptionTexts();
  const form = usePageForm({ periods: '1' });
  const { params, explain, finish } = useSubscriptionStep(id, onClose);
  const send = async ({ periods }: typeof form.values) => {
    const body = { periods: Number(periods) };
    await answer(api.POST('/api/subscriptions/{id}/pause', { params, body }));
    await finish();
  };
  return (
    <Dialog title={texts.pause} onClose={onClose}>
      <DataForm
        form={form}
        fields={['periods']}
        submitLabel={texts.pause}
        send={send}
        onCancel={onClose}
        explain={explain}
      >
        <Text size="sm">{texts.pauseText}</Text>
        <SelectField label={texts.howMany} options={PERIODS} {...form.getInputProps('periods')} />
      </DataForm>
    </Dialog>
  );
}
