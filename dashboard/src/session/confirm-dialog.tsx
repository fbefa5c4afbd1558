import { Text } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { PasswordField } from './password-field.tsx';

interface ConfirmDialogProps {
  readonly onEnd: (isConfirmed: boolean) => void;
}

/** Asks for the password again, before something that a stranger at this computer must not do. */
export function ConfirmDialog({ onEnd }: ConfirmDialogProps) {
  const { confirmation, signIn } = useTexts();
  const form = usePageForm({ password: '' });
  const send = async (body: typeof form.values) => {
    await answer(api.POST('/api/operator/session/confirm', { body }));
    onEnd(true);
  };
  const cancel = () => {
    onEnd(false);
  };
  return (
    <Dialog title={confirmation.title} onClose={cancel}>
      <Text size="sm">{confirmation.text}</Text>
      <DataForm
        form={form}
        fields={['password']}
        submitLabel={confirmation.submit}
        send={send}
        onCancel={cancel}
        explain={({ errorType, status }) => {
          if (errorType === 'SignInRefused') return confirmation.wrong;
          return status === 429 ? signIn.wait : undefined;
        }}
      >
        <PasswordField
          label={signIn.password}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      </DataForm>
    </Dialog>
  );
}
