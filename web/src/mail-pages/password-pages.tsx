import { requestPasswordReset } from '../api/identity.ts';
import { resetPassword, undoEmailChange } from '../api/mail-links.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PASSWORD_HINT, checkNewPassword, NEW_PASSWORD_FIELDS } from '../identity/identity-fields.ts';
import { HiddenEmail, IdentityFormFrame, PasswordField } from '../identity/identity-form.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import type { LinkCode } from './link-code.ts';
import {
  ActionPage,
  CardPage,
  DonePage,
  ExpiredPage,
  FailureNotice,
  isExpired,
  useAction,
} from './mail-page.tsx';

interface LinkPageProps {
  readonly link: LinkCode;
}

/** `/account/reset-password` */
export function ResetPasswordPage({ link }: LinkPageProps) {
  return <NewPasswordPage link={link} takesFocus={false} />;
}

interface NewPasswordPageProps extends LinkPageProps {
  /** It replaced another page because the reader acted. */
  readonly takesFocus: boolean;
}

/** A new password by a code: all its rules at once, then the next step. */
export function NewPasswordPage({ link, takesFocus }: NewPasswordPageProps) {
  const { email, code, isFirst = false } = link;
  const title = isFirst ? 'Choose a password' : 'Choose a new password';
  const [outcome, setOutcome] = useState<'Open' | 'Done' | 'Expired'>('Open');
  const form = useIdentityForm({
    names: NEW_PASSWORD_FIELDS,
    initialValues: { password: '' },
    check: checkNewPassword,
    send: async ({ password }) => {
      try {
        await resetPassword({ email, code, password });
        return 'Done' as const;
      } catch (failure) {
        if (failure instanceof Error && isExpired(failure)) return 'Expired' as const;
        throw failure;
      }
    },
    onDone: setOutcome,
  });
  if (outcome === 'Done') {
    return isFirst ? (
      <DonePage
        title="Your password is saved"
        text={`Your address is confirmed. Sign in with ${email} and this password, in the shop and in the application.`}
      />
    ) : (
      <DonePage
        title="Your password is changed"
        text="You were signed out on all devices. Sign in with the new password."
      />
    );
  }
  if (outcome === 'Expired') return <ExpiredResetPage email={email} />;
  return (
    <CardPage title={title} takesFocus={takesFocus}>
      <IdentityFormFrame
        form={form}
        intro={`For the account of ${email}.`}
        name={title}
        submitLabel={isFirst ? 'Save the password' : 'Save the new password'}
        sendingText="Saving the password."
      >
        <HiddenEmail email={email} />
        <PasswordField
          kind="new-password"
          label={isFirst ? 'Password' : 'New password'}
          description={PASSWORD_HINT}
          isSending={form.isSending}
          input={form.fields.getInputProps('password')}
        />
      </IdentityFormFrame>
    </CardPage>
  );
}

/** Offers a new link after the old one has expired. */
function ExpiredResetPage({ email }: { readonly email: string }) {
  return (
    <ExpiredPage
      text="A link for a new password works once, for 30 minutes, and stops working when we send you a newer one."
      actions={<SendResetLink email={email} label="Send me a new link" />}
    />
  );
}

/** Has a link for a new password mailed. */
export function SendResetLink({ email, label }: { readonly email: string; readonly label: string }) {
  const action = useAction<void, boolean>(() => requestPasswordReset(email).then(() => true));
  if (action.result === true) {
    return (
      <Text component="output" fw={600}>
        {`Check your email. If ${email} has an account, a link is on its way.`}
      </Text>
    );
  }
  return (
    <Stack gap="md">
      {action.isSending ? null : <FailureNotice failure={action.failure} />}
      <Button
        loading={action.isSending}
        onClick={() => {
          action.run();
        }}
      >
        {label}
      </Button>
    </Stack>
  );
}

/** `/account/undo-email-change` */
export function UndoEmailChangePage({ link }: LinkPageProps) {
  const action = useAction(() => undoEmailChange(link));
  if (action.result !== undefined) {
    return <NewPasswordPage link={{ email: link.email, code: action.result.resetCode }} takesFocus />;
  }
  if (isExpired(action.failure)) {
    return (
      <ExpiredPage text="The change was already undone, or more than 7 days ago. If you cannot sign in, contact the shop." />
    );
  }
  return (
    <ActionPage
      title="Undo the change of your email address"
      text={`Your account will use ${link.email} again. All devices will be signed out, and you choose a new password.`}
      label="Undo the change"
      action={action}
    />
  );
}
