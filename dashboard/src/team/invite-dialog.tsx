import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { LinkDialog, type OperatorWithLink } from './link-dialog.tsx';
import { NameField } from './name-field.tsx';
import { RoleField, roleOf } from './role-field.tsx';
import { teamQuery } from './team-queries.ts';
import { useTeamTexts } from './team-texts.ts';

/** Adds somebody to the team, and then shows the link to pass on. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const team = useTeamTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({ email: '', name: '', role: 'Support' });
  const [invitation, setInvitation] = useState<OperatorWithLink>();
  const send = async (values: typeof form.values) => {
    const body = { ...values, role: roleOf(values) };
    setInvitation(await answer(api.POST('/api/operators', { body })));
    await queryClient.invalidateQueries(teamQuery);
  };
  if (invitation !== undefined) return <LinkDialog {...invitation} onClose={onClose} />;
  return (
    <Dialog title={team.inviteTitle} onClose={onClose}>
      <DataForm
        form={form}
        fields={['email', 'name', 'role']}
        submitLabel={team.inviteSubmit}
        send={send}
        onCancel={onClose}
      >
        <TextInput
          type="email"
          label={team.email}
          autoComplete="off"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <NameField form={form} />
        <RoleField form={form} />
      </DataForm>
    </Dialog>
  );
}
