import { Text } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { api, done } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { keepCodeHabit } from '../session/code-habit.ts';
import { useYouTexts } from './you-texts.ts';

/** Switches one-time codes off, after saying what that means. */
export function EndCodesDialog({ onClose }: { readonly onClose: () => void }) {
  const you = useYouTexts();
  const form = usePageForm({});
  const send = async () => {
    await done(api.DELETE('/api/operator/codes'));
    keepCodeHabit(false);
    onClose();
  };
  return (
    <Dialog title={you.endCodesTitle} onClose={onClose}>
      <DataForm form={form} fields={[]} submitLabel={you.endCodes} send={send} onCancel={onClose} isDangerous>
        <Text size="sm">{you.endCodesText}</Text>
      </DataForm>
    </Dialog>
  );
}
