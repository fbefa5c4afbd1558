import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { DataForm } from './data-form.tsx';
import { Dialog } from './dialog.tsx';

interface StepDialogProps {
  readonly title: string;
  /** What it does, in sentences. */
  readonly text: string;
  readonly submitLabel: string;
  readonly send: () => Promise<unknown>;
  readonly isDangerous?: boolean;
  readonly onClose: () => void;
}

/** Asks before a step that needs nothing else, takes it, and has the page show what is true then. */
export function StepDialog({
  title,
  text,
  submitLabel,
  send,
  isDangerous = false,
  onClose,
}: StepDialogProps) {
  const queryClient = useQueryClient();
  const form = usePageForm({});
  const take = async () => {
    await send();
    await queryClient.invalidateQueries();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={submitLabel}
        send={take}
        onCancel={onClose}
        isDangerous={isDangerous}
      >
        <Text size="sm">{text}</Text>
      </DataForm>
    </Dialog>
  );
}
