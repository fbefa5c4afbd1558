import { useState } from 'react';
import { requestPasswordReset, signIn, signUp } from '../api/identity.ts';
import type { SignedIn } from '@latchkey/sdk';
import {
  FORGOT_FIELDS,
  PASSWORD_HINT,
  SIGN_IN_FIELDS,
  SIGN_UP_FIELDS,
  checkForgot,
  checkSignIn,
  checkSignUp,
} from './identity-fields.ts';
import { EmailField, IdentityFormFrame, LinkButton, NameField, PasswordField } from './identity-form.tsx';
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
  readonly onSignedIn: (signedIn: SignedIn) => void;
}

/** Sign in, sign up, or have a link for a new password mailed; without leaving the page. */
export function IdentityPanel({ vendorName, start, reasons, takesFocus, onSignedIn }: IdentityPanelProps) {
  const [step, setStep] = useState<Step>({ name: start });
  const [hasMoved, setMoved] = useState(takesFocus);
  // Typed once, shared by all forms.
  const [email, setEmail] = useState('');
  const go = (next: Step) => {
    setMoved(true);
    setStep(next);
  };
  const shared = { reasons, email, onEmail: setEmail, go, takesFocus: hasMoved };
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
          heading="Check your email"
          text={`If ${step.email} has an account at ${vendorName}, a link to choose a new password is on its way. Open it, then come back to this page and sign in.`}
          onBack={() => {
            go({ name: 'SignIn' });
          }}
        />
      );
    case 'ConfirmationSent':
      return (
        <MailSent
          heading="Confirm your email address"
          text={`We sent a link to ${step.email}. Open it, then come back to this page and sign in.`}
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
}

interface CustomerFormProps extends FormProps {
  readonly vendorName: string;
  readonly onSignedIn: (signedIn: SignedIn) => void;
}

function SignInForm({ reasons, email, onEmail, go, takesFocus, vendorName, onSignedIn }: CustomerFormProps) {
  const form = useIdentityForm({
    names: SIGN_IN_FIELDS,
    initialValues: { email, password: '' },
    check: checkSignIn,
    send: (values) => signIn({ ...values, email: values.email.trim() }),
    onDone: onSignedIn,
  });
  const { fields, isSending } = form;
  const leaveFor = (name: 'SignUp' | 'Forgot') => () => {
    onEmail(fields.getValues().email);
    go({ name });
  };
  return (
    <IdentityFormFrame
      form={form}
      heading="Sign in"
      takesFocus={takesFocus}
      intro={reasons.signIn}
      submitLabel="Sign in"
      sendingText="Signing in."
      links={
        <>
          <LinkButton onClick={leaveFor('SignUp')}>{`New to ${vendorName}? Create an account`}</LinkButton>
          <LinkButton onClick={leaveFor('Forgot')}>Forgot your password?</LinkButton>
        </>
      }
    >
      <EmailField isSending={isSending} input={fields.getInputProps('email')} />
      <PasswordField kind="current-password" isSending={isSending} input={fields.getInputProps('password')} />
    </IdentityFormFrame>
  );
}

function SignUpForm({ reasons, email, onEmail, go, takesFocus, onSignedIn }: CustomerFormProps) {
  const form = useIdentityForm({
    names: SIGN_UP_FIELDS,
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
      heading="Create an account"
      takesFocus={takesFocus}
      intro={reasons.signUp}
      submitLabel="Create account"
      sendingText="Creating your account."
      links={
        <LinkButton
          onClick={() => {
            onEmail(fields.getValues().email);
            go({ name: 'SignIn' });
          }}
        >
          Have an account? Sign in
        </LinkButton>
      }
    >
      <NameField isSending={isSending} input={fields.getInputProps('name')} />
      <EmailField isSending={isSending} input={fields.getInputProps('email')} />
      <PasswordField
        kind="new-password"
        description={PASSWORD_HINT}
        isSending={isSending}
        input={fields.getInputProps('password')}
      />
    </IdentityFormFrame>
  );
}

function ForgotForm({ email, onEmail, go, takesFocus }: FormProps) {
  const form = useIdentityForm({
    names: FORGOT_FIELDS,
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
      heading="Choose a new password"
      takesFocus={takesFocus}
      intro="We’ll email you a link."
      submitLabel="Email me a link"
      sendingText="Requesting the email."
      links={
        <LinkButton
          onClick={() => {
            onEmail(fields.getValues().email);
            go({ name: 'SignIn' });
          }}
        >
          Back to sign in
        </LinkButton>
      }
    >
      <EmailField isSending={isSending} input={fields.getInputProps('email')} />
    </IdentityFormFrame>
  );
}
