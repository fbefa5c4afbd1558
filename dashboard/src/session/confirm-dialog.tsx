import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { CodeField } from './code-field.tsx';
import { ownPasskeysQuery } from './own-passkeys-query.ts';
import { hasPasskeySupport, signWithPasskey } from './passkey.ts';
import { ProofButton } from './proof-button.tsx';
import { providerQuery } from './provider-query.ts';
import { leaveForProvider } from './provider-visit.ts';
import { PasswordField } from './password-field.tsx';
import { useSession } from './session.ts';

interface ConfirmDialogProps {
  readonly onEnd: (isConfirmed: boolean) => void;
}

/** Asks for the password again, and for a code of whoever uses codes, or for a passkey, before something that a stranger at this computer must not do. */
export function ConfirmDialog({ onEnd }: ConfirmDialogProps) {
  const texts = useTexts();
  const { actions, confirmation, oneTimeCode: codeTexts, passkey, provider: providerTexts, signIn } = texts;
  const { hasPassword, operator } = useSession();
  const { hasCodes } = operator;
  const form = usePageForm({ password: '', oneTimeCode: '' });
  const send = async ({ password, oneTimeCode }: typeof form.values) => {
    const body = { password, ...(hasCodes && { oneTimeCode }) };
    await answer(api.POST('/api/operator/session/confirm', { body }));
    onEnd(true);
  };
  const passkeys = useQuery({ ...ownPasskeysQuery, enabled: hasPasskeySupport() });
  const confirmWithPasskey = async () => {
    const request = await answer(api.POST('/api/operator/session/confirm/passkey/options'));
    const body = await signWithPasskey(request, passkey);
    await answer(api.POST('/api/operator/session/confirm/passkey', { body }));
    onEnd(true);
  };
  const provider = useQuery(providerQuery);
  const goToProvider = async () => {
    const departure = await answer(api.POST('/api/operator/session/confirm/provider/options'));
    const { pathname, search } = window.location;
    leaveForProvider(departure, { next: pathname + search, isConfirmation: true });
  };
  const cancel = () => {
    onEnd(false);
  };
  return (
    <Dialog title={confirmation.title} onClose={cancel}>
      <Text size="sm">{hasPassword ? confirmation.text : confirmation.otherwise}</Text>
      {passkeys.data !== undefined && passkeys.data.items.length > 0 ? (
        <ProofButton label={passkey.confirm} run={confirmWithPasskey} />
      ) : null}
      {provider.data?.name === undefined ? null : (
        <>
          <ProofButton label={providerTexts.confirm(provider.data.name)} run={goToProvider} />
          <Text size="sm" c="dimmed">
            {providerTexts.again}
          </Text>
        </>
      )}
      {hasPassword ? (
        <DataForm
          form={form}
          outcome="none"
          fields={['password', 'oneTimeCode']}
          submitLabel={confirmation.submit}
          send={send}
          onCancel={cancel}
          explain={({ errorType, status }) => {
            if (errorType === 'SignInRefused') return hasCodes ? confirmation.wrongProof : confirmation.wrong;
            return status === 429 ? signIn.wait : undefined;
          }}
        >
          <PasswordField
            label={signIn.password}
            autoComplete="current-password"
            {...form.getInputProps('password')}
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
      ) : (
        <Button variant="default" onClick={cancel}>
          {actions.cancel}
        </Button>
      )}
    </Dialog>
  );
}
