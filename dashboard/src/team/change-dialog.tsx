import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { RevisedDialog } from '../form/revised-dialog.tsx';
import { useRevision } from '../form/use-revision.ts';
import { sessionQuery } from '../session/session.ts';
import { NameField } from './name-field.tsx';
import { RoleField, roleOf } from './role-field.tsx';
import { type Operator, operatorQuery, teamQuery } from './team-queries.ts';
import { useTeamTexts } from './team-texts.ts';

interface ChangeDialogProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

/** Changes the name or the role of somebody. */
export function ChangeDialog({ operator, onClose }: ChangeDialogProps) {
  const team = useTeamTexts();
  const query = useQuery(operatorQuery(operator.id));
  return (
    <RevisedDialog title={team.changeOf(operator.name)} query={query} onClose={onClose}>
      {(current) => <ChangeForm operator={current} onClose={onClose} />}
    </RevisedDialog>
  );
}

function ChangeForm({ operator, onClose }: ChangeDialogProps & { readonly operator: Revised<Operator> }) {
  const team = useTeamTexts();
  const queryClient = useQueryClient();
  const form = usePageForm<{ name: string; role: string }>(fieldsOf(operator));
  const params = { path: { operatorId: operator.id } };
  const { save, conflict } = useRevision<Operator>({
    thing: operator,
    load: () => revised(api.GET('/api/operators/{operatorId}', { params })),
    fieldsOf,
    show: (next) => {
      form.setValues(fieldsOf(next));
    },
    change: { type: 'operator.changed', subject: `operator/${operator.id}` },
  });
  const send = async (values: typeof form.values) => {
    const body = { name: values.name, role: roleOf(values) };
    await save((header) =>
      revised(api.PATCH('/api/operators/{operatorId}', { params: { ...params, header }, body })),
    );
    await Promise.all([
      queryClient.invalidateQueries(teamQuery),
      // It may be the reader's own role, which the menu follows.
      queryClient.invalidateQueries(sessionQuery),
    ]);
    onClose();
  };
  return (
    <DataForm
      form={form}
      fields={['name', 'role']}
      submitLabel={team.changeSubmit}
      send={send}
      onCancel={onClose}
      conflict={conflict}
    >
      <NameField form={form} />
      <RoleField form={form} />
    </DataForm>
  );
}

function fieldsOf({ name, role }: Operator): { name: string; role: string } {
  return { name, role };
}
