import { Paper, Stack, Text } from '@mantine/core';
import type { SignedIn } from '@latchkey/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { browserSession } from '../api/browser-session.ts';
import { vendorQuery } from '../api/vendor-query.ts';
import { IdentityPanel } from '../identity/identity-panel.tsx';
import { useSession } from '../identity/use-session.ts';
import { useAccountTexts } from './account-texts.ts';
import classes from './account.module.css';
import { Loading } from './loading.tsx';

/** Of the form with its links. */
const SIGN_IN_HEIGHT = 420;

interface SignInPanelProps {
  readonly start: 'SignIn' | 'SignUp';
  /** The session ended without the reader's doing: that is the reason, and the heading takes the focus. */
  readonly wasLost?: boolean;
  /** The reason to sign in; by default that of the account. */
  readonly reasons?: { readonly signIn: string; readonly signUp: string };
  readonly email?: string;
  /** Whether its heading is that of the page. */
  readonly isPage?: boolean;
  readonly onSignedIn?: (signedIn: SignedIn) => void;
}

/** Sign in, sign up, or get a new password, on a surface of its own. */
export function SignInPanel(props: SignInPanelProps) {
  const { start, wasLost = false, reasons, email, isPage = true, onSignedIn } = props;
  const { session } = useAccountTexts();
  const { data: vendor, isPending } = useQuery(vendorQuery);
  const { wasEnded } = useSession();
  const { signIn, signUp } = reasons ?? { signIn: session.reason, signUp: session.signUpReason };
  const lossReason = wasEnded ? session.endedText : session.signedOutText;
  const [step, setStep] = useState<string>(start);
  if (isPending) return <Loading heights={[SIGN_IN_HEIGHT]} />;
  return (
    <Stack gap="lg">
      <Paper className={classes.card}>
        <IdentityPanel
          vendorName={vendor?.name ?? window.location.hostname}
          start={start}
          reasons={{ signIn: wasLost ? lossReason : signIn, signUp }}
          takesFocus={wasLost}
          isPage={isPage}
          {...(email === undefined ? {} : { email })}
          onStep={setStep}
          onSignedIn={(customer) => {
            browserSession.begin(customer);
            onSignedIn?.(customer);
          }}
        />
      </Paper>
      {isPage && step === 'SignIn' ? (
        <Text size="sm" c="dimmed" ta="center">
          <strong>{session.guest}</strong> {session.guestText}
        </Text>
      ) : null}
    </Stack>
  );
}
