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
import { checkProof, PROOF_FIELDS } from '../identity/identity-fields.ts';
import { HiddenEmail, IdentityFormFrame, LinkButton, PasswordField } from '../identity/identity-form.tsx';
import { IdentityPanel } from '../identity/identity-panel.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { useSession } from '../identity/use-session.ts';
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
  | { readonly name: 'Open' | 'First' | 'Replacing' | 'Expired' | 'Confirmed' | 'Replaced' }
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
 * Proves an email. A person who enters the password keeps it; one who cannot chooses a new one, because somebody else
 * may have signed up with the address. A person who bought as a guest never had a password, and chooses the first.
 */
function ProofPage({ link: { email, code, isFirst = false }, send }: ProofPageProps) {
  const link = { email, code };
  const [outcome, setOutcome] = useState<Outcome>({ name: isFirst ? 'First' : 'Open' });
  const prove = async (password: string | undefined): Promise<Outcome> => {
    try {
      const result = await send({ ...link, password });
      if (result.password === 'Missing') return { name: 'NewPassword', resetCode: result.resetCode };
      return { name: result.password === 'Replaced' ? 'Replaced' : 'Confirmed' };
    } catch (failure) {
      if (failure instanceof Error && isExpired(failure)) return { name: 'Expired' };
      throw failure;
    }
  };
  switch (outcome.name) {
    case 'Expired':
      return (
        <ExpiredPage text="The link was already used or is older than 24 hours. Sign in at the shop: if the address still has to be confirmed, we send you a new link." />
      );
    case 'Confirmed':
      return (
        <DonePage title="Your email address is confirmed" text={`${link.email} is confirmed. Thank you!`} />
      );
    case 'Replaced':
      return (
        <DonePage
          title="Your email address is confirmed"
          text="All devices were signed out, and the old password no longer works. We can email you a link to choose a new one."
          actions={<SendResetLink email={link.email} label="Send me a link for a new password" />}
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
  const form = useIdentityForm({
    names: PROOF_FIELDS,
    initialValues: { password: '' },
    check: checkProof,
    send: ({ password }) => prove(password),
    onDone: onOutcome,
  });
  return (
    <CardPage title="Confirm your email address">
      <IdentityFormFrame
        form={form}
        intro={`Enter the password of your account to confirm ${link.email}.`}
        name="Confirm your email address"
        submitLabel="Confirm"
        sendingText="Confirming."
        links={
          <LinkButton
            onClick={() => {
              onOutcome({ name: 'Replacing' });
            }}
          >
            I have no password, or don’t know it
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
  const action = useAction(async () => {
    onOutcome(await prove(undefined));
  });
  return (
    <ActionPage
      title="Confirm your email address"
      text={`Your account for ${email} has no password yet. Confirm that this is your address, then choose one.`}
      label="Confirm and choose a password"
      action={action}
    />
  );
}

function ReplacePage({ prove, onOutcome }: StepProps) {
  const action = useAction(async () => {
    onOutcome(await prove(undefined));
  });
  return (
    <ActionPage
      title="Confirm and choose a new password"
      text="If the account has a password, it stops working, and all devices are signed out. That also shuts out anyone else who signed up with your address."
      label="Confirm my address"
      action={action}
      takesFocus
    />
  );
}

/** `/account/confirm-email-change` */
export function ConfirmEmailChangePage({ link }: LinkPageProps) {
  const vendor = useVendor();
  const { signedIn } = useSession();
  const [arrivedSignedIn] = useState(signedIn !== undefined);
  const action = useAction(() => confirmEmailChange(link).then(() => true));
  if (action.result === true) {
    return (
      <DonePage title="Your email address is changed" text={`Sign in with ${link.email} from now on.`} />
    );
  }
  if (isExpired(action.failure)) {
    return (
      <ExpiredPage text="The link was already used, is older than 24 hours, or belongs to another account. Change the address at the shop again." />
    );
  }
  if (signedIn === undefined) {
    return (
      <CardPage title="Confirm your new email address">
        <IdentityPanel
          vendorName={vendor?.name ?? 'the shop'}
          start="SignIn"
          reasons={{
            signIn: 'Sign in with your current email address to use the new one.',
            signUp: 'Sign in with your current email address to use the new one.',
          }}
          takesFocus={false}
          onSignedIn={browserSession.begin}
        />
      </CardPage>
    );
  }
  return (
    <ActionPage
      title="Confirm your new email address"
      text={`Your account will use ${link.email} from now on.`}
      label="Use this email address"
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
