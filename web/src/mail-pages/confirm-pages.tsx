import { useState } from 'react';
import { browserSession } from '../api/browser-session.ts';
import {
  confirmAccount,
  confirmEmail,
  confirmEmailChange,
  type Proof,
  type ProofResult,
} from '../api/mail-links.ts';
import { AccountRow } from '../identity/account-row.tsx';
import { checkProof } from '../identity/identity-fields.ts';
import { HiddenEmail, IdentityFormFrame, LinkButton } from '../identity/identity-form.tsx';
import { PasswordField } from '../identity/password-field.tsx';
import { IdentityPanel } from '../identity/identity-panel.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { useSession } from '../identity/use-session.ts';
import { useMailTexts } from './mail-texts.ts';
import type { LinkCode } from './link-code.ts';
import {
  ActionPage,
  CardPage,
  DonePage,
  ExpiredPage,
  isExpired,
  useAction,
  useVendor,
} from './mail-page.tsx';
import { NewPasswordPage, SendResetLink } from './password-pages.tsx';

interface LinkPageProps {
  readonly link: LinkCode;
}

type Outcome =
  | { readonly name: 'Open' | 'First' | 'Replacing' | 'Expired' | 'Confirmed' | 'Unchanged' }
  | { readonly name: 'NewPassword'; readonly resetCode: string };

/** `/account/confirm` */
export function ConfirmAccountPage({ link }: LinkPageProps) {
  return <ProofPage link={link} send={confirmAccount} />;
}

/** `/account/confirm-email` */
export function ConfirmEmailPage({ link }: LinkPageProps) {
  return <ProofPage link={link} send={confirmEmail} />;
}

interface ProofPageProps extends LinkPageProps {
  readonly send: (proof: Proof) => Promise<ProofResult>;
}

/**
 * Proves an email. A person who enters the password keeps it; one who cannot chooses a new one if something waits for the
 * address, because somebody else may have signed up with it. A guest buyer never had a password, and chooses the first.
 */
function ProofPage({ link: { email, code, isFirst = false }, send }: ProofPageProps) {
  const link = { email, code };
  const { proof: texts } = useMailTexts();
  const [outcome, setOutcome] = useState<Outcome>({ name: isFirst ? 'First' : 'Open' });
  const prove = async (password: string | undefined): Promise<Outcome> => {
    try {
      const result = await send({ ...link, password });
      if (result.password === 'Missing') return { name: 'NewPassword', resetCode: result.resetCode };
      return { name: 'Confirmed' };
    } catch (failure) {
      if (failure instanceof Error && isExpired(failure)) return { name: 'Expired' };
      throw failure;
    }
  };
  switch (outcome.name) {
    case 'Expired':
      return isFirst ? (
        <ExpiredPage
          text={texts.firstExpired}
          actions={<SendResetLink email={email} label={texts.sendFirst} />}
        />
      ) : (
        <ExpiredPage text={texts.expired} />
      );
    case 'Confirmed':
      return <DonePage title={texts.done} text={texts.doneText(email)} />;
    case 'Unchanged':
      return (
        <DonePage
          title={texts.done}
          text={texts.unchangedText}
          actions={<SendResetLink email={email} label={texts.sendReset} />}
        />
      );
    case 'NewPassword':
      return <NewPasswordPage link={{ email, code: outcome.resetCode, isFirst }} takesFocus />;
    case 'First':
      return <FirstPage email={email} prove={prove} onOutcome={setOutcome} />;
    case 'Replacing':
      return <ReplacePage prove={prove} onOutcome={setOutcome} />;
    case 'Open':
      return <PasswordProofPage link={link} prove={prove} onOutcome={setOutcome} />;
  }
}

interface StepProps {
  readonly prove: (password: string | undefined) => Promise<Outcome>;
  readonly onOutcome: (outcome: Outcome) => void;
}

function PasswordProofPage({ link, prove, onOutcome }: StepProps & LinkPageProps) {
  const { proof: texts } = useMailTexts();
  const form = useIdentityForm({
    initialValues: { password: '' },
    check: checkProof,
    send: ({ password }) => prove(password),
    onDone: onOutcome,
  });
  return (
    <CardPage title={texts.title}>
      <IdentityFormFrame
        form={form}
        intro={texts.intro(link.email)}
        name={texts.title}
        submitLabel={texts.confirm}
        sendingText={texts.confirming}
        links={
          <LinkButton
            onClick={() => {
              onOutcome({ name: 'Replacing' });
            }}
          >
            {texts.noPassword}
          </LinkButton>
        }
      >
        <HiddenEmail email={link.email} />
        <PasswordField
          kind="current-password"
          isSending={form.isSending}
          input={form.fields.getInputProps('password')}
        />
      </IdentityFormFrame>
    </CardPage>
  );
}

function FirstPage({ email, prove, onOutcome }: StepProps & { readonly email: string }) {
  const { proof: texts } = useMailTexts();
  const action = useAction(async () => {
    onOutcome(await prove(undefined));
  });
  return (
    <ActionPage title={texts.title} text={texts.firstText(email)} label={texts.firstLabel} action={action} />
  );
}

/** The password stays unless something waits for the address; its reader, who does not know it, may ask for a new one. */
function ReplacePage({ prove, onOutcome }: StepProps) {
  const { proof: texts } = useMailTexts();
  const action = useAction(async () => {
    const outcome = await prove(undefined);
    onOutcome(outcome.name === 'Confirmed' ? { name: 'Unchanged' } : outcome);
  });
  return (
    <ActionPage
      title={texts.replaceTitle}
      text={texts.replaceText}
      label={texts.replaceLabel}
      action={action}
      takesFocus
    />
  );
}

/** `/account/confirm-email-change` */
export function ConfirmEmailChangePage({ link }: LinkPageProps) {
  const vendor = useVendor();
  const { change: texts, theShop } = useMailTexts();
  const { signedIn } = useSession();
  const [arrivedSignedIn] = useState(signedIn !== undefined);
  const action = useAction(() => confirmEmailChange(link).then(() => true));
  if (action.result === true) {
    return <DonePage title={texts.done} text={texts.doneText(link.email)} />;
  }
  if (isExpired(action.failure)) {
    return <ExpiredPage text={texts.expired} />;
  }
  if (signedIn === undefined) {
    return (
      <CardPage title={texts.title}>
        <IdentityPanel
          vendorName={vendor?.name ?? theShop}
          start="SignIn"
          reasons={{ signIn: texts.reason, signUp: texts.reason }}
          takesFocus={false}
          onSignedIn={browserSession.begin}
        />
      </CardPage>
    );
  }
  return (
    <ActionPage
      title={texts.title}
      text={texts.text(link.email)}
      label={texts.label}
      action={action}
      takesFocus={!arrivedSignedIn}
    >
      <AccountRow
        customer={signedIn}
        onSignOut={() => {
          browserSession.end();
        }}
      />
    </ActionPage>
  );
}
