import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isFramed } from '../embedding/embedder.ts';
import { useSession } from '../identity/use-session.ts';
import { SiteFrame } from '../site/site-frame.tsx';
import { useAccountTexts } from './account-texts.ts';
import { nextPathOf } from './next-path.ts';
import { SignInPanel } from './sign-in-panel.tsx';

const signInRoute = getRouteApi('/site/sign-in');
const signUpRoute = getRouteApi('/site/sign-up');

/** `/sign-in` */
export function SignInPage() {
  return <IdentityPage start="SignIn" next={signInRoute.useSearch().next} />;
}

/** `/sign-up` */
export function SignUpPage() {
  return <IdentityPage start="SignUp" next={signUpRoute.useSearch().next} />;
}

interface IdentityPageProps {
  readonly start: 'SignIn' | 'SignUp';
  readonly next: string | undefined;
}

/** Signs in or up, then goes to the page that the reader wanted. */
function IdentityPage({ start, next }: IdentityPageProps) {
  const { session } = useAccountTexts();
  const { signedIn } = useSession();
  const { history } = useRouter();
  const isSignedIn = signedIn !== undefined;
  const path = nextPathOf(next, { isInFrame: isFramed() });
  useEffect(() => {
    // The back button does not lead to a completed form.
    if (isSignedIn) history.replace(path);
  }, [isSignedIn, history, path]);
  return (
    <SiteFrame title={start === 'SignIn' ? session.signIn : session.signUp} width="narrow">
      {isSignedIn ? null : <SignInPanel start={start} />}
    </SiteFrame>
  );
}
