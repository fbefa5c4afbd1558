import { SignInPart } from '../account/sign-in-part.tsx';
import { useSession } from '../identity/use-session.ts';
import { useRedeemTexts } from './redeem-texts.ts';

/** The sign-in below a code, also after the visitor was signed out meanwhile: the entered code stays. */
export function RedeemSignIn() {
  const texts = useRedeemTexts();
  const { wasEnded, endedElsewhere } = useSession();
  return (
    <SignInPart
      start="SignIn"
      wasLost={wasEnded || endedElsewhere}
      isPage={false}
      reasons={{ signIn: texts.signInReason, signUp: texts.signUpReason }}
    />
  );
}
