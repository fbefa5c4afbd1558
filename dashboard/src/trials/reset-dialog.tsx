import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { ReasonField } from '../form/reason-field.tsx';
import { reasonIn } from '../form/reason-in.ts';
import type { Trial } from './trial-queries.ts';
import { useTrialTexts } from './trial-texts.ts';

interface ResetDialogProps {
  readonly trial: Trial;
  readonly onClose: () => void;
}

/** Lets a trial begin again, with a reason for the audit log. */
export function ResetDialog({ trial, onClose }: ResetDialogProps) {
  const texts = useTrialTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({ reason: '' });
  const send = async (values: typeof form.values) => {
    const params = { path: { id: trial.id } };
    await answer(api.POST('/api/trials/{id}/reset', { params, body: reasonIn(values) }));
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['trials'] }),
      queryClient.invalidateQueries({ queryKey: ['customer', trial.ownerId] }),
    ]);
    onClose();
  };
  return (
    <Dialog title={texts.resetOf(trial.productId, trial.deviceName)} onClose={onClose}>
      <DataForm form={form} fields={['reason']} submitLabel={texts.reset} send={send} onCancel={onClose}>
        <Text size="sm">{texts.resetText}</Text>
        <ReasonField form={form} />
      </DataForm>
    </Dialog>
  );
}
