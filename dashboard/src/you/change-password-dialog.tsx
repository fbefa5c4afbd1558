import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { api, done } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { CodeField } from '../session/code-field.tsx';
import { PasswordField } from '../session/password-field.tsx';
import { useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { ownSessionsQuery } from './own-sessions-query.ts';
import { useYouTexts } from './you-texts.ts';

/** Chooses another password, and says what became of the other sessions. */
export function ChangePasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { actions, confirmation, oneTimeCode: codeTexts, signIn, welcome } = useTexts();
  const { hasCodes } = useSession().operator;
  const you = useYouTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({ password: '', newPassword: '', oneTimeCode: '' });
  const [isChanged, setIsChanged] = useState(false);
  const send = async ({ oneTimeCode, ...passwords }: typeof form.values) => {
    const body = { ...passwords, ...(hasCodes && { oneTimeCode }) };
    await done(api.POST('/api/operator/password', { body }));
    setIsChanged(true);
    await queryClient.invalidateQueries(ownSessionsQuery);
  };
  if (isChanged) {
    return (
      <Dialog title={you.changePassword} onClose={onClose}>
        <Text size="sm" component="output">
          {you.passwordChanged}
        </Text>
        <Button onClick={onClose}>{actions.close}</Button>
      </Dialog>
    );
  }
  return (
    <Dialog title={you.changePassword} onClose={onClose}>
      <DataForm
        form={form}
        fields={['password', 'newPassword', 'oneTimeCode']}
        submitLabel={you.changePassword}
        send={send}
        onCancel={onClose}
        explain={({ errorType, status }) => {
          if (errorType === 'SignInRefused') return hasCodes ? confirmation.wrongProof : confirmation.wrong;
          return status === 429 ? signIn.wait : undefined;
        }}
      >
        <PasswordField
          label={you.oldPassword}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={you.newPassword}
          description={welcome.rules}
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        {hasCodes ? (
          <CodeField
            description={codeTexts.needed}
            required
            withAsterisk={false}
            {...form.getInputProps('oneTimeCode')}
          />
        ) : null}
      </DataForm>
    </Dialog>
  );
}
