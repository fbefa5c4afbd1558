import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { LinkDialog, type OperatorWithLink } from './link-dialog.tsx';
import { type Operator, teamQuery } from './team-queries.ts';
import { useTeamTexts } from './team-texts.ts';

interface ResetDialogProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

/** Gives somebody a new link, for those who lost theirs or their password. */
export function ResetDialog({ operator, onClose }: ResetDialogProps) {
  const team = useTeamTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({});
  const [reset, setReset] = useState<OperatorWithLink>();
  const send = async () => {
    const path = { operatorId: operator.id };
    setReset(await answer(api.POST('/api/operators/{operatorId}/reset', { params: { path } })));
    await queryClient.invalidateQueries(teamQuery);
  };
  if (reset !== undefined) return <LinkDialog {...reset} onClose={onClose} />;
  return (
    <Dialog title={team.resetOf(operator.name)} onClose={onClose}>
      <DataForm form={form} fields={[]} submitLabel={team.resetSubmit} send={send} onCancel={onClose}>
        <Text size="sm">{team.resetText[operator.status === 'Invited' ? 'Invited' : 'Active']}</Text>
      </DataForm>
    </Dialog>
  );
}
