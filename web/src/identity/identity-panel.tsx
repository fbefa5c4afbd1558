import { useState } from 'react';
import { requestPasswordReset, signIn, signUp } from '../api/identity.ts';
import type { SignedIn } from '@latchkey/sdk';
import { useTexts } from './identity-texts.ts';
import { checkForgot, checkSignIn, checkSignUp } from './identity-fields.ts';
import { EmailField, IdentityFormFrame, LinkButton, NameField } from './identity-form.tsx';
import { PasswordField } from './password-field.tsx';
import { MailSent } from './mail-sent.tsx';
import { useIdentityForm } from './use-identity-form.ts';

type Step =
  | { readonly name: 'SignIn' | 'SignUp' | 'Forgot' }
  | { readonly name: 'ResetSent' | 'ConfirmationSent'; readonly email: string };

interface IdentityPanelProps {
  readonly vendorName: string;
  /** The initial form. */
  readonly start: 'SignIn' | 'SignUp';
  /** The purpose of signing in, below the headings of the two forms. */
  readonly reasons: { readonly signIn: string; readonly signUp: string };
  /** The reader opened this panel, so it takes the focus. */
  readonly takesFocus: boolean;
  /** The initial value of the field. */
  readonly email?: string;
  /** The heading of the form is that of the page. */
  readonly isPage?: boolean;
  readonly onSignedIn: (signedIn: SignedIn) => void;
  /** Called when another form replaces one. */
  readonly onStep?: (step: Step['name']) => void;
}

/** Sign in, sign up, or have a link for a new password mailed; without leaving the page. */
export function IdentityPanel(props: IdentityPanelProps) {
  const { vendorName, start, reasons, takesFocus, onSignedIn, isPage = false } = props;
  const [step, setStep] = useState<Step>({ name: start });
  const { identity } = useTexts();
  const [hasMoved, setMoved] = useState(takesFocus);
  // Typed once, shared by all forms.
  const [email, setEmail] = useState(props.email ?? '');
  const go = (next: Step) => {
    setMoved(true);
    setStep(next);
    props.onStep?.(next.name);
  };
  const shared = { reasons, email, onEmail: setEmail, go, takesFocus: hasMoved, isPage };
  switch (step.name) {
    case 'SignIn':
      return <SignInForm {...shared} vendorName={vendorName} onSignedIn={onSignedIn} />;
    case 'SignUp':
      return <SignUpForm {...shared} vendorName={vendorName} onSignedIn={onSignedIn} />;
    case 'Forgot':
      return <ForgotForm {...shared} />;
    case 'ResetSent':
      return (
        <MailSent
          isPage={isPage}
          heading={identity.checkEmail}
          text={identity.resetSent(step.email, vendorName)}
          onBack={() => {
            go({ name: 'SignIn' });
          }}
        />
      );
    case 'ConfirmationSent':
      return (
        <MailSent
          isPage={isPage}
          heading={identity.confirm}
          text={identity.confirmSent(step.email)}
          onBack={() => {
            go({ name: 'SignIn' });
          }}
        />
      );
  }
}

interface FormProps {
  readonly reasons: IdentityPanelProps['reasons'];
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly go: (step: Step) => void;
  readonly takesFocus: boolean;
  readonly isPage: boolean;
}

interface CustomerFormProps extends FormProps {
  readonly vendorName: string;
  readonly onSignedIn: (signedIn: SignedIn) => void;
}

function SignInForm(props: CustomerFormProps) {
  const { reasons, email, onEmail, go, takesFocus, isPage, vendorName, onSignedIn } = props;
  const { identity } = useTexts();
  const form = useIdentityForm({
    initialValues: { email, password: '' },
    check: checkSignIn,
    send: (values) => signIn({ ...values, email: values.email.trim() }),
    onDone: onSignedIn,
  });
  const { fields, isSending } = form;
  const leaveFor = (name: 'SignUp' | 'Forgot') => () => {
    onEmail(fields.values.email);
    go({ name });
  };
  return (
    <IdentityFormFrame
      form={form}
      heading={identity.signIn}
      takesFocus={takesFocus}
      isPage={isPage}
      intro={reasons.signIn}
      submitLabel={identity.signIn}
      sendingText={identity.signingIn}
      links={
        <>
          <LinkButton onClick={leaveFor('SignUp')}>{identity.newTo(vendorName)}</LinkButton>
          <LinkButton onClick={leaveFor('Forgot')}>{identity.forgot}</LinkButton>
        </>
      }
    >
      <EmailField isSending={isSending} input={fields.getInputProps('email')} />
      <PasswordField kind="current-password" isSending={isSending} input={fields.getInputProps('password')} />
    </IdentityFormFrame>
  );
}

function SignUpForm({ reasons, email, onEmail, go, takesFocus, isPage, onSignedIn }: CustomerFormProps) {
  const { identity } = useTexts();
  const form = useIdentityForm({
    initialValues: { name: '', email, password: '' },
    check: checkSignUp,
    send: (values) => signUp({ ...values, name: values.name.trim(), email: values.email.trim() }),
    onDone: (signedIn, values) => {
      if (signedIn !== undefined) onSignedIn(signedIn);
      else go({ name: 'ConfirmationSent', email: values.email.trim() });
    },
  });
  const { fields, isSending } = form;
  return (
    <IdentityFormFrame
      form={form}
      heading={identity.signUp}
      takesFocus={takesFocus}
      isPage={isPage}
      intro={reasons.signUp}
      submitLabel={identity.signUpAction}
      sendingText={identity.signingUp}
      links={
        <LinkButton
          onClick={() => {
            onEmail(fields.values.email);
            go({ name: 'SignIn' });
          }}
        >
          {identity.haveAccount}
        </LinkButton>
      }
    >
      <NameField isSending={isSending} input={fields.getInputProps('name')} />
      <EmailField isSending={isSending} input={fields.getInputProps('email')} />
      <PasswordField
        kind="new-password"
        description={identity.passwordHint}
        isSending={isSending}
        input={fields.getInputProps('password')}
      />
    </IdentityFormFrame>
  );
}

function ForgotForm({ email, onEmail, go, takesFocus, isPage }: FormProps) {
  const { identity } = useTexts();
  const form = useIdentityForm({
    initialValues: { email },
    check: checkForgot,
    send: (values) => requestPasswordReset(values.email.trim()),
    onDone: (_nothing, values) => {
      onEmail(values.email);
      go({ name: 'ResetSent', email: values.email.trim() });
    },
  });
  const { fields, isSending } = form;
  return (
    <IdentityFormFrame
      form={form}
      heading={identity.reset}
      takesFocus={takesFocus}
      isPage={isPage}
      intro={identity.resetIntro}
      submitLabel={identity.resetAction}
      sendingText={identity.resetting}
      links={
        <LinkButton
          onClick={() => {
            onEmail(fields.values.email);
            go({ name: 'SignIn' });
          }}
        >
          {identity.back}
        </LinkButton>
      }
    >
      <EmailField isSending={isSending} input={fields.getInputProps('email')} />
    </IdentityFormFrame>
  );
}
