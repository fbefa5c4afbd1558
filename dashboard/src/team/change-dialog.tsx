import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { sessionQuery } from '../session/session.ts';
import { RoleField, roleOf } from './role-field.tsx';
import { type Operator, teamQuery } from './team-queries.ts';
import { useTeamTexts } from './team-texts.ts';

interface ChangeDialogProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

/** Changes the name or the role of somebody. */
export function ChangeDialog({ operator, onClose }: ChangeDialogProps) {
  const team = useTeamTexts();
  const queryClient = useQueryClient();
  const form = usePageForm<{ name: string; role: string }>({ name: operator.name, role: operator.role });
  const send = async (values: typeof form.values) => {
    const path = { operatorId: operator.id };
    const body = { name: values.name, role: roleOf(values) };
    await answer(api.PATCH('/api/operators/{operatorId}', { params: { path }, body }));
    await Promise.all([
      queryClient.invalidateQueries(teamQuery),
      // It may be the reader's own role, which the menu follows.
      queryClient.invalidateQueries(sessionQuery),
    ]);
    onClose();
  };
  return (
    <Dialog title={team.changeOf(operator.name)} onClose={onClose}>
      <DataForm
        form={form}
        fields={['name', 'role']}
        submitLabel={team.changeSubmit}
        send={send}
        onCancel={onClose}
      >
        <TextInput
          label={team.name}
          autoComplete="off"
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
        <RoleField form={form} />
      </DataForm>
    </Dialog>
  );
}
