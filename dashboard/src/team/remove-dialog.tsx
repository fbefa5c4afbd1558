import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { type Operator, teamQuery } from './team-queries.ts';
import { useTeamTexts } from './team-texts.ts';

interface RemoveDialogProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

/** Removes somebody from the team after saying what that does. */
export function RemoveDialog({ operator, onClose }: RemoveDialogProps) {
  const team = useTeamTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({});
  const send = async () => {
    const path = { operatorId: operator.id };
    await answer(api.DELETE('/api/operators/{operatorId}', { params: { path } }));
    await queryClient.invalidateQueries(teamQuery);
    onClose();
  };
  return (
    <Dialog title={team.removeOf(operator.name)} onClose={onClose}>
      <DataForm form={form} fields={[]} submitLabel={team.remove} send={send} onCancel={onClose} isDangerous>
        <Text size="sm">{team.removeText}</Text>
      </DataForm>
    </Dialog>
  );
}
