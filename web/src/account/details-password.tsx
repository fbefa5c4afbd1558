import { Button, Text } from '@mantine/core';
import { isProblem } from '@latchkey/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { requestPasswordReset } from '../api/identity.ts';
import { changePassword } from '../api/profile.ts';
import { newPasswordMessage } from '../identity/identity-fields.ts';
import { HiddenEmail, IdentityFormFrame, LinkButton, PasswordField } from '../identity/identity-form.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { useAccountTexts } from '../texts/account-texts.ts';
import { useTexts } from '../texts/identity-texts.ts';
import { ErrorLine } from '../ui/error-line.tsx';
import { failureMessage } from '../ui/failure-message.ts';
import { useCustomer } from './customer.ts';
import { DetailsSection, OpenButton, OpenForm, Outcome } from './details-section.tsx';

/** The form to change the password, and the link for those who do not know the current one, or have none. */
export function PasswordSection() {
  const { details: texts } = useAccountTexts();
  const [state, setState] = useState<'Closed' | 'Open' | 'Changed'>('Closed');
  return (
    <DetailsSection title={texts.password}>
      {state === 'Open' ? (
        <OpenForm>
          <PasswordForm
            onClose={(isChanged) => {
              setState(isChanged ? 'Changed' : 'Closed');
            }}
          />
        </OpenForm>
      ) : (
        <OpenButton
          onOpen={() => {
            setState('Open');
          }}
        >
          {texts.changePassword}
        </OpenButton>
      )}
      {state === 'Open' ? <ForgottenPassword /> : null}
      <Outcome>{state === 'Changed' ? texts.passwordChanged : ''}</Outcome>
    </DetailsSection>
  );
}

interface PasswordFormProps {
  readonly onClose: (isChanged: boolean) => void;
}

function PasswordForm({ onClose }: PasswordFormProps) {
  const { details: texts, common } = useAccountTexts();
  const forms = useTexts();
  const { email } = useCustomer();
  const form = useIdentityForm({
    names: ['currentPassword', 'newPassword'] as const,
    initialValues: { currentPassword: '', newPassword: '' },
    check: ({ currentPassword, newPassword }) => {
      const message = newPasswordMessage(newPassword, forms);
      return {
        ...(currentPassword === '' && { currentPassword: texts.enterPassword }),
        ...(message !== undefined && { newPassword: message }),
      };
    },
    send: (values) => changePassword(values),
    besideOf: (failure) =>
      isProblem(failure, 'InvalidCredentials') ? { currentPassword: texts.wrongPassword } : undefined,
    onDone: () => {
      onClose(true);
    },
  });
  const { fields, isSending } = form;
  return (
    <IdentityFormFrame
      form={form}
      name={texts.changePassword}
      submitLabel={texts.changePassword}
      sendingText={common.saving}
      isPart
      aside={
        <Button
          variant="subtle"
          onClick={() => {
            onClose(false);
          }}
        >
          {common.cancel}
        </Button>
      }
    >
      <HiddenEmail email={email} />
      <PasswordField
        label={texts.currentPassword}
        kind="current-password"
        isSending={isSending}
        input={fields.input('currentPassword')}
      />
      <PasswordField
        label={texts.newPassword}
        kind="new-password"
        description={forms.identity.passwordHint}
        isSending={isSending}
        input={fields.input('newPassword')}
      />
    </IdentityFormFrame>
  );
}

/** Mails a link with which the customer chooses a password without the current one. */
function ForgottenPassword() {
  const { details: texts } = useAccountTexts();
  const { failure } = useTexts();
  const { email } = useCustomer();
  const sending = useMutation({ mutationFn: () => requestPasswordReset(email) });
  return (
    <div>
      {sending.isSuccess ? null : (
        <LinkButton
          onClick={() => {
            if (!sending.isPending) sending.mutate();
          }}
        >
          {texts.forgotten}
        </LinkButton>
      )}
      {sending.error === null ? null : <ErrorLine>{failureMessage(sending.error, failure).text}</ErrorLine>}
      <Text size="sm" component="output">
        {sending.isSuccess ? texts.forgottenSent(email) : ''}
      </Text>
    </div>
  );
}
