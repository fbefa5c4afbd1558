import { requestPasswordReset, signIn } from '../api/identity.ts';
import { browserSession } from '../api/browser-session.ts';
import { checkResetLink, resetPassword, undoEmailChange } from '../api/mail-links.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checkNewPassword } from '../identity/identity-fields.ts';
import { HiddenEmail, IdentityFormFrame } from '../identity/identity-form.tsx';
import { PasswordField } from '../identity/password-field.tsx';
import { identityRefusal } from '../identity/identity-notice.ts';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { useTexts as useFormTexts } from '../identity/identity-texts.ts';
import { useMailTexts } from './mail-texts.ts';
import { LoadingPage } from '../page/loading-page.tsx';
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
import { type NewPasswordSignIn, signInWithNewPassword } from './new-password-sign-in.ts';

interface LinkPageProps {
  readonly link: LinkCode;
}

/**
 * `/account/reset-password`: nobody types a password for a link that no longer works. If that cannot be found out now,
 * the form does.
 */
export function ResetPasswordPage({ link }: LinkPageProps) {
  const { password: texts } = useMailTexts();
  const { error, isPending } = useQuery({
    queryKey: ['reset-link', link.email, link.code],
    queryFn: () => checkResetLink(link).then(() => true),
    // Once: the form uses the code up.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
  if (isPending) {
    return <LoadingPage title={link.isFirst === true ? texts.firstTitle : texts.title} width="narrow" />;
  }
  if (isExpired(error)) return <ExpiredResetPage email={link.email} />;
  return <NewPasswordPage link={link} takesFocus={false} />;
}

interface NewPasswordPageProps extends LinkPageProps {
  /** It replaced another page because the reader acted. */
  readonly takesFocus: boolean;
}

/** A new password with a code: first its rules, then the next step. */
export function NewPasswordPage({ link, takesFocus }: NewPasswordPageProps) {
  const { email, code, isFirst = false } = link;
  const { password: texts } = useMailTexts();
  const { identity } = useFormTexts();
  const title = isFirst ? texts.firstTitle : texts.title;
  const [outcome, setOutcome] = useState<'Open' | 'Expired' | NewPasswordSignIn>('Open');
  const form = useIdentityForm({
    initialValues: { password: '' },
    check: checkNewPassword,
    send: async ({ password }) => {
      try {
        await resetPassword({ email, code, password });
        return await signInWithNewPassword({ email, password }, browserSession, signIn);
      } catch (failure) {
        if (failure instanceof Error && isExpired(failure)) return 'Expired' as const;
        throw failure;
      }
    },
    onDone: setOutcome,
  });
  if (outcome === 'Expired') return <ExpiredResetPage email={email} />;
  if (outcome !== 'Open') return <SavedPage email={email} isFirst={isFirst} outcome={outcome} />;
  return (
    <CardPage title={title} takesFocus={takesFocus}>
      <IdentityFormFrame
        form={form}
        intro={texts.intro(email)}
        name={title}
        submitLabel={isFirst ? texts.firstSave : texts.save}
        sendingText={texts.saving}
      >
        <HiddenEmail email={email} />
        <PasswordField
          kind="new-password"
          label={isFirst ? texts.firstLabel : texts.label}
          description={identity.passwordHint}
          isSending={form.isSending}
          input={form.fields.getInputProps('password')}
        />
      </IdentityFormFrame>
    </CardPage>
  );
}

interface SavedProps {
  readonly email: string;
  readonly isFirst: boolean;
  readonly outcome: NewPasswordSignIn;
}

/** The password is saved: the signed-in customer, and a link to the account. */
function SavedPage({ email, isFirst, outcome }: SavedProps) {
  const { password: texts } = useMailTexts();
  const formTexts = useFormTexts();
  const title = isFirst ? texts.firstDone : texts.done;
  const toProducts = (
    <Button component="a" href="/account">
      {texts.toProducts}
    </Button>
  );
  switch (outcome.kind) {
    case 'SignedIn': {
      const text = isFirst ? texts.firstSignedInText(email) : texts.signedInText(email);
      return <DonePage title={title} text={text} actions={toProducts} />;
    }
    case 'OtherCustomer': {
      const text = isFirst ? texts.confirmed : texts.signedOut;
      return <DonePage title={title} text={`${text} ${texts.otherText(email, outcome.email)}`} />;
    }
    case 'Failed': {
      const { notice } = identityRefusal(outcome.failure, [], formTexts);
      const note = notice && [`${texts.notSignedIn} ${notice.title}.`, ...notice.messages].join(' ');
      const text = isFirst ? texts.firstDoneText(email) : `${texts.signedOut} ${texts.signInAgain}`;
      return <DonePage title={title} text={text} note={note} actions={toProducts} />;
    }
  }
}

/** Offers a new link after the old one has expired. */
function ExpiredResetPage({ email }: { readonly email: string }) {
  const { password: texts } = useMailTexts();
  return (
    <ExpiredPage text={texts.expired} actions={<SendResetLink email={email} label={texts.sendAgain} />} />
  );
}

/** Requests a mail with a link for a new password. */
export function SendResetLink({ email, label }: { readonly email: string; readonly label: string }) {
  const { password: texts } = useMailTexts();
  const action = useAction<void, boolean>(() => requestPasswordReset(email).then(() => true));
  if (action.result === true) {
    return (
      <Text component="output" fw={600}>
        {texts.sent(email)}
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
  const { change: texts } = useMailTexts();
  const action = useAction(() => undoEmailChange(link));
  if (action.result !== undefined) {
    return <NewPasswordPage link={{ email: link.email, code: action.result.resetCode }} takesFocus />;
  }
  if (isExpired(action.failure)) {
    return <ExpiredPage text={texts.undoExpired} asksVendor />;
  }
  return (
    <ActionPage
      title={texts.undoTitle}
      text={texts.undoText(link.email)}
      label={texts.undoLabel}
      action={action}
    />
  );
}
