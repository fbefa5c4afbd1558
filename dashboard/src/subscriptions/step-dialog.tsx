import { answer, api } from '../api/client.ts';
import { Text } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useSubscriptionTexts } from './subscription-texts.ts';
import { useSubscriptionStep } from './use-subscription-step.ts';

interface StepDialogProps {
  readonly id: string;
  readonly step: 'resume' | 'release' | 'retry' | 'skip';
  readonly onClose: () => void;
}

/** Says what a step does to a subscription, and takes it. */
export function StepDialog({ id, step, onClose }: StepDialogProps) {
  const texts = useSubscriptionTexts();
  const form = usePageForm({});
  const { params, explain, finish } = useSubscriptionStep(id, onClose);
  const send = async () => {
    await answer(api.POST(`/api/subscriptions/{id}/${step}`, { params }));
    await finish();
  };
  return (
    <Dialog title={texts[step]} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={texts[step]}
        send={send}
        onCancel={onClose}
        explain={explain}
      >
        <Text size="sm">{texts[`${step}Text`]}</Text>
      </DataForm>
    </Dialog>
  );
}
